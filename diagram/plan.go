package diagram

import (
	"slices"

	"widerow/model"
)

// plan holds the part of a net that a display selects.
type plan struct {
	net       net
	model     *model.Model
	display   *Display
	kept      map[string]bool     // boxes that pass the filters and are near the focus
	collapsed map[string]model.ID // boxes that are drawn as one with their keyspace
	problems  []Problem
	unfocused bool // the focused element is not in this diagram
}

// newPlan also removes references from the display that the model does not have.
func newPlan(m *model.Model, n net, display *Display) *plan {
	p := &plan{net: n, model: m, display: display, kept: make(map[string]bool, len(n.boxes)), collapsed: map[string]model.ID{}}
	p.check()
	for _, box := range n.boxes {
		p.kept[box] = p.passes(box)
	}
	if display.Query != "" {
		p.keepOnly(p.touched(display.Query))
	}
	if display.Focus != "" {
		p.focus()
	}
	p.settle()
	if display.Only != nil {
		p.keepOnly(boxesOf(display.Only))
	}
	p.collapse()
	return p
}

// check reports references of the display that the model does not have.
func (p *plan) check() {
	m, d := p.model, p.display
	gone := func(parameter, value, what string) {
		p.problems = append(p.problems, Problem{parameter, value, "this model has no such " + what})
	}
	if _, found := m.Element(d.Focus); d.Focus != "" && !found {
		gone("focus", string(d.Focus), "element")
		d.Focus, d.Steps = "", 0
	}
	if d.Keyspace != "" && m.Physical.Keyspaces[d.Keyspace] == nil {
		gone("keyspace", string(d.Keyspace), "keyspace")
		d.Keyspace = ""
	}
	if d.Tag != "" && !slices.Contains(m.Tags(), d.Tag) {
		gone("tag", d.Tag, "tag")
		d.Tag = ""
	}
	if d.Query != "" && m.Workflow.Queries[d.Query] == nil && m.Workflow.Updates[d.Query] == nil {
		gone("query", string(d.Query), "query")
		d.Query = ""
	}
	d.Collapsed = slices.DeleteFunc(slices.Clone(d.Collapsed), func(id model.ID) bool {
		found := m.Physical.Keyspaces[id] != nil
		if !found {
			gone("collapse", string(id), "keyspace")
		}
		return !found
	})
}

// passes reports whether a box is in the keyspace and has the tag of the display.
// Steps and concepts have neither.
func (p *plan) passes(box string) bool {
	m, d, id := p.model, p.display, model.ID(box)
	switch p.net.kind {
	case KindLogical:
		return (d.Keyspace == "" || p.realisedIn(id, d.Keyspace)) && (d.Tag == "" || m.Logical.Tables[id].Tags[d.Tag])
	case KindPhysical:
		if relation := m.Physical.Relations[id]; relation != nil {
			return (d.Keyspace == "" || relation.Keyspace == d.Keyspace) && (d.Tag == "" || slices.Contains(m.TagsOf(relation), d.Tag))
		}
		return d.Keyspace == "" || m.Physical.Types[id].Keyspace == d.Keyspace
	}
	return true
}

func (p *plan) realisedIn(table, keyspace model.ID) bool {
	for _, relation := range p.model.Physical.Relations {
		if relation.Keyspace == keyspace && relation.Realizes[table] {
			return true
		}
	}
	return false
}

func (p *plan) keepOnly(boxes map[string]bool) {
	for box := range p.kept {
		p.kept[box] = p.kept[box] && boxes[box]
	}
}

func boxesOf(ids []model.ID) map[string]bool {
	boxes := make(map[string]bool, len(ids))
	for _, id := range ids {
		boxes[string(id)] = true
	}
	return boxes
}

// touched returns the boxes at the arrows of a query or an update, or, in an ER
// diagram, those whose attributes it names.
func (p *plan) touched(access model.ID) map[string]bool {
	boxes := map[string]bool{}
	for _, a := range p.net.arrows {
		if a.access == access {
			boxes[a.from], boxes[a.to] = true, true
		}
	}
	if p.net.kind == KindER {
		p.addAsked(access, boxes)
	}
	delete(boxes, "")
	return boxes
}

// addAsked adds the entity and relationship types whose attributes a query or an
// update names.
func (p *plan) addAsked(access model.ID, boxes map[string]bool) {
	named := model.IDSet{}
	if query := p.model.Workflow.Queries[access]; query != nil {
		for _, find := range query.Find {
			named[find.Attribute] = true
		}
		for _, given := range query.Given {
			named[given.Attribute] = true
		}
		for _, sort := range query.SortBy {
			named[sort.Attribute] = true
		}
	}
	if update := p.model.Workflow.Updates[access]; update != nil {
		for _, write := range update.Writes {
			named[write.Element] = true
		}
		for _, given := range update.Given {
			named[given.Attribute] = true
		}
	}
	for id := range named {
		if element, found := p.model.Element(id); found && id != "" {
			boxes[p.boxOf(element)] = true
		}
	}
}

// boxOf returns the box in which an element is drawn, "" for none.
func (p *plan) boxOf(element model.Element) string {
	for element.Kind != model.ModelKind {
		if _, found := p.kept[string(element.ID)]; found {
			return string(element.ID)
		}
		element, _ = p.model.Element(element.Parent)
	}
	return ""
}

// settle completes the selection. In the ER diagram it adds the entity types of kept
// relationships, then keeps the relationships and hierarchies whose entity types are
// all kept. In the physical diagram it keeps the user-defined types that a kept table
// uses.
func (p *plan) settle() {
	d := p.display
	switch {
	case p.net.kind == KindER && p.partial():
		p.settleRelationships()
		p.settleHierarchies()
	case p.net.kind == KindPhysical && (d.Focus != "" || d.Query != "" || d.Tag != "") && p.partial():
		p.keepUsedTypes()
	}
}

// partial reports whether something is left out.
func (p *plan) partial() bool {
	return slices.ContainsFunc(p.net.boxes, func(box string) bool { return !p.kept[box] })
}

func (p *plan) settleRelationships() {
	relationships := p.model.Concepts.Relationships
	for id, relationship := range relationships {
		for _, participant := range relationship.Participants {
			if p.kept[string(id)] {
				p.keep(string(participant.Entity))
			}
		}
	}
	for id, relationship := range relationships {
		known, kept := 0, 0
		for _, participant := range relationship.Participants {
			if near, found := p.kept[string(participant.Entity)]; found {
				known++
				if near {
					kept++
				}
			}
		}
		p.kept[string(id)] = known == kept && (known > 0 || p.kept[string(id)])
	}
}

func (p *plan) settleHierarchies() {
	for id, hierarchy := range p.model.Concepts.Hierarchies {
		if p.kept[string(id)] {
			p.kept[string(id)] = false
		}
		for _, subtype := range hierarchy.Subtypes {
			if p.kept[string(hierarchy.Supertype)] && p.kept[string(subtype.Entity)] {
				p.keep(string(id))
			}
		}
	}
}

// keep adds a box if the net has it.
func (p *plan) keep(box string) {
	if _, found := p.kept[box]; found {
		p.kept[box] = true
	}
}

func (p *plan) keepUsedTypes() {
	used := model.IDSet{}
	var use func(model.Type)
	use = func(t model.Type) {
		for _, id := range t.UserTypes() {
			if userType := p.model.Physical.Types[id]; userType != nil && !used[id] {
				used[id] = true
				for _, field := range userType.Fields {
					use(field.Type)
				}
			}
		}
	}
	for id, relation := range p.model.Physical.Relations {
		if p.kept[string(id)] {
			for _, column := range relation.Columns {
				use(column.Type)
			}
		}
	}
	for id := range p.model.Physical.Types {
		if id != p.display.Focus {
			p.kept[string(id)] = used[id]
		}
	}
}

func (p *plan) collapse() {
	if p.net.kind != KindPhysical {
		return
	}
	for _, box := range p.net.boxes {
		if keyspace := keyspaceOf(p.model, model.ID(box)); p.kept[box] && slices.Contains(p.display.Collapsed, keyspace) {
			p.collapsed[box] = keyspace
		}
	}
}

// keyspaceOf returns the keyspace of a relation or a user-defined type.
func keyspaceOf(m *model.Model, id model.ID) model.ID {
	if relation := m.Physical.Relations[id]; relation != nil {
		return relation.Keyspace
	}
	if userType := m.Physical.Types[id]; userType != nil {
		return userType.Keyspace
	}
	return ""
}

// shows reports whether an element has a box of its own.
func (p *plan) shows(id model.ID) bool { return p.kept[string(id)] && p.collapsed[string(id)] == "" }

// at returns the box that represents a box in the picture: itself, or its collapsed
// keyspace; "" for none.
func (p *plan) at(box string) string {
	if keyspace := p.collapsed[box]; keyspace != "" {
		return string(keyspace)
	}
	if p.kept[box] {
		return box
	}
	return ""
}

// arrows returns the arrows between boxes that are drawn. An arrow whose source is
// left out becomes an entry arrow, of which one query has one to each table.
func (p *plan) arrows() []arrow {
	drawn := make([]arrow, 0, len(p.net.arrows))
	merged := map[arrow]bool{}
	for _, a := range p.net.arrows {
		if p.display.Query != "" && a.access != p.display.Query || p.mutes(a) {
			continue
		}
		shown := a
		shown.from, shown.to = p.at(a.from), p.at(a.to)
		if shown.to == "" || shown.from == shown.to && a.from != a.to {
			continue
		}
		if p.collapsed[a.from]+p.collapsed[a.to] != "" || shown.from == "" && p.display.Filtered() {
			// One query to several tables of a collapsed keyspace is one arrow.
			same := shown
			same.id = ""
			if a.from == a.to || a.access != "" && merged[same] {
				continue
			}
			merged[same] = true
		}
		drawn = append(drawn, shown)
	}
	return drawn
}

// mutes reports whether the arrow of an update is left out. Only arrows between
// tables are, since there can be many. In the workflow an update's arrow leads to a
// step.
func (p *plan) mutes(a arrow) bool {
	return p.display.NoUpdates && p.net.kind != KindWorkflow && p.model.Workflow.Updates[a.access] != nil
}

// count returns the number of tables, steps or entity types that are shown, and the
// number of all.
func (p *plan) count() (shown, all int) {
	for _, box := range p.net.boxes {
		id := model.ID(box)
		if p.model.Concepts.Relationships[id] != nil || p.model.Concepts.Hierarchies[id] != nil || p.model.Physical.Types[id] != nil {
			continue
		}
		all++
		if p.shows(id) {
			shown++
		}
	}
	return shown, all
}
