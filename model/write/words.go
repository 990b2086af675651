package write

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// CannotRun returns the reason why a statement cannot run, or "": some values have no source, or
// Cassandra rejects it. A row is inserted only if the row that it replaces can be deleted, and the
// other way round.
func (s *Statement) CannotRun() string {
	if reason := s.ownReason(); reason != "" {
		return reason
	}
	for _, other := range s.with {
		if reason := other.ownReason(); reason != "" && s.Write.Insert != nil {
			return "the row that it replaces cannot be deleted: " + reason
		} else if reason != "" {
			return "the row that replaces it cannot be inserted: " + reason
		}
	}
	return ""
}

func (s *Statement) ownReason() string {
	switch {
	case s.Refusal != nil:
		return "Cassandra rejects it"
	case len(s.Missing) > 0:
		return "nothing finds " + list(s.Missing)
	}
	return ""
}

// Words describes the size of a plan: "writes 2 tables, 1 statement cannot run".
func (p *Plan) Words() string {
	written := filter(p.Tables, func(t TableWrites) bool { return !t.Blocked })
	words := "writes " + numbered(len(written), "table")
	for i := range p.Steps {
		if step := &p.Steps[i]; step.Kind == Blocked {
			words += ", " + numbered(len(step.Statements), "statement") + " cannot run"
		}
	}
	return words
}

func numbered(count int, noun string) string {
	switch count {
	case 0:
		return "no " + noun
	case 1:
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}

// Application says in sentences what the application does with a statement beside running it
// once for each of some values: which rows of a read it keeps, when it leaves the statement
// out, and which of two instances a value is of.
func (s *Statement) Application() []string {
	if reason := s.CannotRun(); reason != "" {
		return []string{"cannot run: " + reason}
	}
	var words []string
	for _, k := range s.Keep {
		words = append(words, fmt.Sprintf("keep only rows where %s %s ?", k.Column, k.Operator)+ofRole(k.Value))
	}
	if s.Stops {
		words = append(words, "stop if there is a row")
	}
	words = append(words, s.conditions()...)
	for _, v := range s.Unless {
		words = append(words, fmt.Sprintf("only if step %d finds no %s", v.Step+1, v.From))
	}
	if len(s.Differs) > 0 {
		var columns []string
		for _, d := range s.Differs {
			columns = append(columns, d.Old.Column)
		}
		words = append(words, "only if the new row has another "+list(columns))
	}
	switch s.IfGroup {
	case Left:
		words = append(words, "only if the group has an instance left")
	case EmptyGroup:
		words = append(words, "only if the group has no instance left")
	}
	if s.UnlessWritten {
		words = append(words, "only if no other statement writes "+s.deleted())
	}
	for _, pair := range s.Same {
		words = appendNew(words, fmt.Sprintf("only if the %s is that of the %s", cmp.Or(pair[0].Role, pair[0].Column), cmp.Or(pair[1].Role, pair[1].Column)))
	}
	return slices.Concat(words, s.empties(), s.news(), s.roles())
}

// news describes the columns that may have the new value of the update, and when.
func (s *Statement) news() []string {
	var words []string
	for _, v := range s.Values {
		if v.NewIf == 0 {
			continue
		}
		var pairs []string
		for _, pair := range s.Alike[v.NewIf-1] {
			is := "is"
			if pair[1].Element && pair[1].Step < 0 {
				is = "is one of"
			}
			pairs = append(pairs, fmt.Sprintf("%s %s %s", pair[0].origin(), is, pair[1].origin()))
		}
		words = appendNew(words, fmt.Sprintf("%s has the new value if %s", v.Column, strings.Join(pairs, " and ")))
	}
	return words
}

// origin names a value by the column of a read, or else by its attribute.
func (v *Value) origin() string {
	if v.Step >= 0 {
		return fmt.Sprintf("%s of step %d", v.From, v.Step+1)
	}
	return v.Name
}

// deleted names what a statement deletes.
func (s *Statement) deleted() string {
	switch {
	case s.Write.Update != nil:
		return "the same element"
	case s.Write.Delete != nil && len(s.Write.Delete.Columns) > 0:
		return "the same columns"
	}
	return "the same row"
}

// empties describes the columns that stay empty, and when.
func (s *Statement) empties() []string {
	var words []string
	for _, v := range s.Values {
		if v.IfNull != "" {
			words = append(words, fmt.Sprintf("%s stays empty if %s of step %d is null", v.Column, v.IfNull, v.IfNullIn+1))
		}
	}
	return words
}

// conditions say when the statement runs. A read whose value must not be null must have a row,
// and a deletion may find none.
func (s *Statement) conditions() []string {
	var words []string
	columns, order := map[int][]string{}, []int(nil)
	for _, v := range s.OnlyIf {
		switch {
		case v.Step < 0:
			words = appendNew(words, "only if "+cmp.Or(v.Condition, "there is a "+v.Name))
		default:
			if order = appendNew(order, v.Step); v.From != "" {
				columns[v.Step] = append(columns[v.Step], v.From)
			}
		}
	}
	for _, step := range order {
		switch found := columns[step]; {
		case len(found) == 1:
			words = append(words, fmt.Sprintf("only if %s of step %d is not null", found[0], step+1))
		case len(found) > 1:
			words = append(words, fmt.Sprintf("only if %s of step %d are not null", list(found), step+1))
		case s.Write.Update != nil || s.Write.Insert != nil:
			words = append(words, fmt.Sprintf("only if step %d finds a row", step+1))
		}
	}
	return words
}

// roles names the instances of given values, where the names of their columns leave them open.
func (s *Statement) roles() []string {
	var words []string
	for _, v := range s.Values {
		if is := ofRole(v); is != "" {
			words = appendNew(words, v.Column+is)
		}
	}
	return words
}

// ofRole names the instance of a given value: " is that of the Account (payer)".
func ofRole(v Value) string {
	if v.Step != Given || v.Role == "" || strings.Contains(v.Column, model.Identifier(v.named)) {
		return ""
	}
	return " is that of the " + v.Role
}

// nameRole names the instance of a value: its type, with its role in parentheses, or with the
// relationship type by which it is related.
func (w *planning) nameRole(v *Value) {
	if element, found := w.model.Element(v.Participant); found {
		if participant, is := element.Value.(*model.Participant); is {
			v.Role, v.named = w.roleTitle(element.Parent, participant), w.model.Title(participant.Entity)
			if participant.Role != "" {
				v.named = participant.Role
			}
		}
	}
}

func (p *planner) roleTitle(relationship model.ID, end *model.Participant) string {
	by := end.Role
	if by == "" {
		by = p.model.Title(relationship)
	}
	return p.model.Title(end.Entity) + " (" + by + ")"
}

// conditionOf returns the condition that the participant of a relationship at one end has a partner
// at another one: "the Recipe has a Cook (chef)".
func (p *planner) conditionOf(relationship, other, end model.ID) string {
	ends := p.model.Concepts.Relationships[relationship].Participants
	title := p.model.Title(ends[end].Entity)
	words := "the " + p.model.Title(ends[other].Entity) + " has " + article(title) + " " + title
	if ends[end].Role != "" || p.isRelatedTwice(ends[other].Entity, ends[end].Entity) {
		words = strings.TrimSuffix(words, title) + p.roleTitle(relationship, ends[end])
	}
	return words
}

// isRelatedTwice reports whether several relationship types relate two entity types.
func (p *planner) isRelatedTwice(a, b model.ID) bool {
	return len(filter(p.facts.links[a], func(link model.ID) bool { return slices.Contains(p.facts.links[b], link) })) > 1
}

func article(noun string) string {
	if noun != "" && strings.ContainsRune("AEIOaeio", rune(noun[0])) {
		return "an"
	}
	return "a"
}
