package querytext

import (
	"slices"
	"strings"

	"widerow/model"
)

// FormatUpdate writes an update as text that ParseUpdate reads as the same update. It
// leaves out parts that name nothing.
func FormatUpdate(m *model.Model, parts Update) string {
	return strings.Join(updateLines(m, parts), " ")
}

// FormatUpdateLines is FormatUpdate with each clause on a line of its own.
func FormatUpdateLines(m *model.Model, parts Update) string {
	return strings.Join(updateLines(m, parts), "\n")
}

func updateLines(m *model.Model, parts Update) []string {
	var lines []string
	for _, clause := range UpdateClauses(m, parts) {
		lines = append(lines, strings.TrimSpace(clause.Keyword+" "+clause.Text))
	}
	return lines
}

// UpdateClauses returns the clauses of an update's text. It returns none if nothing is known of the update.
func UpdateClauses(m *model.Model, parts Update) []Clause {
	s := newScope(m)
	written := Clause{s.verbOf(parts), s.written(parts.Writes)}
	if written.Text == "" {
		return nil
	}
	clauses := []Clause{written, {"WHERE", s.conditions(parts.Given)}}
	clauses = slices.DeleteFunc(clauses, func(c Clause) bool { return c.Text == "" })
	if parts.Cascade != "" && parts.Kind == model.Delete {
		clauses = append(clauses, Clause{Keyword: strings.ToUpper(string(parts.Cascade))})
	}
	if parts.Conditional {
		clauses = append(clauses, Clause{Keyword: conditionWords[parts.Kind]})
	}
	return clauses
}

// verbOf returns the verb for the kind of update. One value of an attribute with several
// is added or removed.
func (s *scope) verbOf(parts Update) string {
	element := len(parts.Writes) > 0 && !slices.ContainsFunc(parts.Writes, func(w model.Write) bool { return !s.isMultiValued(w) })
	for _, verb := range verbs {
		if verb.kind != parts.Kind || verb.synonym || verb.element != (element && (verb.kind == model.Insert || verb.kind == model.Delete)) {
			continue
		}
		if verb.element {
			return verb.word + " " + verb.particle
		}
		return verb.word
	}
	return strings.ToUpper(string(parts.Kind))
}

func (s *scope) written(writes []model.Write) string {
	var items []string
	for _, write := range writes {
		if name := s.format(writeReference(write)); name != "" {
			items = append(items, alone(name))
		}
	}
	return strings.Join(items, ", ")
}
