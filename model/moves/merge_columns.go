package moves

import (
	"fmt"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// mergeColumns merges a date and a time, or an hour, into one timestamp.
var mergeColumns = kind{
	name: MergeColumns, title: "Merge columns",
	offer: func(t *table) (string, []Parameter) {
		date, time, found := t.dateAndTime()
		if !found {
			return "", nil
		}
		return fmt.Sprintf("The columns %s and %s are one moment. As one timestamp, a range may begin and end at any time.", date.Value.Name, time.Value.Name),
			[]Parameter{{Name: "name", Label: "Name of the column", Input: edit.TextInput,
				Value: t.freeColumn(date.Value.Name+"_"+time.Value.Name, date.Value.Name+"_time")}}
	},
	make: func(e *editor) error {
		date, time, _ := e.dateAndTime()
		e.remove(time.ID)
		e.set(date.ID, "name", e.value("name"))
		e.set(date.ID, "type", "timestamp")
		e.set(date.ID, "from", joined(date, time))
		e.words = fmt.Sprintf("merged %s and %s of %s into %s", date.Value.Name, time.Value.Name, e.Name, e.value("name"))
		e.cost = fmt.Sprintf("A query for one %s gives a range: from its first moment to its last.", date.Value.Name)
		return nil
	},
}

// dateAndTime returns a date and a time that are next to each other, both
// clustering columns in one direction or both regular columns.
func (t *table) dateAndTime() (date, time column, found bool) {
	if t.isView() || len(t.views()) > 0 {
		return column{}, column{}, false
	}
	for i := 1; i < len(t.columns); i++ {
		date, time = t.columns[i-1], t.columns[i]
		sameRole := date.Value.Role == time.Value.Role && date.Value.Role != model.Partition && date.Value.Descending == time.Value.Descending
		isHour := isType(time, "int", "smallint", "tinyint") && strings.HasSuffix(time.Value.Name, "hour")
		if sameRole && isType(date, "date") && (isType(time, "time") || isHour) && t.isFree(date) && t.isFree(time) {
			return date, time, true
		}
	}
	return column{}, column{}, false
}
