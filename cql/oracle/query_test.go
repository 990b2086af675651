package oracle

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// find is an attribute that a query returns, or an aggregate. An aggregate of instances has
// the type as its reference, that of rows none.
type find struct {
	reference
	aggregate model.Aggregate
	grouped   bool
}

// findsOf lists what a query returns, types as their attributes. Derived attributes are left to
// the application.
func findsOf(m *model.Model, query *model.Query) []find {
	var finds []find
	add := func(f find) {
		element, _ := m.Element(f.of)
		attribute, is := element.Value.(*model.Attribute)
		if is && attribute.Derived && !attribute.Immutable || slices.Contains(finds, f) {
			return
		}
		finds = append(finds, f)
	}
	for _, item := range model.Sorted(query.Find) {
		f := item.Value
		isType := m.Concepts.Entities[f.Attribute] != nil || m.Concepts.Relationships[f.Attribute] != nil
		if f.Aggregate != "" || !isType {
			add(find{reference{f.Attribute, f.Participant}, f.Aggregate, f.Grouped})
			continue
		}
		for _, of := range append([]model.ID{f.Attribute}, m.Supertypes(f.Attribute)...) {
			for _, attribute := range model.Sorted(m.AttributesOf(of)) {
				if attribute.Value.Parent == "" {
					add(find{reference: reference{attribute.ID, f.Participant}})
				}
			}
		}
	}
	return finds
}

// bound is a condition with what it is compared with: one value, both ends of a range, or
// several values.
type bound struct {
	given  *model.Given
	values []value
}

// bounds chooses values for the conditions of a query: those of a choice, or near them.
func (w *world) bounds(p *path, query *model.Query, c choice) ([]bound, bool) {
	var bounds []bound
	for _, item := range model.Sorted(query.Given) {
		given := item.Value
		v := null
		if at := p.places(reference{given.Attribute, given.Participant}); len(at) > 0 {
			v = w.valueAt(c, at[0], given.Attribute)
		}
		if len(v.parts) > 0 {
			v = v.parts[w.random.IntN(len(v.parts))]
		}
		t, _ := w.m.AttributeType(given.Attribute)
		another := func() value { return valueOf(t.Unfrozen().Name, w.random.IntN(differentValues+1)) }
		if v.isNull() {
			if given.Source != model.ConstantSource {
				return nil, false
			}
			v = another()
		}
		values := []value{v}
		switch {
		case given.Source == model.ConstantSource:
			values = constantsOf(given)
		case given.Operator == model.In:
			for range 2 {
				values = append(values, another())
			}
		case given.Operator == model.Range && len(given.Bounds.Operators()) == 2:
			values = append(values, another())
			slices.SortFunc(values, compareValues)
		case given.Operator == model.Prefix:
			values = []value{{literal: "'v'", text: "v"}}
		}
		if given.Operator == model.In {
			slices.SortFunc(values, compareValues)
			values = slices.CompactFunc(values, func(a, b value) bool { return a.text == b.text })
		}
		bounds = append(bounds, bound{given, values})
	}
	return bounds, true
}

// passes reports whether a value, or an element of it, meets a condition.
func (b *bound) passes(v value) bool {
	if len(v.parts) > 0 {
		return slices.ContainsFunc(v.parts, b.passes)
	}
	if v.isNull() {
		return false
	}
	switch b.given.Operator {
	case model.Range:
		for i, operator := range b.given.Bounds.Operators() {
			order := compareValues(v, b.values[i])
			if operator[0] == '>' && order < 0 || operator[0] == '<' && order > 0 || len(operator) == 1 && order == 0 {
				return false
			}
		}
		return true
	case model.Prefix:
		return strings.HasPrefix(v.text, b.values[0].text)
	}
	return slices.ContainsFunc(b.values, func(one value) bool { return compareValues(one, v) == 0 })
}

// answer is what a query returns: rows in the order of finds, with the values by which they
// are sorted. A row that is free may be missing.
type answer struct {
	rows []answerRow
	// counts has other counts of rows that count instances once.
	aggregated bool
}

type answerRow struct {
	values, sort []value
	free         bool
}

// answer evaluates a query from its definition.
func (w *world) answer(p *path, query *model.Query, bounds []bound, once bool, stored func(choice) bool) answer {
	finds := findsOf(w.m, query)
	aggregates := slices.ContainsFunc(finds, func(f find) bool { return f.aggregate != "" })
	var may optional
	if !aggregates {
		may = p.optional(p.core(coreOf(query)))
	}
	var matching []choice
	for _, c := range w.choices(p, may) {
		if stored != nil && !stored(c) {
			continue
		}
		if !slices.ContainsFunc(bounds, func(b bound) bool {
			return !b.passes(w.valueIn(p, c, reference{b.given.Attribute, b.given.Participant}))
		}) {
			matching = append(matching, c)
		}
	}
	if aggregates {
		return answer{w.groups(p, query, finds, matching, once), true}
	}
	var rows []answerRow
	for _, c := range matching {
		row := answerRow{free: w.isFreeRow(p, query, c, finds)}
		for _, f := range finds {
			row.values = append(row.values, w.valueIn(p, c, f.reference))
		}
		for _, item := range model.Sorted(query.SortBy) {
			v := w.valueIn(p, c, reference{item.Value.Attribute, item.Value.Participant})
			row.sort = append(row.sort, v)
			row.free = row.free || v.isNull() // a key needs a value
		}
		rows = append(rows, row)
	}
	return answer{rows, false}
}

func coreOf(query *model.Query) []reference {
	var core []reference
	for _, item := range model.Sorted(query.Given) {
		core = append(core, reference{item.Value.Attribute, item.Value.Participant})
	}
	for _, item := range model.Sorted(query.SortBy) {
		core = append(core, reference{item.Value.Attribute, item.Value.Participant})
	}
	return core
}

func groupedBy(query *model.Query) []reference {
	var found []reference
	for _, item := range query.Find {
		if item.Grouped {
			found = append(found, reference{item.Attribute, item.Participant})
		}
	}
	return found
}

func (w *world) valueIn(p *path, c choice, r reference) value {
	if at := p.places(r); len(at) > 0 {
		return w.valueAt(c, at[0], r.of)
	}
	return null
}

// isFreeRow reports whether a row tells nothing: what it finds is missing.
func (w *world) isFreeRow(p *path, query *model.Query, c choice, finds []find) bool {
	for i, v := range p.variables {
		isSome := len(v.anyOf) == 0
		for _, of := range v.anyOf {
			isSome = isSome || c.at[i] != nil && c.at[i].members[of]
		}
		if !isSome {
			return true
		}
	}
	if !slices.Contains(c.facts, nil) {
		return false
	}
	return !slices.ContainsFunc(finds, func(f find) bool {
		isGiven := slices.ContainsFunc(coreOf(query), func(r reference) bool { return r == f.reference })
		return !isGiven && !w.valueIn(p, c, f.reference).isNull()
	})
}

// core marks the variables and atoms that references are about.
func (p *path) core(references []reference) (variables map[int]bool, atoms map[int]bool) {
	variables, atoms = map[int]bool{}, map[int]bool{}
	for _, r := range references {
		if at := p.places(r); len(at) > 0 {
			if at[0].atom >= 0 {
				atoms[at[0].atom] = true
			} else {
				variables[at[0].variable] = true
			}
		}
	}
	return variables, atoms
}

// optional tells which parts instances do not need: those to which an atom leads that there is
// one of at most, and on to one each, if the core is on the near side.
func (p *path) optional(variables, atoms map[int]bool) optional {
	may := optional{map[int]bool{}, map[int]bool{}}
	if len(variables)+len(atoms) == 0 {
		for i := range p.variables {
			if reached, all := p.determined(i, -1); all == len(p.atoms) && len(reached) == len(p.variables) {
				variables[i] = true
				break
			}
		}
	}
	if len(variables)+len(atoms) == 0 {
		return may
	}
	for i, a := range p.atoms {
		if len(a.ends) != 2 || atoms[i] {
			continue
		}
		for end, far := range a.ends {
			whole, all := p.component(far, i)
			determined, count := p.determined(far, i)
			isCore := false
			for at := range whole {
				isCore = isCore || variables[at]
			}
			for other := range atoms {
				for _, at := range p.atoms[other].ends {
					isCore = isCore || whole[at]
				}
			}
			if p.m.Concepts.Relationships[a.of].Participants[end].Cardinality != "1" || isCore || whole[a.other(end)] || len(determined) < len(whole) || count < all {
				continue
			}
			may.atoms[i] = true
			for j, inner := range p.atoms {
				for _, at := range inner.ends {
					may.atoms[j] = may.atoms[j] || j != i && whole[at]
				}
			}
			for at := range whole {
				may.variables[at] = true
			}
		}
	}
	return may
}

func (a *atom) other(end model.ID) int {
	for other, at := range a.ends {
		if other != end {
			return at
		}
	}
	return -1
}

// component is what is connected with a variable without an atom.
func (p *path) component(from, without int) (map[int]bool, int) {
	return p.reach(from, without, func(atom, model.ID) bool { return true })
}

// determined is what an instance has one of.
func (p *path) determined(from, without int) (map[int]bool, int) {
	return p.reach(from, without, func(a atom, end model.ID) bool {
		return len(a.ends) == 2 && p.m.Concepts.Relationships[a.of].Participants[end].Cardinality == "1"
	})
}

func (p *path) reach(from, without int, leads func(a atom, to model.ID) bool) (map[int]bool, int) {
	reached, used := map[int]bool{from: true}, map[int]bool{}
	for grown := true; grown; {
		grown = false
		for i, a := range p.atoms {
			if i == without || used[i] {
				continue
			}
			for end, at := range a.ends {
				for other, near := range a.ends {
					if other != end && reached[near] && leads(a, end) {
						reached[at], used[i], grown = true, true, true
					}
				}
			}
		}
	}
	return reached, len(used)
}

// groups evaluates a query with aggregates. once counts each instance once.
func (w *world) groups(p *path, query *model.Query, finds []find, matching []choice, once bool) []answerRow {
	grouped := slices.ContainsFunc(finds, func(f find) bool { return f.grouped })
	groups, order := map[string][]choice{}, []string{}
	for _, c := range matching {
		name, isNull := "", false
		for _, f := range finds {
			if f.grouped || !grouped && f.aggregate == "" {
				v := w.valueIn(p, c, f.reference)
				name, isNull = name+v.text+"|", isNull || v.isNull()
			}
		}
		if isNull && grouped {
			continue // a key needs a value
		}
		if groups[name] == nil {
			order = append(order, name)
		}
		groups[name] = append(groups[name], c)
	}
	var rows []answerRow
	for _, name := range order {
		row := answerRow{}
		for _, f := range finds {
			if f.aggregate == "" {
				row.values = append(row.values, w.valueIn(p, groups[name][0], f.reference))
				continue
			}
			row.values = append(row.values, w.aggregate(p, f, groups[name], once))
		}
		for _, item := range model.Sorted(query.SortBy) {
			row.sort = append(row.sort, w.valueIn(p, groups[name][0], reference{item.Value.Attribute, item.Value.Participant}))
		}
		rows = append(rows, row)
	}
	return rows
}

func (w *world) aggregate(p *path, f find, group []choice, once bool) value {
	var values []value
	seen := map[string]bool{}
	element, _ := w.m.Element(f.of)
	for _, c := range group {
		if element.Kind == model.AttributeKind {
			if v := w.valueIn(p, c, f.reference); !v.isNull() {
				who := ""
				if at := p.places(f.reference)[0]; at.atom >= 0 {
					who = fmt.Sprintf("%p", c.facts[at.atom])
				} else {
					who = fmt.Sprintf("%p", c.at[at.variable])
				}
				if !once || !seen[who] {
					values = append(values, v)
				}
				seen[who] = true
			}
			continue
		}
		who := ""
		for i, v := range p.variables {
			if v.root == rootOf(w.m, f.of) && (f.participant == "" || v.roles[f.participant]) {
				who = fmt.Sprintf("%p", c.at[i])
			}
		}
		for i, a := range p.atoms {
			if a.of == f.of {
				who = fmt.Sprintf("%p", c.facts[i])
			}
		}
		if !once || who == "" || !seen[who] {
			values = append(values, valueOf("int", 1))
		}
		seen[who] = true
	}
	return computed(f.aggregate, values)
}

// computed is the value of an aggregate.
func computed(function model.Aggregate, values []value) value {
	plain := func(number float64) value {
		text := strconv.FormatFloat(number, 'f', -1, 64)
		return value{literal: text, text: text}
	}
	if function == model.Count {
		return plain(float64(len(values)))
	}
	if len(values) == 0 {
		return null
	}
	sorted := slices.SortedFunc(slices.Values(values), compareValues)
	switch function {
	case model.Min:
		return sorted[0]
	case model.Max:
		return sorted[len(sorted)-1]
	}
	sum := 0.
	for _, v := range values {
		number, _ := strconv.ParseFloat(v.text, 64)
		sum += number
	}
	if function == model.Avg {
		sum /= float64(len(values))
	}
	return plain(sum)
}

// isSame reports whether two values are equal; numbers may differ by rounding.
func isSame(a, b value) bool {
	x, err := strconv.ParseFloat(a.text, 64)
	y, err2 := strconv.ParseFloat(b.text, 64)
	if err == nil && err2 == nil {
		return math.Abs(x-y) <= 1e-6*math.Max(1, math.Abs(x))
	}
	return a.text == b.text || a.isNull() && b.isNull()
}

func computedRatio(sum, count value) value {
	x, _ := strconv.ParseFloat(sum.text, 64)
	y, _ := strconv.ParseFloat(count.text, 64)
	text := strconv.FormatFloat(x/y, 'f', -1, 64)
	return value{literal: text, text: text}
}
