package diagram

import (
	"widerow/diagram/graph"
	"widerow/model"
)

// findUsers tells the layout which boxes use each user-defined type.
func (d *Drawing) findUsers() {
	users := map[model.ID][]string{}
	for _, box := range d.graph.Boxes {
		if table, is := d.figures[box.ID].(*tableFigure); is {
			for _, id := range table.uses() {
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
		table, is := d.figures[box.ID].(*tableFigure)
		if !is {
			continue
		}
		for i := range table.rows {
			d.addUsesOf(table, &table.rows[i])
		}
	}
}

func (d *Drawing) addUsesOf(table *tableFigure, row *tableRow) {
	drawn := model.IDSet{}
	for _, id := range row.uses {
		used, is := d.figures[string(id)].(*tableFigure)
		if !is || used == table || drawn[id] {
			continue
		}
		drawn[id] = true
		d.addEdge(
			graph.Edge{ID: "uses>" + string(row.id) + ">" + string(id), From: string(table.id), FromRow: string(row.id), To: string(id), Free: true},
			connector{uses: true, title: titled(row.name+" of "+table.name, "is of type "+used.name)},
		)
	}
}
