package walk

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestSizesOfAnImport is the story of a partition that grows too large: a table is
// imported and has a size at once; a quantity makes it too large; a split makes it fit,
// with its queries still served; and the sizes are taken along as Markdown.
func TestSizesOfAnImport(t *testing.T) {
	v := walk(t)
	v.open("import")
	v.fill("#import-text", `CREATE KEYSPACE plant WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE plant.readings_by_sensor (sensor_id uuid, time timestamp, value double, PRIMARY KEY (sensor_id, time));`)
	v.expectLoad(func() { v.click(".import-form button") })
	v.expectLoad(func() { v.click("#import-confirm") })
	model := strings.TrimSuffix(v.path(), "/physical")

	v.open(model + "/recover")
	v.expectSave(func() { v.click("#recover-apply") })
	v.open(model + "/sizes")
	v.wait(`document.querySelector("#tab-queries .count")?.textContent === "1/1"`)
	size := ask[string](v, `document.querySelector("#sizes tbody tr").id`)
	id := strings.TrimPrefix(size, "size-")
	v.wait(`document.querySelector("#" + ¿).textContent.includes("~")`, size) // at once, from what is assumed

	v.expectSave(func() {
		v.fillNew("quantity", "name", "readings_per_day", "typical", "86400")
		v.click("#add-quantity")
	})
	v.expectSave(func() { v.fill(`[name="set.`+id+`.rows"]`, "readings_per_day * 730"); v.press("\r") })
	v.wait(`document.querySelector("#" + ¿).classList.contains("bad")`, size)
	v.picture("sizes-too-large")
	v.do(chromedp.EmulateViewport(390, 844))
	v.click("#pane-canvas")
	v.wait(`[...document.querySelectorAll("#sizes .number")].every(cell => cell.getBoundingClientRect().right <= innerWidth && cell.checkVisibility())`)
	v.do(chromedp.EmulateViewport(1280, 900))

	v.expectUpdate(func() { v.click("#split-" + id) })
	v.wait(`document.querySelector("#split-summary").textContent.includes("Best: ")`)
	v.expectSave(func() { v.click("#design-apply") })
	v.open(model + "/sizes")
	v.wait(`document.querySelector("#" + ¿).classList.contains("ok")`, size)
	v.wait(`document.querySelector("#tab-queries .count")?.textContent === "1/1"`)

	v.open(model + "/ledger?select=" + id)
	v.wait(`document.querySelector("#ledger-profiles").textContent.includes("mean row")`)
	v.open(model + "/sizes")
	_, markdown := v.server.get(strings.TrimPrefix(ask[string](v, `document.querySelector("#sizes-markdown").getAttribute("href")`), "/"))
	for _, want := range []string{"# Partition sizes", `plant.readings\_by\_sensor`, `readings\_per\_day`} {
		if !strings.Contains(markdown, want) {
			t.Errorf("the Markdown lacks %q:\n%s", want, markdown)
		}
	}
}
