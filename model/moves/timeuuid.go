package moves

import (
	"fmt"

	"widerow/model"
	"widerow/model/edit"
)

// useTimeuuid replaces a time and the id after it by one timeuuid.
var useTimeuuid = kind{
	name: UseTimeuuid, title: "Use a timeuuid for time and id",
	offer: func(t *table) (string, []Parameter) {
		time, id, found := t.timeAndID()
		if !found {
			return "", nil
		}
		return fmt.Sprintf("The column %s only sorts the rows, and %s tells rows of the same time apart. A "+
				"timeuuid does both in 16 bytes.", time.Value.Name, id.Value.Name),
			[]Parameter{{Name: "name", Label: "Name of the column", Input: edit.TextInput, Value: id.Value.Name}}
	},
	make: func(e *editor) error {
		time, id, _ := e.timeAndID()
		from := joined(time, id)
		for _, c := range e.inRole(model.Partition) {
			if len(c.Value.From) > 0 && idText(c.Value.From) == idText(time.Value.From) {
				e.set(c.ID, "from", from) // it is computed from the timeuuid now
			}
		}
		e.remove(time.ID)
		e.set(id.ID, "name", e.value("name"))
		e.set(id.ID, "type", "timeuuid")
		e.set(id.ID, "descending", checked(time.Value.Descending))
		e.set(id.ID, "from", from)
		others := e.sameAttribute(id)
		for _, other := range others {
			e.set(other, "type", "timeuuid")
		}
		e.words = fmt.Sprintf("merged %s and %s of %s into the timeuuid %s", time.Value.Name, id.Value.Name, e.Name, e.value("name"))
		e.cost = fmt.Sprintf("The id must be a timeuuid of the moment in %s, made once by the application. A "+
			"range of times is given with minTimeuuid and maxTimeuuid, and toTimestamp(%s) reads the time.",
			time.Value.Name, e.value("name"))
		if len(others) > 0 {
			e.cost += fmt.Sprintf(" The id is a timeuuid in all tables: also in %s.", list(e.titles(others)))
		}
		return nil
	},
}

// sameAttribute returns the columns of other tables that store the id as a uuid.
func (t *table) sameAttribute(id column) []model.ID {
	attribute := t.attributeOf(id)
	var same []model.ID
	for _, item := range model.Sorted(t.model.Physical.Relations) {
		other := newTable(t.model, item.ID)
		for _, c := range other.columns {
			if item.ID != t.id && attribute != nil && !other.isView() && isType(c, "uuid") && t.attributeOf(c) == attribute {
				same = append(same, c.ID)
			}
		}
	}
	return same
}

func (t *table) titles(elements []model.ID) []string {
	var titles []string
	for _, id := range elements {
		titles = append(titles, t.model.Title(id))
	}
	return titles
}

// timeAndID returns a timestamp and a uuid that are next to each other among the
// clustering columns.
func (t *table) timeAndID() (time, id column, found bool) {
	clustering := t.inRole(model.Clustering)
	for i := 1; i < len(clustering) && !t.isView() && len(t.views()) == 0; i++ {
		time, id = clustering[i-1], clustering[i]
		if isType(time, "timestamp") && isType(id, "uuid", "timeuuid") && t.isFree(time) && t.isFree(id) {
			return time, id, true
		}
	}
	return column{}, column{}, false
}

// joined returns what several columns come from.
func joined(columns ...column) string {
	from := model.IDSet{}
	for _, c := range columns {
		for id := range c.Value.From {
			from[id] = true
		}
	}
	return idText(from)
}

// checked is the text of a checkbox.
func checked(on bool) string {
	if on {
		return "true"
	}
	return ""
}
