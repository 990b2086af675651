package accessibility

import (
	"encoding/json"
	"net/url"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/cli/walk/browser"
)

// TestAccessibility runs axe-core on every page, light and dark, wide and narrow.
func TestAccessibility(t *testing.T) {
	axe := browser.AxeCore(t)
	v := browser.WalkAlone(t)
	hotel := v.MakeHotel()
	v.Open("")
	v.Fill("#new-name", "Empty")
	v.ExpectLoad(func() { v.Click(".new-model button") })
	empty := filepath.Dir(v.Path())
	ids := elementsOf(t, v.Server, hotel)
	v.Server.Post(hotel+"/edit", url.Values{"do": {"add:find:q7"}, "new.find.attribute": {"guestlast"}}) // a query of two tables
	v.Open("")
	v.Fill("#new-name", "Fleet")
	v.ExpectLoad(func() { v.Click(".new-model button") })
	fleet := filepath.Dir(v.Path())
	v.Server.Post(fleet+"/edit", url.Values{"do": {"add:entity:"}, "new.entity.text": {"Vehicle (900): vin\nCar: seats\nTruck: axles\nDepot (20): depot_id\nDepot 1 owns n(45/200) Vehicle\nCar, Truck isa Vehicle"}})
	v.Server.Post(fleet+"/edit", url.Values{"do": {"add:query:"}, "new.query.text": {"SELECT Car, Truck WHERE depot_id = ?"}})
	v.Open("import")
	v.Fill("#import-text", browser.OldSchema)
	v.ExpectLoad(func() { v.Click(".import-form button") })
	v.ExpectLoad(func() { v.Click("#import-confirm") })
	imported := filepath.Dir(v.Path())

	groups := map[string]map[string]string{
		"plain": {"home": "", "import": "import", "you": "you", "help": "help", "missing": "m/nosuchmodel", "delete": hotel + "/delete", "compare": hotel + "/compare", "compare-plan": hotel + "/compare?tab=plan", "compare-cql": hotel + "/compare?tab=cql"},
		"proofs": {"proof-lookup": hotel + "/queries?select=q7", "update": hotel + "/queries?select=u1", "keys": hotel + "/keys?select=pavailablerooms",
			"recover": imported + "/recover", "derive": hotel + "/derive", "derive-subtypes": fleet + "/derive"},
		"empty": {"old": hotel + "/physical?rev=1"}, "tabs": {}, "selected": {"cluster": hotel + "/cluster", "measured": hotel + "/measured", "split": hotel + "/split?select=pavailablerooms", "design-pattern": hotel + "/design?pattern=likes"},
	}
	for _, tab := range []string{"concepts", "queries", "logical", "physical", "sizes", "cql", "statements", "history", "comments"} {
		groups["empty"]["empty-"+tab] = empty + "/" + tab
		groups["tabs"][tab] = hotel + "/" + tab
		if id := ids[tab]; id != "" {
			groups["selected"][tab+"-selected"] = hotel + "/" + tab + "?select=" + id
		}
	}
	for group, pages := range groups {
		t.Run(group, func(t *testing.T) {
			t.Parallel() // each axe-core keeps one processor busy
			v := browser.NewWalker(t, v.Server)
			v.Expect(404)
			v.Prefer(browser.Themes[0])
			for name, path := range pages {
				v.Do(chromedp.EmulateViewport(1280, 844))
				v.Open(path)
				v.Inspect(axe, name+"-1280")
				v.Do(chromedp.EmulateViewport(390, 844))
				v.Inspect(axe, name+"-390")
			}
		})
	}
}

// elementsOf returns an element to select on each tab.
func elementsOf(t *testing.T, server *browser.Program, model string) map[string]string {
	t.Helper()
	_, text := server.Get(model + "/model.json")
	var document struct {
		Concepts struct{ Entities map[string]any }
		Workflow struct{ Queries map[string]any }
		Logical  struct{ Tables map[string]any }
		Physical struct{ Relations map[string]any }
	}
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for tab, elements := range map[string]map[string]any{
		"concepts": document.Concepts.Entities, "queries": document.Workflow.Queries,
		"logical": document.Logical.Tables, "physical": document.Physical.Relations,
	} {
		for id := range elements {
			ids[tab] = max(ids[tab], id)
		}
	}
	return ids
}
