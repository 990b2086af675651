package cql

import (
	"cmp"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// CheckModel returns what Cassandra would refuse of a model's physical part.
// For each element it reports the first refusal, with the column or field
// concerned, what the model's target lacks or ignores, and what is disabled by
// default. An element that depends on a refused one is not checked.
func CheckModel(m *model.Model) []Finding {
	r := newResolver(model.SeededIDs(nil))
	r.target = targetOf(m.Target)
	c := modelChecker{m: m, broken: map[model.ID]bool{}}
	all := writeModel(m)
	r.described = describedIn(func(yield func(syntax.Statement) bool) {
		for _, written := range all {
			if !yield(written.statement) {
				return
			}
		}
	})
	for _, written := range all {
		if c.isBroken(written) {
			c.broken[written.element] = true
			continue
		}
		r.findings = nil
		r.checkTarget(written.statement)
		refusal := r.apply(written.statement)
		if refusal == nil {
			refusal = cmp.Or(c.untyped(written.element), unreadable(written.statement))
		}
		if refusal != nil {
			c.broken[written.element] = true
			r.refuse(written.statement, refusal)
		} else {
			r.warnDisabled(written.statement)
		}
		c.take(written.element, refusal, r.findings)
	}
	return c.findings
}

type modelChecker struct {
	m        *model.Model
	findings []Finding
	// broken are the elements that were refused.
	broken map[model.ID]bool
}

// take assigns the findings about a statement to its element, or to the part of
// it that was refused. It omits notes.
func (c *modelChecker) take(element model.ID, refusal *schema.Refusal, findings []Finding) {
	for _, finding := range findings {
		if finding.Severity == Info {
			continue
		}
		finding.Element, finding.Statement, finding.Text = element, 0, ""
		if refusal != nil && finding.Message == refusal.Message {
			finding.Element = c.part(element, refusal.Part)
		}
		c.findings = append(c.findings, finding)
	}
}

// isBroken reports whether an element depends on a refused one.
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

// untyped finds a column or field without a type, which a script cannot
// express.
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

// part returns the column or field of that name, or else the element.
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
