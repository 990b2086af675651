// Package concepttext reads entity types, relationship types and hierarchies of an
// ER model from text, one a line:
//
//	Hotel (5000): hotel_id, name, {phones}, address (street, city)
//	weak Room: number, floor
//	Hotel 1 has n(100/500) Room
//	Guest n books m Room: start_date
//	Doctor n treats m Patient n Ward
//	Employee(manager) 1 manages n Employee(report)
//	Suite, Studio isa Room
//	Customer: customer_id, email unique within Tenant
//	Customer 1 opens n Ticket within Tenant
//
// docs/concepts.md describes the language.
//
// Read Commands first, then line.go (the kinds of line).
package concepttext

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Problem is an error in a text. Start and End enclose its word, in bytes.
type Problem struct {
	Start, End int
	Message    string
}

// Commands returns the commands that add what a text describes to a model.
// What the model has already gets the attributes that it lacks, and the numbers and marks
// that are written. If there are problems, there are no commands.
func Commands(m *model.Model, ids model.IDs, text string) ([]edit.Command, []Problem) {
	r := &reader{model: m, ids: ids, entities: map[string]*entity{}, subtypes: map[string]bool{}}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		e := &entity{id: item.ID, name: item.Value.Name, weak: item.Value.Weak, owned: hasOwner(m, item.ID)}
		r.entities[key(e.name)] = e
	}
	var later []line
	for _, l := range lines(text) {
		r.noteSubtypes(l)
	}
	for _, l := range lines(text) {
		if l.isEntity() {
			r.entity(l)
		} else {
			later = append(later, l) // its entity types may follow it
		}
	}
	for _, l := range later {
		r.relate(l)
	}
	r.setOwners()
	if len(r.commands) == 0 && len(r.problems) == 0 {
		r.report(span{0, len(text)}, "There is nothing new in this text")
	}
	if len(r.problems) > 0 {
		slices.SortFunc(r.problems, func(a, b Problem) int { return a.Start - b.Start })
		return nil, r.problems
	}
	return r.commands, nil
}

type reader struct {
	model    *model.Model
	ids      model.IDs
	entities map[string]*entity // by name in lower case
	subtypes map[string]bool    // by name: their key is that of the supertype
	owners   []uniqueIn
	commands []edit.Command
	problems []Problem
}

// entity is an entity type of the model or of the text.
type entity struct {
	id      model.ID
	name    string
	weak    bool
	owned   bool     // it has an identifying relationship type
	relates bool     // it is a relationship type
	named   []string // the attributes that the text has named, in lower case
}

func key(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }

func (r *reader) report(at span, format string, arguments ...any) {
	r.problems = append(r.problems, Problem{at.start, max(at.start, at.end), fmt.Sprintf(format, arguments...)})
}

func (r *reader) add(kind model.Kind, parent model.ID, values map[string]string) model.ID {
	id := r.ids.New()
	r.commands = append(r.commands, edit.Add{Kind: kind, Parent: parent, ID: id, Values: values})
	return id
}

// entity reads "weak Room (500000): number, floor".
func (r *reader) entity(l line) {
	name, rest, _ := l.cut(':')
	name, count := r.cutNumbers(name)
	weak := false
	if first, after, found := name.cutSpace(); found && strings.EqualFold(first.text(), "weak") {
		weak, name = true, after
	}
	if name.text() == "" {
		r.report(l.span, "Write the name of the entity type before the colon")
		return
	}
	e := r.entities[key(name.text())]
	if e == nil {
		e = &entity{name: name.text(), weak: weak}
		values := map[string]string{"name": e.name, "weak": checked(weak)}
		count.fields(values, "instances", "worst_instances")
		e.id = r.add(model.EntityKind, "", values)
		r.entities[key(e.name)] = e
	} else if r.model.Concepts.Entities[e.id] != nil {
		r.setNumbers(model.EntityKind, e.id, count, "instances", "worst_instances")
	}
	if rest.text() != "" {
		r.attributes(e, rest)
	}
}

func checked(is bool) string {
	if is {
		return "true"
	}
	return "false"
}
