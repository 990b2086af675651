package diagram

import (
	"widerow/diagram/chebotko"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/model"
)

// findUsers gives the layout the boxes that use each user-defined type.
func (d *Drawing) findUsers() {
	users := map[model.ID][]string{}
	for _, box := range d.graph.Boxes {
		if table, is := d.figures[box.ID].(*chebotko.Table); is {
			for _, id := range table.Uses() {
				users[id] = append(users[id], box.ID)
			}
		}
	}
	for i := range d.graph.Boxes {
		if box := &d.graph.Boxes[i]; box.Foot {
			box.Users = users[model.ID(box.ID)]
		}
	}
}

// addUses draws a thin line from each column and field to the boxes of the
// user-defined types in its type.
func (d *Drawing) addUses() {
	for _, box := range d.graph.Boxes {
		table, is := d.figures[box.ID].(*chebotko.Table)
		if !is {
			continue
		}
		for i := range table.Rows {
			d.addUsesOf(table, &table.Rows[i])
		}
	}
}

func (d *Drawing) addUsesOf(table *chebotko.Table, row *chebotko.Row) {
	drawn := model.IDSet{}
	for _, id := range row.Uses {
		used, is := d.figures[string(id)].(*chebotko.Table)
		if !is || used == table || drawn[id] {
			continue
		}
		drawn[id] = true
		d.addEdge(
			graph.Edge{ID: "uses>" + string(row.ID) + ">" + string(id), From: string(table.ID), FromRow: string(row.ID), To: string(id), Free: true},
			connector{uses: true, title: figure.Titled(row.Name+" of "+table.Name, "is of type "+used.Name)},
		)
	}
}
