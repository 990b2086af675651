package console

import (
	"net/url"
	"strconv"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	webconsole "widerow/web/console"
)

// maxTrail bounds the queries that a page leads back to.
const maxTrail = 12

// placeOf is the beginning of the statement that the form numbers, as browsers count.
func placeOf(m *model.Model, form webconsole.Form) string {
	all := statementsOf(m, form.Text)
	if number := numberOf(form); number <= len(all) && number > 0 {
		return strconv.Itoa(units(form.Text[:syntax.Place(all[number-1]).Start.Offset]))
	}
	return ""
}

// units counts UTF-16 code units.
func units(text string) (count int) {
	for _, r := range text {
		if count++; r > 0xFFFF {
			count++
		}
	}
	return count
}

// trailOf are the queries whose rows led to the page, to go back to.
func trailOf(m *model.Model, trail []string) []webconsole.Back {
	var shown []webconsole.Back
	for i, one := range trail {
		values, err := url.ParseQuery(one)
		if err != nil {
			continue
		}
		shown = append(shown, webconsole.Back{Number: i, Label: labelOf(m, model.ID(values.Get("query")))})
	}
	return shown
}

// labelOf is the short name of a query or an update, titleOf that with its name.
func labelOf(m *model.Model, id model.ID) string {
	if query := m.Workflow.Queries[id]; query != nil {
		return query.Label
	}
	if update := m.Workflow.Updates[id]; update != nil {
		return update.Label
	}
	return ""
}

func titleOf(m *model.Model, id model.ID) string {
	name := ""
	if query := m.Workflow.Queries[id]; query != nil {
		name = query.Name
	} else if update := m.Workflow.Updates[id]; update != nil {
		name = update.Name
	}
	return strings.TrimSpace(labelOf(m, id) + " " + name)
}

func numberOf(form webconsole.Form) int {
	if number, err := strconv.Atoi(form.Statement); err == nil {
		return number
	}
	return 1
}
