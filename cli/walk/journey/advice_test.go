package journey

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

const badSchema = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.jobs (queue text, id timeuuid, payload blob, PRIMARY KEY (queue, id)) WITH gc_grace_seconds = 0;
CREATE TABLE shop.users (id uuid PRIMARY KEY, email text) WITH bloom_filter_fp_chance = 0.5;`

// TestFollowAdvice follows the advice about a bad schema: read why, apply a fix after its preview, and accept the rest with a
// reason; by mouse, and then by keyboard in a narrow window.
func TestFollowAdvice(t *testing.T) {
	v := browser.Walk(t)
	for _, width := range []int64{1280, 390} {
		v.Do(chromedp.EmulateViewport(width, 844))
		v.Open("import")
		v.Fill("#import-text", badSchema)
		v.ExpectLoad(func() { v.Click(".import-form button") })
		v.ExpectLoad(func() { v.Click("#import-confirm") })
		v.Open(filepath.Dir(v.Path()) + "/advice")
		if width == 1280 {
			followByMouse(v)
		} else {
			followByKeys(v)
		}
		if wide := browser.Ask[float64](v, "document.documentElement.scrollWidth - innerWidth"); wide > 0 {
			t.Errorf("the page is %v px wider than a window of %d px", wide, width)
		}
		browser.Want(v, `document.querySelector("#tab-advice .count")?.textContent ?? ""`, "")
		browser.Want(v, `document.querySelector("#advice-accepted .count").textContent`, "1")
	}
}

func wantCount(v *browser.Walker, count string) {
	browser.Want(v, `document.querySelector("#tab-advice .count").textContent`, count)
}

func followByMouse(v *browser.Walker) {
	wantCount(v, "2")
	v.ExpectUpdate(func() { v.Click("#why-warning-option-gc-grace") })
	browser.Want(v, `document.querySelector("h2").textContent.trim()`, "Tombstones go too early or too late")
	v.ExpectUpdate(func() { v.Click("#advice-all") })
	v.ExpectUpdate(func() { v.Click(`[id^="fix-option-gc-grace"]`) })
	browser.Want(v, `document.querySelector(".advice-lines").textContent.includes("gc_grace_seconds = 0")`, true)
	v.ExpectSave(func() { v.Click("#advice-apply") })
	wantCount(v, "1")
	v.Click(`[id^="accept-option-bloom"]`)
	v.Fill(`[id^="reason-option-bloom"]`, "Read once a day")
	v.ExpectSave(func() { v.Click(`[id^="accept-it-option-bloom"]`) })
}

func followByKeys(v *browser.Walker) {
	id := func(start string) string {
		return browser.Ask[string](v, `document.querySelector(¿).id`, `[id^="`+start+`"]`)
	}
	wantCount(v, "2")
	v.TabTo("why-warning-option-gc-grace")
	v.ExpectUpdate(v.EnterKey)
	browser.Want(v, `document.querySelector("h2").textContent.trim()`, "Tombstones go too early or too late")
	v.TabTo("advice-all")
	v.ExpectUpdate(v.EnterKey)
	v.TabTo(id("fix-option-gc-grace"))
	v.ExpectUpdate(v.EnterKey)
	v.TabTo("advice-apply")
	v.ExpectSave(v.EnterKey)
	wantCount(v, "1")
	v.TabTo(id("accept-option-bloom"))
	v.EnterKey()
	v.TabTo(id("reason-option-bloom"))
	v.Keys("Read once a day")
	v.ExpectSave(v.EnterKey)
}

// TestAdviceCountFollows shows the count of advice on another page than its own: it has what check finds soon after the page, and
// leaves out what is accepted.
func TestAdviceCountFollows(t *testing.T) {
	v := browser.Walk(t)
	v.Open("")
	v.ExpectLoad(func() { v.Click(`form[action$="/examples/suspensions"] button`) })
	model := filepath.Dir(v.Path())
	v.Open(model + "/queries")
	browser.Want(v, `!document.querySelector("#tabs [data-later]")`, true)
	before := browser.Ask[int](v, `Number(document.querySelector("#tab-advice .count").textContent)`)
	v.Open(model + "/advice")
	browser.Want(v, `Number(document.querySelector("#tab-advice .count").textContent)`, before)
	v.Click(`[id^="accept-update-condition"]`)
	v.Fill(`[id^="reason-update-condition"]`, "Support knows")
	v.ExpectSave(func() { v.Click(`[id^="accept-it-update-condition"]`) })
	v.Open(model + "/queries")
	browser.Want(v, `Number(document.querySelector("#tab-advice .count").textContent)`, before-1)
}

// TestUploadGuardrails chooses a cassandra.yaml, first one that is none, and keeps checked statements as a list.
func TestUploadGuardrails(t *testing.T) {
	v := browser.Walk(t)
	v.Open("import")
	v.Fill("#import-text", badSchema)
	v.ExpectLoad(func() { v.Click(".import-form button") })
	v.ExpectLoad(func() { v.Click("#import-confirm") })
	model := filepath.Dir(v.Path())
	v.Open(model + "/advice")
	file := filepath.Join(t.TempDir(), "cassandra.yaml")
	follow := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		v.Do(chromedp.SetUploadFiles("#advice-policy-file", []string{file}))
		v.ExpectUpdate(func() { v.Click("#advice-follow") })
	}
	v.Click("#advice-policy summary")
	v.Expect(422)
	follow("no yaml")
	browser.Want(v, `document.querySelector("#advice-guardrails-problem").textContent.includes("it is not YAML")`, true)
	follow("listen_address: 10.0.0.1\ncolumns_per_table_fail_threshold: 2\n")
	browser.Want(v, `document.querySelector("#advice-policy-title").textContent`, "Policy: cassandra.yaml")
	browser.Want(v, `document.querySelector("#tab-advice .count").title`, "1 error and 2 warnings of advice")

	v.Open(model + "/statements")
	v.Fill("#statements-text", "SELECT email FROM users WHERE id = ?; SELECT email FROM users;")
	v.Wait(`document.getElementById("keep-statements")`)
	v.ExpectSave(func() { v.Click("#keep-statements") })
	browser.Want(v, `document.querySelector("#tab-cql").getAttribute("aria-current")`, "page")
	browser.Want(v, `document.body.innerText.includes("Not saved yet")`, false)
	browser.Want(v, `location.pathname.endsWith("/statement-lists") && document.body.textContent.includes("scan")`, true)
}
