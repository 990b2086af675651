package diagram

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/model"
)

// modelMaker makes random models with names as hostile as a document can hold.
// Equal seeds give equal models.
type modelMaker struct {
	*rand.Rand
	*modelBuilder
	tables int
	silent map[model.ID]bool // box pairs that an arrow without a label connects
}

// randomModel returns a model with that many logical tables, about as many
// relations, and matching concepts and a workflow.
func randomModel(seed uint64, tables int) *model.Model {
	m := &modelMaker{Rand: rand.New(rand.NewPCG(seed, 11)), modelBuilder: newBuilder(""), tables: tables, silent: map[model.ID]bool{}}
	m.Name, m.Note = m.name(), m.name()
	m.concepts()
	m.workflow()
	m.logical()
	m.physical()
	return m.Model
}

// hostileParts are the parts of names: plain words, scripts of several directions
// and widths, combining marks, characters that XML escapes or forbids, and the
// empty text.
var hostileParts = []string{
	"hotel", "_by_", " ", "reservation date", "Größe", "Ж", "ąęłżź", "x", "I", "W",
	"旅館", "酒店客房", "ホテル予約", "서울", "《、。》", "ｆｕｌｌ", "😀", "👩‍👩‍👧", "🇩🇪", "❄", "✈️",
	"Z\u0351\u036b\u0343\u0368", "e\u0301\u0323\u0302", "\u0301", "فندق", "חדר", "\u202eevil", "\u2066\u2069", "ไม่มีช่องว่าง", "कमरा",
	"<&\"'>", "</text>", "]]>", "<!--", "-->", "&amp;", "&#0;", "<?xml?>", "\x00", "\x01\x1b\x1f", "\x7f\u0085", "\r\n\t", "\u2028", "\ufffe", "\uffff",
	"\ufeff", "\u200b", "\u00ad", "\u00a0", "{{.}}", "…", " · ", "%s%n", "\U0010ffff", "\ue000", "\U00020000",
}

// name returns up to 200 characters from a few parts, one of them sometimes
// repeated. Now and then it is empty.
func (m *modelMaker) name() string {
	if m.IntN(3) > 0 {
		return fmt.Sprintf("%s_%d", []string{"rooms", "hotels_by_city", "guest", "available rooms", "id"}[m.IntN(5)], m.IntN(100))
	}
	part := func() string { return hostileParts[m.IntN(len(hostileParts))] }
	name := ""
	switch m.IntN(8) {
	case 0:
	case 1:
		name = strings.Repeat(part(), 200)
	case 2:
		for range 120 {
			name += part()
		}
	default:
		for range 1 + m.IntN(4) {
			name += part()
		}
	}
	if runes := []rune(name); len(runes) > 200 {
		name = string(runes[:200])
	}
	return name
}

// some returns a number up to most, favouring small ones.
func (m *modelMaker) some(most int) int { return m.IntN(1 + m.IntN(most+1)) }

func (m *modelMaker) chance(percent int) bool { return m.IntN(100) < percent }

// note is usually empty.
func (m *modelMaker) note() string {
	if m.chance(15) {
		return m.name()
	}
	return ""
}

// one returns an ID made of a letter and a random number below count.
func (m *modelMaker) one(letter string, count int) model.ID {
	return model.ID(fmt.Sprintf("%s%d", letter, m.IntN(max(1, count))))
}

func (m *modelMaker) concepts() {
	entities := 1 + m.tables/3
	for i := range entities {
		id := fmt.Sprintf("e%d", i)
		m.entity(id, m.name(), m.chance(20), "")
		m.Concepts.Entities[model.ID(id)].Note = m.note()
		m.Concepts.Entities[model.ID(id)].Attributes = m.attributesOf(id, 8)
	}
	for i := range entities {
		id := fmt.Sprintf("x%d", i)
		m.relationship(id, m.name(), m.chance(20), "", "")
		r := m.Concepts.Relationships[model.ID(id)]
		r.Attributes = m.attributesOf(id, 3)
		for k := range m.IntN(4) {
			p := &model.Participant{Order: m.next(), Entity: m.one("e", entities), Cardinality: []string{"1", "n", "m", ""}[m.IntN(4)], Total: m.chance(30)}
			if m.chance(30) {
				p.Role = m.name()
			}
			r.Participants[model.ID(fmt.Sprintf("%sp%d", id, k))] = p
		}
	}
	for i := range m.some(entities / 3) {
		h := &model.Hierarchy{Order: m.next(), Supertype: m.one("e", entities), Total: m.chance(50), Disjoint: m.chance(50), Subtypes: map[model.ID]*model.Subtype{}}
		for k := range 1 + m.IntN(3) {
			h.Subtypes[model.ID(fmt.Sprintf("h%ds%d", i, k))] = &model.Subtype{Order: m.next(), Entity: m.one("e", entities)}
		}
		m.Concepts.Hierarchies[model.ID(fmt.Sprintf("h%d", i))] = h
	}
}

// attributesOf includes composite attributes, sometimes within composite ones.
func (m *modelMaker) attributesOf(owner string, most int) map[model.ID]*model.Attribute {
	attributes := map[model.ID]*model.Attribute{}
	for i := range m.some(most) {
		a := &model.Attribute{Order: m.next(), Name: m.name(), Note: m.note(), MultiValued: m.chance(20), Derived: m.chance(20),
			Key: []model.KeyKind{model.NoKey, model.NoKey, model.Key, model.PartialKey}[m.IntN(4)]}
		if i > 0 && m.chance(25) {
			a.Parent = m.one(owner+"a", i)
		}
		attributes[model.ID(fmt.Sprintf("%sa%d", owner, i))] = a
	}
	return attributes
}

func (m *modelMaker) workflow() {
	steps := 1 + m.tables*2/3
	for i := range steps {
		m.query(fmt.Sprintf("q%d", i), m.name())
		if m.chance(10) {
			m.Workflow.Queries[model.ID(fmt.Sprintf("q%d", i))].Label = m.name()
		}
		m.step(fmt.Sprintf("s%d", i), m.name())
		step := m.Workflow.Steps[model.ID(fmt.Sprintf("s%d", i))]
		step.Note = m.note()
		if m.chance(20) {
			step.Actor = "actor"
		}
	}
	m.Workflow.Actors["actor"] = &model.Actor{Order: m.next(), Name: m.name()}
	for i := range m.some(1 + steps/4) {
		m.Workflow.Updates[model.ID(fmt.Sprintf("u%d", i))] = &model.Update{Order: m.next(), Label: fmt.Sprintf("U%d", i), Name: m.name()}
	}
	for i := range steps * 4 / 3 {
		t := &model.Transition{Order: m.next(), From: m.one("s", steps), To: m.one("s", steps)}
		if m.chance(15) {
			t.From = ""
		}
		t.Access = m.access(steps, t.From+" to "+t.To)
		m.Workflow.Transitions[model.ID(fmt.Sprintf("t%d", i))] = t
	}
}

// access returns a query, an update, or none. Only one unlabelled arrow is allowed
// between two boxes: a second would be invisible.
func (m *modelMaker) access(queries int, between model.ID) model.ID {
	switch roll := m.IntN(10); {
	case roll == 0 && !m.silent[between]:
		m.silent[between] = true
		return ""
	case roll < 3 && len(m.Workflow.Updates) > 0:
		return m.one("u", len(m.Workflow.Updates))
	}
	return m.one("q", queries)
}

func (m *modelMaker) logical() {
	collections := []model.Collection{"", "", "", model.ListOf, model.SetOf, model.MapOf, model.TupleOf, model.UserDefined}
	for i := range m.tables {
		t := &model.LogicalTable{Order: m.next(), Name: m.name(), Note: m.note(), Tags: m.tags(), Columns: map[model.ID]*model.LogicalColumn{}}
		id := model.ID(fmt.Sprintf("l%d", i))
		for k := range m.some(20) {
			t.Columns[model.ID(fmt.Sprintf("%sc%d", id, k))] = &model.LogicalColumn{Order: m.next(), Name: m.name(), Note: m.note(), Role: m.role(),
				Descending: m.chance(50), Collection: collections[m.IntN(len(collections))]}
		}
		m.Logical.Tables[id] = t
	}
	for i := range m.tables * 4 / 3 {
		arrow := &model.QueryArrow{Order: m.next(), From: m.one("l", m.tables), To: m.one("l", m.tables)}
		if m.chance(20) {
			arrow.From = ""
		}
		arrow.Access = m.access(1+m.tables*2/3, arrow.From+" to "+arrow.To)
		m.Logical.Arrows[model.ID(fmt.Sprintf("a%d", i))] = arrow
	}
}

func (m *modelMaker) role() model.Role {
	return []model.Role{model.Partition, model.Clustering, model.Static, model.RoleCounter, model.Regular, model.Regular}[m.IntN(6)]
}

func (m *modelMaker) tags() model.TagSet {
	tags := model.TagSet{}
	for range m.some(3) {
		tags[fmt.Sprintf("tag %d", m.IntN(4))] = true
	}
	return tags
}

// physical realizes most logical tables, some twice, in up to six keyspaces.
func (m *modelMaker) physical() {
	keyspaces := 1 + m.IntN(1+min(5, m.tables/3))
	for i := range keyspaces {
		m.keyspace(fmt.Sprintf("k%d", i), m.name())
		m.Physical.Keyspaces[model.ID(fmt.Sprintf("k%d", i))].Note = m.note()
	}
	for i := range m.some(1 + m.tables/4) {
		u := &model.UserType{Order: m.next(), Keyspace: m.one("k", keyspaces), Name: m.name(), Note: m.note(), Fields: map[model.ID]*model.TypeField{}}
		for k := range m.some(6) {
			u.Fields[model.ID(fmt.Sprintf("y%df%d", i, k))] = &model.TypeField{Order: m.next(), Name: m.name(), Note: m.note(), Type: m.columnType(2)}
		}
		m.Physical.Types[model.ID(fmt.Sprintf("y%d", i))] = u
	}
	for i := range m.tables {
		m.relation(i, keyspaces)
	}
}

func (m *modelMaker) relation(number, keyspaces int) {
	id := model.ID(fmt.Sprintf("r%d", number))
	r := &model.Relation{Order: m.next(), Keyspace: m.one("k", keyspaces), Name: m.name(), Note: m.note(), Comment: m.note(), Tags: m.tags(),
		Kind: model.Table, Columns: map[model.ID]*model.Column{}, Indexes: map[model.ID]*model.Index{}, Realizes: model.IDSet{}}
	if m.chance(85) {
		r.Realizes = model.SetOfIDs(m.one("l", m.tables))
	}
	if m.chance(15) {
		r.Kind, r.Base = model.MaterializedView, m.one("r", m.tables)
	}
	if m.chance(15) {
		r.Options = model.Options{"default_time_to_live": fmt.Sprint(m.IntN(1e7))}
	}
	columns := m.some(20)
	for k := range columns {
		c := &model.Column{Order: m.next(), Name: m.name(), Note: m.note(), Type: m.columnType(3), Role: m.role(), Descending: m.chance(50)}
		r.Columns[model.ID(fmt.Sprintf("%sc%d", id, k))] = c
		if m.chance(20) {
			r.Indexes[model.ID(fmt.Sprintf("%si%d", id, k))] = &model.Index{Order: m.next(), Column: m.one(string(id)+"c", columns),
				Custom: m.chance(50), Class: []string{"", "sai", "org.apache.cassandra.index.sasi.SASIIndex", "com.example.Index"}[m.IntN(4)]}
		}
	}
	m.Physical.Relations[id] = r
}

func (m *modelMaker) columnType(depth int) model.Type {
	roll := m.IntN(12)
	if depth == 0 {
		roll = 11
	}
	inner := func() []model.Type { return []model.Type{m.columnType(depth - 1)} }
	switch roll {
	case 0:
		return model.Type{Kind: model.ListType, Arguments: inner()}
	case 1:
		return model.Type{Kind: model.SetType, Arguments: inner()}
	case 2:
		return model.Type{Kind: model.MapType, Arguments: append(inner(), inner()...)}
	case 3:
		return model.Type{Kind: model.TupleType, Arguments: append(inner(), append(inner(), inner()...)...)}
	case 4:
		return model.Frozen(m.columnType(depth - 1))
	case 5:
		return model.Type{Kind: model.VectorType, Arguments: []model.Type{model.Native("float")}, Dimension: 1 + m.IntN(8000)}
	case 6:
		return model.Type{Kind: model.UserTypeRef, UserType: m.one("y", 1+m.tables/4)} // sometimes a type that does not exist
	case 7:
		return model.Type{Kind: []model.TypeKind{"", model.CustomType, model.UnresolvedType}[m.IntN(3)], Name: m.name()}
	}
	return model.Native(model.NativeTypes[m.IntN(len(model.NativeTypes))])
}

// options returns random options of a page or of a standalone picture.
func (m *modelMaker) options(standalone bool) figure.Options {
	options := figure.Options{Href: testHref, Standalone: standalone, Badges: map[model.ID]figure.Badge{}, Advice: map[model.ID]int{}, Selected: m.one("r", m.tables),
		Revision: figure.Revision{Number: 12, Date: time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC), Author: m.name()}}
	for i := range m.tables {
		id := model.ID(fmt.Sprintf("r%d", i))
		options.Badges[id] = figure.Badge{Level: []string{"ok", "warn", "bad", "assumed", "missing"}[m.IntN(5)], WorstOnly: m.chance(10), Text: m.note()}
		options.Advice[id] = m.some(200)
	}
	options.Faults = map[model.ID]string{}
	for i := range 20 {
		for _, kind := range []string{"a", "t"} {
			if m.chance(20) {
				options.Faults[model.ID(fmt.Sprintf("%s%d", kind, i))] = m.note()
			}
		}
	}
	return options
}

// display returns a random display that the address of the model's diagram can
// select.
func (m *modelMaker) display() Display {
	d := Display{
		Columns: []figure.Columns{figure.ColumnsAll, figure.ColumnsAll, figure.ColumnsKeys, figure.ColumnsNone}[m.IntN(4)], Cardinality: []figure.Cardinality{"", figure.CardinalityRanges}[m.IntN(2)],
		Legend: m.chance(50), TitleBlock: m.chance(50), Key: m.chance(50), Badges: []Badges{BadgesAuto, BadgesShown, BadgesHidden}[m.IntN(3)], Advice: m.chance(50), Uses: m.chance(30),
		Theme: []scene.Theme{scene.ThemeAuto, scene.ThemeLight, scene.ThemeDark, scene.ThemePrint, scene.ThemeContrast}[m.IntN(5)],
	}
	if m.chance(50) {
		return d
	}
	d.Direction = []graph.Direction{graph.DirectionAuto, graph.LeftRight, graph.TopDown}[m.IntN(3)]
	d.Compact, d.NoUpdates = m.chance(50), m.chance(30)
	d.Group = []Grouping{GroupAuto, GroupKeyspace, GroupStep, GroupTag, GroupNone}[m.IntN(5)]
	if m.chance(30) {
		d.Focus, d.Steps = m.one([]string{"e", "x", "s", "l", "r", "q", "k"}[m.IntN(7)], m.tables), m.IntN(4)
	}
	if m.chance(20) {
		d.Keyspace = m.one("k", 3)
	}
	if m.chance(20) {
		d.Tag = fmt.Sprintf("tag %d", m.IntN(4))
	}
	if m.chance(20) {
		d.Query = m.one("q", m.tables)
	}
	if m.chance(30) {
		d.Collapsed = []model.ID{m.one("k", 3)}
	}
	return d
}
