package moves

import (
	"fmt"
	"regexp"

	"widerow/model"
	"widerow/model/edit"
)

// countersOut moves counters to a table of their own: Cassandra allows no other
// columns beside them.
var countersOut = kind{
	name: CountersOut, title: "Move counters to their own table",
	offer: func(t *table) (string, []Parameter) {
		counters, numbers := t.counters()
		if t.isView() || len(counters)+len(numbers) == 0 {
			return "", nil
		}
		reason, chosen := "Cassandra allows no other columns beside counters.", counters
		if len(counters) == 0 {
			reason, chosen = fmt.Sprintf("Several clients that change %s at once overwrite each other's value. A "+
				"counter adds up their changes.", numbers[0].Value.Name), numbers
		}
		return reason, []Parameter{
			{Name: "columns", Label: "Counters", Input: edit.ReferencesInput, Value: idsOf(chosen), Choices: choices(append(counters, numbers...))},
			t.newName(t.freeRelation(t.Name+"_counters", t.Name+"_counts")),
		}
	},
	make: func(e *editor) error {
		columns := e.chosen("columns")
		if len(columns) == 0 {
			return e.move.invalid("columns", "Choose at least one column")
		}
		e.addTwin(e.value("name"), e.key(), columns, map[string]string{"type": "counter"})
		for _, c := range columns {
			e.remove(c.ID)
		}
		e.words = fmt.Sprintf("moved %s from %s to the counter table %s", some(names(columns)), e.Name, e.value("name"))
		e.cost = "A counter is changed by UPDATE with + and - only, and never inserted. An update that is " +
			"retried after a timeout may count twice. A query for both reads two tables."
		return nil
	},
}

var countName = regexp.MustCompile(`(^|_)(counts?|likes|views|votes|total|unread|number_of)(_|$)`)

// counters returns the counters beside other columns, and numbers that are named
// like a count.
func (t *table) counters() (counters, numbers []column) {
	regular := t.inRole(model.Regular)
	counters = selected(regular, func(c column) bool { return isType(c, "counter") })
	if len(counters) == len(regular) && len(t.inRole(model.Static)) == 0 {
		counters = nil // it is a counter table
	}
	numbers = selected(regular, func(c column) bool {
		return isType(c, "int", "bigint") && countName.MatchString(c.Value.Name) && t.isFree(c)
	})
	return counters, numbers
}

func idsOf(columns []column) string {
	ids := model.IDSet{}
	for _, c := range columns {
		ids[c.ID] = true
	}
	return idText(ids)
}
