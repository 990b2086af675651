package cql

import (
	"cmp"
	"strings"

	"widerow/model"
	"widerow/model/schema"
)

// CheckModel tells what Cassandra would refuse of a model's physical part:
// for each element the first refusal, with the column or field that it is
// about, and what it takes only with a feature switched on. An element that
// builds on a refused one is not judged.
func CheckModel(m *model.Model) []Finding {
	r := newResolver(model.SeededIDs(nil))
	c := modelChecker{m: m, broken: map[model.ID]bool{}}
	for _, written := range writeModel(m) {
		if c.isBroken(written) {
			c.broken[written.element] = true
			continue
		}
		r.findings = nil
		refusal := r.apply(written.statement)
		if refusal == nil {
			refusal = cmp.Or(c.untyped(written.element), unreadable(written.statement))
		}
		if refusal == nil {
			c.warn(written.element, r.findings)
			continue
		}
		c.broken[written.element] = true
		c.findings = append(c.findings, Finding{Severity: Error, Code: string(refusal.Code), Message: refusal.Message,
			Name: r.nameOf(written.statement, refusal.Part), Element: c.part(written.element, refusal.Part)})
	}
	return c.findings
}

type modelChecker struct {
	m        *model.Model
	findings []Finding
	// broken are the elements that were refused.
	broken map[model.ID]bool
}

// warn takes the warnings about a statement over for its element.
func (c *modelChecker) warn(element model.ID, findings []Finding) {
	for _, finding := range findings {
		if finding.Severity == Warning {
			finding.Element, finding.Text = element, ""
			c.findings = append(c.findings, finding)
		}
	}
}

// isBroken reports whether an element needs one that was refused.
func (c *modelChecker) isBroken(written written) bool {
	id := written.element
	if userType := c.m.Physical.Types[id]; userType != nil {
		for _, field := range userType.Fields {
			if c.usesBroken(field.Type) {
				return true
			}
		}
		return c.broken[userType.Keyspace]
	}
	relation := c.m.Physical.Relations[id]
	if relation == nil {
		return c.broken[written.table]
	}
	for _, column := range relation.Columns {
		if c.usesBroken(column.Type) {
			return true
		}
	}
	return c.broken[relation.Keyspace] || c.broken[relation.Base]
}

func (c *modelChecker) usesBroken(t model.Type) bool {
	for _, id := range t.UserTypes() {
		if c.broken[id] {
			return true
		}
	}
	return false
}

// untyped finds a column or field without a type, which no script can have.
func (c *modelChecker) untyped(id model.ID) *schema.Refusal {
	var names []string
	if relation := c.m.Physical.Relations[id]; relation != nil {
		for _, column := range relation.SortedColumns() {
			if column.Value.Type.IsZero() {
				names = append(names, column.Value.Name)
			}
		}
	}
	if userType := c.m.Physical.Types[id]; userType != nil {
		for _, field := range model.Sorted(userType.Fields) {
			if field.Value.Type.IsZero() {
				names = append(names, field.Value.Name)
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	return &schema.Refusal{Code: schema.Syntax, Message: "No type was chosen for " + strings.Join(names, ", "), Part: names[0]}
}

// part is the column or field of that name, or else the element.
func (c *modelChecker) part(id model.ID, name string) model.ID {
	if relation := c.m.Physical.Relations[id]; relation != nil {
		for _, column := range relation.SortedColumns() {
			if column.Value.Name == name {
				return column.ID
			}
		}
	}
	if userType := c.m.Physical.Types[id]; userType != nil {
		for _, field := range model.Sorted(userType.Fields) {
			if field.Value.Name == name {
				return field.ID
			}
		}
	}
	return id
}
