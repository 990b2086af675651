package walk

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
)

// shareWith lets another user work on the same model.
func (v *walker) shareWith(ben *walker, model string) {
	v.t.Helper()
	v.tab("physical")
	v.pick("titles")
	ben.open("you?next=" + "%2F" + model + "%2Fphysical")
	ben.fill("#name", "Ben")
	ben.expectLoad(func() { ben.enterKey() })
	ben.pick("titles")

	// Changes to different fields are both kept.
	ben.set("comment", "All that the library owns.")
	v.setIn("cover", "name", "cover_picture")
	v.wantField("comment", "All that the library owns.")
	v.wantRows("isbn title author pages subjects cover_picture")

	// Undo reverts one's own change, not the other user's.
	ben.set("comment", "All titles.")
	v.expectSave(func() { v.press("z", chromedp.ModifierCtrl) })
	v.wantRows("isbn title author pages subjects cover")
	v.wantField("comment", "All titles.")
	v.expectSave(func() { v.press("Z", chromedp.ModifierCtrl, chromedp.ModifierShift) })
	v.wantRows("isbn title author pages subjects cover_picture")
	v.expectSave(func() { v.press("z", chromedp.ModifierCtrl) })
	v.wantRows("isbn title author pages subjects cover")

	v.disputeWith(ben)
}

// disputeWith lets both users change one field. The second one sees both values;
// the first time she accepts the other's value, the second time she keeps hers.
func (v *walker) disputeWith(ben *walker) {
	v.t.Helper()
	ben.set("comment", "Ben's words.")
	v.expect(http.StatusConflict)
	selector := v.field("comment")
	v.reveal(selector)
	v.expectUpdate(func() {
		v.fill(selector, "Ada's words.")
		v.press(kb.Tab)
	})
	if got := v.problems(); !strings.Contains(got, "Ben's words.") || !strings.Contains(got, "Ada's words.") {
		v.fail("the conflict does not show both values: %q", got)
	}
	v.wantField("comment", "Ada's words.")
	// Meanwhile another field can be saved without resolving the conflict.
	partitions := v.field("partitions")
	v.reveal(partitions)
	v.expectUpdate(func() { v.fill(partitions, "7"); v.press(kb.Tab) })
	v.wait(`document.querySelector(¿).defaultValue === "7"`, partitions)
	v.wantField("comment", "Ada's words.")
	v.expectUpdate(func() { v.click(v.button("Take theirs: Comment")) })
	v.wantField("comment", "Ben's words.")
	if got := v.saved(); !strings.HasPrefix(got, "Saved · r") {
		v.fail("after the dispute the page says %q", got)
	}

	ben.set("comment", "Ben's new words.")
	v.expectUpdate(func() { v.fill(selector, "Ada's words."); v.press(kb.Tab) })
	v.expectSave(func() { v.click(v.button("Keep mine: Comment")) })
	v.wantField("comment", "Ada's words.")
	v.set("partitions", "")
	v.set("comment", "")
}

func (v *walker) wantField(name, want string) {
	v.t.Helper()
	if got := ask[string](v, "document.querySelector(¿).value", v.field(name)); got != want {
		v.fail("%s is %q, want %q", name, got, want)
	}
}

// readHistory checks who changed what, opens an old revision and restores it.
func (v *walker) readHistory() {
	v.t.Helper()
	v.tab("history")
	renamed := ask[int](v, `Number([...document.querySelectorAll(".history li")].find(li => li.querySelector(".what").textContent.startsWith("renamed column titles.cover"))?.id.slice(4) ?? 0)`)
	rows := strings.Split(ask[string](v, `[...document.querySelectorAll(".history li")].map(li => li.querySelector("b").textContent + ": " + li.querySelector(".what").textContent.trim()).join("\n")`), "\n")
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
			v.t.Errorf("the history lacks %q:\n%s", want, strings.Join(rows, "\n"))
		}
	}
	newest := v.revision()
	v.expectUpdate(func() { v.click(fmt.Sprintf("#revision-%d", newest-1)) })
	if got := v.saved(); got != fmt.Sprintf("r%d, read-only", newest-1) {
		v.t.Errorf("an old revision says %q", got)
	}
	v.pick("titles")
	if open := ask[int](v, `document.querySelectorAll("#inspector input[type=text]:not([readonly]), #inspector select:not([disabled]), #inspector button[name=do]:not(.hidden)").length`); open > 0 {
		v.t.Errorf("an old revision can be edited: %d controls", open)
	}
	v.wantField("comment", "Ada's words.")
	v.expectRestore(func() { v.click("#banner-restore button") })
	if got := v.reads("#rev-" + fmt.Sprint(newest+1) + " .what"); !strings.HasPrefix(got, fmt.Sprintf("restored r%d", newest-1)) {
		v.t.Errorf("the newest revision says %q", got)
	}
	v.expectSave(func() { v.click("#undo-button") })
}

// expectRestore runs act and waits for the page of the newest revision.
func (v *walker) expectRestore(act func()) {
	v.t.Helper()
	v.expectLoad(act)
	if got := v.saved(); !strings.HasPrefix(got, "Saved") {
		v.fail("after the restore the page says %q", got)
	}
}

// readScript compares the script of the CQL tab with the download.
func (v *walker) readScript(server *program, model string) {
	v.t.Helper()
	v.tab("cql")
	_, script := server.get(model + "/schema.cql")
	if got := ask[string](v, `document.getElementById("script-text").value`); got != script {
		v.t.Errorf("the CQL tab shows\n%s, and the download is\n%s", got, script)
	}
	v.allowClipboard()
	v.click("#copy-cql")
	v.wait(`document.getElementById("toast").textContent === "Copied"`)
}

// checkExports requests each file by its URL, again with its ETag, and at an old
// revision.
func checkExports(t *testing.T, server *program, model string) {
	t.Helper()
	for name, contentType := range map[string]string{
		"er.svg": "image/svg+xml", "workflow.svg": "image/svg+xml", "logical.svg": "image/svg+xml", "physical.svg": "image/svg+xml",
		"schema.cql": "text/plain", "model.json": "application/json",
	} {
		response, body := server.get(model + "/" + name)
		tag := response.Header.Get("ETag")
		if response.StatusCode != http.StatusOK || !strings.HasPrefix(response.Header.Get("Content-Type"), contentType) || tag == "" {
			t.Errorf("%s: status %d, type %q, ETag %q", name, response.StatusCode, response.Header.Get("Content-Type"), tag)
		}
		if again, none := server.get(model+"/"+name, "If-None-Match", tag); again.StatusCode != http.StatusNotModified || none != "" {
			t.Errorf("%s with its ETag: status %d, %d bytes", name, again.StatusCode, len(none))
		}
		old, first := server.get(model + "/" + name + "?rev=2")
		if old.StatusCode != http.StatusOK || first == body || old.Header.Get("ETag") == tag {
			t.Errorf("%s at revision 2: status %d, the same as now: %v", name, old.StatusCode, first == body)
		}
		if gone, _ := server.get(model + "/" + name + "?rev=100000"); gone.StatusCode != http.StatusNotFound {
			t.Errorf("%s at a revision that does not exist: status %d", name, gone.StatusCode)
		}
	}
}

// importScript imports the script as a new model, whose script must be the same.
func (v *walker) importScript(server *program, model string) {
	v.t.Helper()
	_, script := server.get(model + "/schema.cql")
	v.open("import")
	v.fill("#import-text", script+"INSERT INTO library.titles (isbn) VALUES ('1');\nCREATE TABLE broken (;\n")
	v.fill("#import-name", "Imported library")
	v.expectLoad(func() { v.click(".import-form button") })
	preview := v.reads(".import-preview")
	for _, want := range []string{"6 tables added; 1 materialized view added; 1 type added; 1 keyspace added", "loans_by_member", "INSERT INTO", "CREATE TABLE broken"} {
		if !strings.Contains(preview, want) {
			v.t.Errorf("the preview lacks %q: %s", want, preview)
		}
	}
	v.expectLoad(func() { v.click(v.buttonIn(".import-preview", "Create model")) })
	imported := strings.TrimSuffix(v.path()[:strings.LastIndex(v.path(), "/")], "/")
	_, again := server.get(imported + "/schema.cql")
	if got, want := statements(again), statements(script); got != want {
		v.t.Errorf("the script of the imported model is\n%s, want\n%s", got, want)
	}
}

// buttonIn returns a selector for a button without an id, by its label.
func (v *walker) buttonIn(place, label string) string {
	v.t.Helper()
	if got := v.reads(place + " button.primary"); got != label {
		v.fail("the button in %s says %q, want %q", place, got, label)
	}
	return place + " button.primary"
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
func (v *walker) returnTo(server *program, model string) {
	v.t.Helper()
	v.server, v.site = server, server.url
	v.open("")
	if cards := ask[[]string](v, `[...document.querySelectorAll("[id^=model-] h3")].map(h => h.textContent)`); !slices.Contains(cards, "City library") || !slices.Contains(cards, "Imported library") {
		v.t.Errorf("the home page shows the models %q", cards)
	}
	v.wait(`[...document.querySelectorAll("[id^=model-] img")].every(picture => picture.complete && picture.naturalWidth > 0)`)
	v.open(model + "/physical")
	if got := v.reads("#visitor"); got != "Ada" {
		v.t.Errorf("the visitor is %q", got)
	}
	v.pick("titles")
	v.wantRows("isbn title author pages subjects cover")
	if ask[bool](v, `document.getElementById("undo-button").disabled`) {
		v.t.Error("nothing can be undone the next day")
	}
}

func checkDrawings(t *testing.T, server *program, model string) {
	t.Helper()
	for _, name := range []string{"er", "workflow", "logical", "physical"} {
		_, svg := server.get(model + "/" + name + ".svg")
		file := map[string]string{"er": "concepts"}[name]
		if file == "" {
			file = name
		}
		checkFile(t, file+".txt", drawing(t, svg))
	}
}

// checkScript compares the script below its header, which contains the number of
// the revision.
func checkScript(t *testing.T, server *program, model string) {
	t.Helper()
	_, script := server.get(model + "/schema.cql")
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
