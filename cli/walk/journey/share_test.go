package journey

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"widerow/cli/walk/browser"
)

// shareWith lets another user work on the same model.
func shareWith(v *browser.Walker, ben *browser.Walker, model string) {
	v.T.Helper()
	v.Tab("physical")
	v.Pick("titles")
	ben.Open("you?next=" + "%2F" + model + "%2Fphysical")
	ben.Fill("#name", "Ben")
	ben.ExpectLoad(func() { ben.EnterKey() })
	ben.Pick("titles")

	// Changes to different fields are both kept.
	ben.Set("comment", "All that the library owns.")
	v.SetIn("cover", "name", "cover_picture")
	wantField(v, "comment", "All that the library owns.")
	v.WantRows("isbn title author pages subjects cover_picture")

	// Undo reverts one's own change, not the other user's.
	ben.Set("comment", "All titles.")
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	v.WantRows("isbn title author pages subjects cover")
	wantField(v, "comment", "All titles.")
	v.ExpectSave(func() { v.Press("Z", chromedp.ModifierCtrl, chromedp.ModifierShift) })
	v.WantRows("isbn title author pages subjects cover_picture")
	v.ExpectSave(func() { v.Press("z", chromedp.ModifierCtrl) })
	v.WantRows("isbn title author pages subjects cover")

	disputeWith(v, ben)
}

// disputeWith lets both users change one field. The second one sees both values;
// the first time she accepts the other's value, the second time she keeps hers.
func disputeWith(v *browser.Walker, ben *browser.Walker) {
	v.T.Helper()
	ben.Set("comment", "Ben's words.")
	v.Expect(http.StatusConflict)
	selector := v.Field("comment")
	v.Reveal(selector)
	v.ExpectUpdate(func() {
		v.Fill(selector, "Ada's words.")
		v.Press(kb.Tab)
	})
	if got := v.Problems(); !strings.Contains(got, "Ben's words.") || !strings.Contains(got, "Ada's words.") {
		v.Fail("the conflict does not show both values: %q", got)
	}
	wantField(v, "comment", "Ada's words.")
	// Meanwhile another field can be saved without resolving the conflict.
	partitions := v.Field("partitions")
	v.Reveal(partitions)
	v.ExpectUpdate(func() { v.Fill(partitions, "7"); v.Press(kb.Tab) })
	v.Wait(`document.querySelector(¿).defaultValue === "7"`, partitions)
	wantField(v, "comment", "Ada's words.")
	v.ExpectUpdate(func() { v.Click(v.Button("Take theirs: Comment")) })
	wantField(v, "comment", "Ben's words.")
	if got := v.Saved(); !strings.HasPrefix(got, "Saved · r") {
		v.Fail("after the dispute the page says %q", got)
	}

	ben.Set("comment", "Ben's new words.")
	v.ExpectUpdate(func() { v.Fill(selector, "Ada's words."); v.Press(kb.Tab) })
	v.ExpectSave(func() { v.Click(v.Button("Keep mine: Comment")) })
	wantField(v, "comment", "Ada's words.")
	v.Set("partitions", "")
	v.Set("comment", "")
}

func wantField(v *browser.Walker, name, want string) {
	v.T.Helper()
	if got := browser.Ask[string](v, "document.querySelector(¿).value", v.Field(name)); got != want {
		v.Fail("%s is %q, want %q", name, got, want)
	}
}

// readHistory checks who changed what, opens an old revision and restores it.
func readHistory(v *browser.Walker) {
	v.T.Helper()
	v.Tab("history")
	renamed := browser.Ask[int](v, `Number([...document.querySelectorAll(".history li")].find(li => li.querySelector(".what").textContent.startsWith("renamed column titles.cover"))?.id.slice(4) ?? 0)`)
	rows := strings.Split(browser.Ask[string](v, `[...document.querySelectorAll(".history li")].map(li => li.querySelector("b").textContent + ": " + li.querySelector(".what").textContent.trim()).join("\n")`), "\n")
	for _, want := range []string{
		fmt.Sprintf("Ada: undid r%[1]d: renamed column titles.cover to cover_picture", renamed),
		fmt.Sprintf("Ada: redid r%[1]d: renamed column titles.cover to cover_picture", renamed),
		"Ada: changed comment of titles",
		"Ben: changed comment of titles",
		"Ada: renamed column titles.cover to cover_picture",
		"Ada: set type of loans_by_member.due_on from date to timestamp",
		"Ada: added quantity loans_per_week",
	} {
		if !slices.Contains(rows, want) {
			v.T.Errorf("the history lacks %q:\n%s", want, strings.Join(rows, "\n"))
		}
	}
	newest := v.Revision()
	v.ExpectUpdate(func() { v.Click(fmt.Sprintf("#revision-%d", newest-1)) })
	if got := v.Saved(); got != fmt.Sprintf("r%d, read-only", newest-1) {
		v.T.Errorf("an old revision says %q", got)
	}
	v.Pick("titles")
	if open := browser.Ask[int](v, `document.querySelectorAll("#inspector input[type=text]:not([readonly]), #inspector select:not([disabled]), #inspector button[name=do]:not(.hidden)").length`); open > 0 {
		v.T.Errorf("an old revision can be edited: %d controls", open)
	}
	wantField(v, "comment", "Ada's words.")
	expectRestore(v, func() { v.Click("#banner-restore button") })
	if got := v.Reads("#rev-" + fmt.Sprint(newest+1) + " .what"); !strings.HasPrefix(got, fmt.Sprintf("restored r%d", newest-1)) {
		v.T.Errorf("the newest revision says %q", got)
	}
	v.ExpectSave(func() { v.Click("#undo-button") })
}

// expectRestore runs act and waits for the page of the newest revision.
func expectRestore(v *browser.Walker, act func()) {
	v.T.Helper()
	v.ExpectLoad(act)
	if got := v.Saved(); !strings.HasPrefix(got, "Saved") {
		v.Fail("after the restore the page says %q", got)
	}
}

// readScript compares the script of the CQL tab with the download.
func readScript(v *browser.Walker, server *browser.Program, model string) {
	v.T.Helper()
	v.Tab("cql")
	_, script := server.Get(model + "/schema.cql")
	if got := browser.Ask[string](v, `document.getElementById("script-text").value`); got != script {
		v.T.Errorf("the CQL tab shows\n%s, and the download is\n%s", got, script)
	}
	v.AllowClipboard()
	v.Click("#copy-cql")
	v.Wait(`document.getElementById("toast").textContent === "Copied"`)
}

// checkExports requests each file by its URL, again with its ETag, and at an old
// revision.
func checkExports(t *testing.T, server *browser.Program, model string) {
	t.Helper()
	for name, contentType := range map[string]string{
		"er.svg": "image/svg+xml", "workflow.svg": "image/svg+xml", "logical.svg": "image/svg+xml", "physical.svg": "image/svg+xml",
		"schema.cql": "text/plain", "model.json": "application/json",
	} {
		response, body := server.Get(model + "/" + name)
		tag := response.Header.Get("ETag")
		if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), contentType) || tag == "" {
			t.Errorf("%s: status %d, type %q, ETag %q", name, response.StatusCode, response.Header.Get("Content-Type"), tag)
		}
		if again, none := server.Get(model+"/"+name, "If-None-Match", tag); again.StatusCode != http.StatusNotModified || none != "" {
			t.Errorf("%s with its ETag: status %d, %d bytes", name, again.StatusCode, len(none))
		}
		old, first := server.Get(model + "/" + name + "?rev=2")
		if old.StatusCode != http.StatusOK || first == body || old.Header.Get("ETag") == tag {
			t.Errorf("%s at revision 2: status %d, the same as now: %v", name, old.StatusCode, first == body)
		}
		if gone, _ := server.Get(model + "/" + name + "?rev=100000"); gone.StatusCode != http.StatusNotFound {
			t.Errorf("%s at a revision that does not exist: status %d", name, gone.StatusCode)
		}
	}
}

// importScript imports the script as a new model, whose script must be the same.
func importScript(v *browser.Walker, server *browser.Program, model string) {
	v.T.Helper()
	_, script := server.Get(model + "/schema.cql")
	v.Open("import")
	v.Fill("#import-text", script+"INSERT INTO library.titles (isbn) VALUES ('1');\nCREATE TABLE broken (;\n")
	v.Fill("#import-name", "Imported library")
	v.ExpectLoad(func() { v.Click(".import-form button") })
	preview := v.Reads(".import-preview")
	for _, want := range []string{"6 tables, 1 materialized view, 1 index, 1 type, 1 keyspace", "loans_by_member", "INSERT INTO", "CREATE TABLE broken"} {
		if !strings.Contains(preview, want) {
			v.T.Errorf("the preview lacks %q: %s", want, preview)
		}
	}
	v.ExpectLoad(func() { v.Click(v.ButtonIn(".import-preview", "Create model")) })
	imported := strings.TrimSuffix(v.Path()[:strings.LastIndex(v.Path(), "/")], "/")
	_, again := server.Get(imported + "/schema.cql")
	if got, want := statements(again), statements(script); got != want {
		v.T.Errorf("the script of the imported model is\n%s, want\n%s", got, want)
	}
}

// statements returns a script without its comments.
func statements(script string) string {
	var lines strings.Builder
	for line := range strings.Lines(script) {
		if !strings.HasPrefix(line, "--") {
			lines.WriteString(line)
		}
	}
	return strings.TrimSpace(lines.String())
}

// returnTo opens the model after a restart of the server and checks that all of
// it is there.
func returnTo(v *browser.Walker, server *browser.Program, model string) {
	v.T.Helper()
	v.Server, v.Site = server, server.Url
	v.Open("")
	if cards := browser.Ask[[]string](v, `[...document.querySelectorAll("[id^=model-] h3")].map(h => h.textContent)`); !slices.Contains(cards, "City library") || !slices.Contains(cards, "Imported library") {
		v.T.Errorf("the home page shows the models %q", cards)
	}
	v.Wait(`[...document.querySelectorAll("[id^=model-] img")].every(picture => picture.complete && picture.naturalWidth > 0)`)
	v.Open(model + "/physical")
	if got := v.Reads("#visitor"); got != "Ada" {
		v.T.Errorf("the visitor is %q", got)
	}
	v.Pick("titles")
	v.WantRows("isbn title author pages subjects cover")
	if browser.Ask[bool](v, `document.getElementById("undo-button").disabled`) {
		v.T.Error("nothing can be undone the next day")
	}
}

func checkDrawings(t *testing.T, server *browser.Program, model string) {
	t.Helper()
	for _, name := range []string{"er", "workflow", "logical", "physical"} {
		_, svg := server.Get(model + "/" + name + ".svg")
		file := map[string]string{"er": "concepts"}[name]
		if file == "" {
			file = name
		}
		checkFile(t, file+".txt", drawing(t, svg))
	}
}

// checkScript compares the script below its header, which contains the number of
// the revision.
func checkScript(t *testing.T, server *browser.Program, model string) {
	t.Helper()
	_, script := server.Get(model + "/schema.cql")
	head, body, _ := strings.Cut(script, "\n\n")
	if !strings.HasPrefix(head, "-- City library\n-- Revision ") {
		t.Errorf("the script begins with %q", head)
	}
	if difference := cmp.Diff(readScriptFile(t), body); difference != "" {
		t.Errorf("schema.cql (- by hand, + the program):\n%s", difference)
	}
}

func readScriptFile(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", "schema.cql"))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
