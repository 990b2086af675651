package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// AddTableForQuery derives a logical table from a query, and adds a query arrow.
// The partition key comes from equality conditions, the clustering columns from
// ORDER BY, from ranges and from the key of the main entity, so that rows do not
// overwrite each other. The other columns are regular. It is a first draft, since
// the mapping rules leave choices.
type AddTableForQuery struct {
	Query ID
	ID    ID // of the table; empty for a new one
}

// Name returns "AddTableForQuery".
func (a AddTableForQuery) Name(*Model) string { return "AddTableForQuery" }

func (a AddTableForQuery) apply(m *Model, ids IDs) error {
	query := m.Workflow.Queries[a.Query]
	if query == nil {
		return &GoneError{a.Query}
	}
	if a.ID == "" {
		a.ID = ids.New()
	}
	if err := m.newID(a.ID); err != nil {
		return err
	}
	plan := m.planTable(a.Query, query)
	table := &LogicalTable{Columns: map[ID]*LogicalColumn{},
		Name: freeName(plan.name(), func(name string) bool { return m.siblingNamed(Element{Kind: TableKind}, name) })}
	var last Order
	for _, column := range plan.columns {
		last = Between(last, "")
		column.Order = last
		table.Columns[ids.New()] = column
	}
	m.insert(Element{a.ID, TableKind, "", table}, "")
	arrow := &QueryArrow{Access: a.Query, From: m.tableBefore(a.Query), To: a.ID}
	m.insert(Element{ids.New(), ArrowKind, "", arrow}, "")
	return Realize{Table: a.ID}.apply(m, ids)
}

func (a AddTableForQuery) words(before, after *Model) string {
	for _, arrow := range Sorted(after.Logical.Arrows) {
		if before.Logical.Arrows[arrow.ID] == nil && arrow.Value.Access == a.Query {
			return fmt.Sprintf("added table %s for %s", inWords(after, arrow.Value.To), inWords(after, a.Query))
		}
	}
	return ""
}

// tableBefore returns the table whose result leads to the query: that of a query
// on a transition into the step where this query starts.
func (m *Model) tableBefore(query ID) ID {
	for _, outgoing := range Sorted(m.Workflow.Transitions) {
		if outgoing.Value.Access != query || outgoing.Value.From == "" {
			continue
		}
		for _, incoming := range Sorted(m.Workflow.Transitions) {
			if incoming.Value.To != outgoing.Value.From || incoming.Value.Access == "" {
				continue
			}
			for _, arrow := range Sorted(m.Logical.Arrows) {
				if arrow.Value.Access == incoming.Value.Access && m.Workflow.Queries[arrow.Value.Access] != nil {
					return arrow.Value.To
				}
			}
		}
	}
	return ""
}

// tablePlan collects the columns of a table for a query.
type tablePlan struct {
	m        *Model
	query    ID
	entity   ID // the main entity
	columns  []*LogicalColumn
	searched []string // the words after "_by_" in the table's name
	found    string   // the first name in SELECT, for a model without concepts
}

func (m *Model) planTable(id ID, query *Query) *tablePlan {
	plan := &tablePlan{m: m, query: id, entity: m.mainEntity(query)}
	for _, given := range Sorted(query.Given) {
		plan.search(given.Value.Attribute, given.Value.Name)
		if given.Value.Operator == Equal || given.Value.Operator == In {
			plan.add(given.Value.Attribute, given.Value.Name, Partition, false)
		}
	}
	for _, sort := range Sorted(query.SortBy) {
		plan.add(sort.Value.Attribute, sort.Value.Name, Clustering, sort.Value.Descending)
	}
	for _, given := range Sorted(query.Given) {
		plan.add(given.Value.Attribute, given.Value.Name, Clustering, false)
	}
	for _, key := range plan.m.keyOf(plan.entity) {
		plan.add(key, "", Clustering, false)
	}
	for _, find := range Sorted(query.Find) {
		plan.found = cmp.Or(plan.found, find.Value.Name)
		plan.add(find.Value.Attribute, find.Value.Name, Regular, false)
	}
	return plan
}

// add appends a column unless the table has it. So an attribute that is both in
// ORDER BY and in a range condition keeps the direction of ORDER BY.
func (p *tablePlan) add(attribute ID, name string, role Role, descending bool) {
	entity, concept := p.m.attribute(attribute)
	column := &LogicalColumn{Name: name, Role: role, Descending: descending, Query: p.query}
	if concept != nil {
		column.Name, column.Attribute = p.columnName(entity, concept), attribute
		column.Collection = p.m.collectionOf(entity, attribute, concept)
		if role.InKey() {
			column.Collection = SingleValue
		}
	}
	column.Name = cmp.Or(Identifier(column.Name), column.Name)
	same := func(c *LogicalColumn) bool { return c.Name == column.Name }
	if column.Name != "" && !slices.ContainsFunc(p.columns, same) {
		p.columns = append(p.columns, column)
	}
}

// columnName returns a column's name. Attributes of other entities than the main
// one are prefixed with the entity's name: poi_name in a table of hotels.
func (p *tablePlan) columnName(entity ID, attribute *Attribute) string {
	name := Identifier(attribute.Name)
	owner := Identifier(p.m.lastName(entity))
	if entity == p.entity || owner == "" || strings.HasPrefix(name, owner) {
		return name
	}
	return owner + "_" + name
}

// search adds a word to the table's name. The key of another entity adds that
// entity's name. The main entity's own key adds nothing: hotels, not
// hotels_by_hotel_id.
func (p *tablePlan) search(attribute ID, name string) {
	entity, concept := p.m.attribute(attribute)
	switch {
	case concept == nil:
	case entity == p.entity && concept.Key == Key:
		return
	case entity != p.entity && concept.Key != NoKey && p.m.lastName(entity) != "":
		name = p.m.lastName(entity)
	default:
		name = concept.Name
	}
	if word := Identifier(name); word != "" && !slices.Contains(p.searched, word) {
		p.searched = append(p.searched, word)
	}
}

// maxTableName is Cassandra's limit for a table's name.
const maxTableName = 48

// name returns the table's name, by the rule of the book: the plural of the main
// entity, "_by_", and the words searched by.
func (p *tablePlan) name() string {
	what := Identifier(p.m.lastName(p.entity))
	if what == "" {
		what = Identifier(p.found)
	}
	name := plural(cmp.Or(what, "row"))
	if len(p.searched) > 0 {
		name += "_by_" + strings.Join(p.searched, "_")
	}
	return strings.TrimRight(name[:min(len(name), maxTableName)], "_")
}

// plural returns the English plural of a word, well enough for a proposed name.
func plural(word string) string {
	switch {
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss"):
		return word
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "x"), strings.HasSuffix(word, "ch"), strings.HasSuffix(word, "sh"):
		return word + "es"
	case strings.HasSuffix(word, "y") && !slices.Contains([]string{"ay", "ey", "oy", "uy"}, word[max(0, len(word)-2):]):
		return word[:len(word)-1] + "ies"
	}
	return word + "s"
}

// mainEntity returns the entity type with the most attributes in the query's
// SELECT. Ties go to the first.
func (m *Model) mainEntity(query *Query) ID {
	counts := map[ID]int{}
	var main ID
	for _, find := range Sorted(query.Find) {
		entity, _ := m.attribute(find.Value.Attribute)
		if entity == "" {
			continue
		}
		counts[entity]++
		if main == "" || counts[entity] > counts[main] {
			main = entity
		}
	}
	return main
}

// attribute returns an attribute and the entity or relationship type that it
// belongs to.
func (m *Model) attribute(id ID) (ID, *Attribute) {
	if id == "" {
		return "", nil
	}
	element, _ := m.Element(id)
	attribute, _ := element.Value.(*Attribute)
	return element.Parent, attribute
}

// keyOf returns the key attributes of an entity type. Those of a weak one follow
// its owner's.
func (m *Model) keyOf(id ID) []ID {
	entity := m.Concepts.Entities[id]
	if entity == nil {
		return nil
	}
	var keys []ID
	if owner := m.ownerOf(id); entity.Weak && owner != "" {
		for _, attribute := range Sorted(m.Concepts.Entities[owner].Attributes) {
			if attribute.Value.Key == Key {
				keys = append(keys, attribute.ID)
			}
		}
	}
	for _, attribute := range Sorted(entity.Attributes) {
		if attribute.Value.Key != NoKey {
			keys = append(keys, attribute.ID)
		}
	}
	return keys
}

// ownerOf returns the entity type that identifies a weak one.
func (m *Model) ownerOf(weak ID) ID {
	for _, relationship := range Sorted(m.Concepts.Relationships) {
		var owner ID
		part := false
		for _, participant := range Sorted(relationship.Value.Participants) {
			if participant.Value.Entity == weak {
				part = true
			} else if m.Concepts.Entities[participant.Value.Entity] != nil {
				owner = participant.Value.Entity
			}
		}
		if relationship.Value.Identifying && part && owner != "" {
			return owner
		}
	}
	return ""
}

func (m *Model) collectionOf(owner, id ID, attribute *Attribute) Collection {
	if attribute.MultiValued {
		return SetOf
	}
	element, _ := m.Element(owner)
	for _, part := range m.Children(element) {
		if other, is := part.Value.(*Attribute); is && other.Parent == id {
			return UserDefined
		}
	}
	return SingleValue
}
