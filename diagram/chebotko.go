package diagram

import (
	"fmt"

	"widerow/diagram/chebotko"
	"widerow/diagram/figure"
	"widerow/model"
)

func (d *Drawing) buildLogical(m *model.Model, p *plan) {
	groups := d.addGroups(m, p)
	for _, item := range model.Sorted(m.Logical.Tables) {
		if !p.shows(item.ID) {
			continue
		}
		t := chebotko.NewLogical(item.ID, item.Value, d.display.Columns, d.display.Advice)
		box := t.Box()
		box.Group = groups.of(item.ID)
		d.addBox(box, t)
	}
	d.findKin()
	arrows := p.arrows()
	d.addArrows(m, arrows)
	lookups := lookupsOf(arrows)
	d.description = fmt.Sprintf("Logical model in Chebotko's notation: %s, %s",
		figure.Plural(len(d.graph.Boxes), "table", "tables"), figure.Plural(len(arrows)-lookups, "query arrow", "query arrows"))
	if lookups > 0 {
		d.description += ", " + figure.Plural(lookups, "lookup", "lookups")
	}
	d.description += "."
}
