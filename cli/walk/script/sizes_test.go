package script

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestSizesOfAnImport is the story of a partition that grows too large: a table is
// imported and has a size at once; a quantity makes it too large; a split makes it fit,
// with its queries still served; and the sizes are taken along as Markdown.
func TestSizesOfAnImport(t *testing.T) {
	v := browser.Walk(t)
	v.Open("import")
	v.Fill("#import-text", `CREATE KEYSPACE plant WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE plant.readings_by_sensor (sensor_id uuid, time timestamp, value double, PRIMARY KEY (sensor_id, time));`)
	v.ExpectLoad(func() { v.Click(".import-form button") })
	v.ExpectLoad(func() { v.Click("#import-confirm") })
	model := strings.TrimSuffix(v.Path(), "/physical")

	v.Open(model + "/recover")
	v.ExpectSave(func() { v.Click("#recover-apply") })
	v.Open(model + "/sizes")
	v.Wait(`document.querySelector("#tab-queries .count")?.textContent === "1/1"`)
	size := browser.Ask[string](v, `document.querySelector("#sizes tbody tr").id`)
	id := strings.TrimPrefix(size, "size-")
	v.Wait(`document.querySelector("#" + ¿).textContent.includes("~")`, size) // at once, from what is assumed

	v.ExpectSave(func() {
		v.FillNew("quantity", "name", "readings_per_day", "typical", "86400")
		v.Click("#add-quantity")
	})
	v.ExpectSave(func() { v.Fill(`[name="set.`+id+`.rows"]`, "readings_per_day * 730"); v.Press("\r") })
	v.Wait(`document.querySelector("#" + ¿).classList.contains("bad")`, size)
	v.Picture("sizes-too-large")
	v.Do(chromedp.EmulateViewport(390, 844))
	v.Click("#pane-canvas")
	v.Wait(`[...document.querySelectorAll("#sizes .number")].every(cell => cell.getBoundingClientRect().right <= innerWidth && cell.checkVisibility())`)
	v.Do(chromedp.EmulateViewport(1280, 900))

	v.ExpectUpdate(func() { v.Click("#split-" + id) })
	v.Wait(`document.querySelector("#split-summary").textContent.includes("Best: ")`)
	v.ExpectSave(func() { v.Click("#design-apply") })
	v.Open(model + "/sizes")
	v.Wait(`document.querySelector("#" + ¿).classList.contains("ok")`, size)
	v.Wait(`document.querySelector("#tab-queries .count")?.textContent === "1/1"`)

	v.Open(model + "/ledger?select=" + id)
	v.Wait(`document.querySelector("#ledger-profiles").textContent.includes("mean row")`)
	v.Open(model + "/sizes")
	_, markdown := v.Server.Get(strings.TrimPrefix(browser.Ask[string](v, `document.querySelector("#sizes-markdown").getAttribute("href")`), "/"))
	for _, want := range []string{"# Partition sizes", `plant.readings\_by\_sensor`, `readings\_per\_day`} {
		if !strings.Contains(markdown, want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, markdown)
		}
	}
}
