package recovery

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/english"
)

// entity is an entity type while it is found.
type entity struct {
	*Entity
	words  string // its name in lower case
	owners []*entity
	tables []*table // whose rows it is
}

// Words that end the name of an identifier. The weak ones do so only after a noun
// of the tables' names: room_number, poi_name.
var (
	identifierWords     = []string{"id", "uuid", "guid"}
	weakIdentifierWords = []string{"number", "no", "nr", "code", "name", "key"}
)

// findEntities finds the entity types: by identifiers among the columns first,
// then by what the tables are about.
func (s *schema) findEntities() {
	for _, item := range model.Sorted(s.model.Concepts.Entities) {
		s.adopt(item)
	}
	for _, t := range s.unknown {
		for _, c := range t.columns {
			c.identifies = s.identified(t, c)
		}
	}
	s.identifyByName()
	for _, t := range s.unknown {
		t.entity = s.about(t)
		t.entity.tables = append(t.entity.tables, t)
		if key := t.key(); t.identifier(t.entity) == nil && len(key) == 1 && key[0].endsIn(identifierWords, weakIdentifierWords) {
			key[0].identifies = t.entity
		}
	}
	s.nameKeys()
}

// identifyByName finds more columns that hold identifiers: those named like one of
// another table's key.
func (s *schema) identifyByName() {
	known := map[string]*entity{}
	for _, t := range s.unknown {
		for _, c := range t.key() {
			if c.identifies != nil && len(c.words) > 1 {
				known[c.Name] = c.identifies
			}
		}
	}
	for _, t := range s.unknown {
		for _, c := range t.columns {
			if c.identifies == nil && c.Attribute == "" && c.Collection == model.SingleValue {
				c.identifies = known[c.Name]
			}
		}
	}
}

func (c *column) endsIn(lists ...[]string) bool {
	return len(c.words) > 0 && slices.Contains(slices.Concat(lists...), c.words[len(c.words)-1])
}

// adopt adds an entity type that the model has.
func (s *schema) adopt(item model.Item[*model.Entity]) {
	e := &entity{Entity: &Entity{ID: item.ID, Name: item.Value.Name, Weak: item.Value.Weak}, words: strings.Join(words(model.Identifier(item.Value.Name)), " ")}
	for _, a := range model.Sorted(item.Value.Attributes) {
		attribute := &Attribute{ID: a.ID, Name: a.Value.Name, Key: a.Value.Key, MultiValued: a.Value.MultiValued, Type: a.Value.Type}
		e.Attributes = append(e.Attributes, attribute)
	}
	s.entities = append(s.entities, e)
	s.byName[e.words] = e
}

// entity returns the entity type of that name, which it adds if there is none.
func (s *schema) entity(name, reason string) *entity {
	if e := s.byName[name]; e != nil {
		return e
	}
	first, size := utf8.DecodeRuneInString(name)
	e := &entity{Entity: &Entity{Name: string(unicode.ToUpper(first)) + name[size:], Reason: reason}, words: name}
	s.entities = append(s.entities, e)
	s.byName[name] = e
	return e
}

// identified returns the entity type that a column identifies. An identifier
// outside of keys counts if a table is about its entity type.
func (s *schema) identified(t *table, c *column) *entity {
	if len(c.words) == 0 || c.bucket || c.Collection != model.SingleValue {
		return nil
	}
	if c.Attribute != "" {
		return s.keyedBy(c.Attribute)
	}
	whole := strings.Join(c.words, " ")
	name := english.Singular(strings.Join(c.words[:len(c.words)-1], " "))
	switch {
	case s.phrases[whole] && c.Role.InKey():
		return s.entity(whole, fmt.Sprintf("%s of %s refers to it", c.Name, t.name))
	case name == "" && c.endsIn(identifierWords) && t.phrase != "":
		return s.entity(t.phrase, fmt.Sprintf("%s of %s identifies it", c.Name, t.name))
	case name == "":
		return nil
	case c.endsIn(identifierWords) && (c.Role.InKey() || s.nouns[name]),
		c.endsIn(weakIdentifierWords) && c.Role.InKey() && s.nouns[name] && !slices.Equal(t.by, c.words):
		return s.entity(name, fmt.Sprintf("%s identifies it", c.Name))
	}
	return nil
}

// keyedBy returns the entity type of the model that an attribute identifies.
func (s *schema) keyedBy(attribute model.ID) *entity {
	for _, e := range s.entities {
		if slices.ContainsFunc(e.Attributes, func(a *Attribute) bool { return a.ID == attribute && a.Key != model.NoKey }) {
			return e
		}
	}
	return nil
}

// about returns the entity type that the rows of a table are about: the longest
// known one at the end of its name, the one whose identifier alone is the key, or
// a new one.
func (s *schema) about(t *table) *entity {
	key := t.key()
	if len(key) == 1 && key[0].identifies != nil {
		return key[0].identifies
	}
	phrase := strings.Fields(t.phrase)
	for i := range phrase {
		words := strings.Join(phrase[i:], " ")
		e := cmp.Or(s.byName[words], s.byName[strings.TrimSuffix(words, "s")]) // pois stays as it is
		if e == nil {
			continue
		}
		if i > 0 && s.repeats(t, e) {
			break
		}
		return e
	}
	return s.entity(cmp.Or(t.phrase, strings.Join(words(t.name), " "), t.name), fmt.Sprintf("%s stores it", t.name))
}

// repeats reports whether a table holds an entity type several times, by key
// columns that identify nothing: a room is available on many dates.
func (s *schema) repeats(t *table, e *entity) bool {
	return t.identifier(e) != nil && slices.ContainsFunc(t.key(), func(c *column) bool { return c.identifies == nil && !s.isAttribute(e, c) })
}

// isAttribute reports whether a table named after the entity type has the column.
func (s *schema) isAttribute(e *entity, c *column) bool {
	for _, t := range s.unknown {
		if t.phrase == e.words && slices.ContainsFunc(t.columns, func(o *column) bool { return o.Name == c.Name }) {
			return true
		}
	}
	return false
}

// nameKeys makes the identifying columns attributes of their entity types.
func (s *schema) nameKeys() {
	for _, t := range s.unknown {
		for _, c := range t.columns {
			if c.identifies == nil {
				continue
			}
			s.place(c, c.identifies.identifier(t, c))
		}
	}
}

// identifier returns the identifying attribute that a column holds. Columns of
// other names in other tables hold the same one: name of networks, network
// elsewhere.
func (e *entity) identifier(t *table, c *column) *Attribute {
	for _, a := range e.Attributes {
		if a.Key != model.NoKey && !slices.ContainsFunc(t.columns, func(o *column) bool { return slices.Contains(a.Columns, o.id) }) {
			return a
		}
	}
	return e.attribute(c.Name, e.words, model.Key)
}

// attribute returns the attribute that a column holds, which it adds if there is
// none. The entity type's name before the column's counts for nothing: hotel_name
// is name.
func (e *entity) attribute(column, prefix string, key model.KeyKind) *Attribute {
	name := strings.Join(words(column), " ")
	short, _ := strings.CutPrefix(name, prefix+" ")
	for _, a := range e.Attributes {
		own := strings.Join(words(model.Identifier(a.Name)), " ")
		if own == name || own == short || own == prefix+" "+name {
			return a
		}
	}
	a := &Attribute{Name: column, Key: key}
	e.Attributes = append(e.Attributes, a)
	return a
}

// place links a column to its attribute.
func (s *schema) place(c *column, a *Attribute) {
	if c.Attribute != "" {
		return
	}
	a.Columns = append(a.Columns, c.id)
	if a.Type.IsZero() && a.ID == "" {
		a.Type = valueType(c.kind)
	}
	if c.Collection == model.SetOf || c.Collection == model.ListOf {
		a.MultiValued = a.MultiValued || a.ID == ""
	}
	s.attributes[c.id] = a
}

// valueType returns the type of one value, as an attribute can have it.
func valueType(t model.Type) model.Type {
	t = t.Unfrozen()
	if (t.Kind == model.SetType || t.Kind == model.ListType) && len(t.Arguments) == 1 {
		t = t.Arguments[0]
	}
	if t.Kind != model.NativeType || t.IsCounter() {
		return model.Type{}
	}
	return t
}

// findOwners finds the key of each entity type without an identifier of its own,
// and the owners of weak ones.
func (s *schema) findOwners() {
	for _, e := range s.entities {
		if e.ID != "" || len(e.tables) == 0 && !s.dependsOnAnother(e) {
			continue
		}
		if s.hasIdentifier(e) {
			if owner := s.ownerOf(e); owner != nil {
				e.own(owner)
			}
			continue
		}
		s.keyFromTables(e)
	}
}

func (s *schema) hasIdentifier(e *entity) bool {
	return slices.ContainsFunc(e.Attributes, func(a *Attribute) bool { return a.Key != model.NoKey })
}

func (s *schema) dependsOnAnother(e *entity) bool { return s.ownerOf(e) != nil }

func (e *entity) own(owner *entity) {
	e.Weak = true
	e.owners = append(e.owners, owner)
	for _, a := range e.Attributes {
		if a.Key == model.Key {
			a.Key = model.PartialKey
		}
	}
}

// ownerOf returns the owner of an entity type with a weak identifier: the one
// whose identifier is in each key with it, before it. A room_number alone
// identifies nothing.
func (s *schema) ownerOf(e *entity) *entity {
	var owners []*entity
	first := true
	for _, t := range s.unknown {
		own := t.identifier(e)
		if own == nil || !own.Role.InKey() {
			continue
		}
		if own.endsIn(identifierWords) || len(t.partition()) == 1 && t.partition()[0] == own {
			return nil
		}
		var beside []*entity
		for _, c := range t.key() {
			if c.identifies != nil && c.identifies != e && (first || slices.Contains(owners, c.identifies)) {
				beside = append(beside, c.identifies)
			}
		}
		owners, first = beside, false
	}
	for _, owner := range owners {
		if !slices.ContainsFunc(owners, func(o *entity) bool { return o != owner && s.ownerOf(o) == owner }) {
			return owner
		}
	}
	return nil
}

// keyFromTables takes the column that looks like an identifier and is in each key
// of several tables about an entity type as its key, or else the shortest of the keys. The
// identifiers of others in it are its owners.
func (s *schema) keyFromTables(e *entity) {
	for _, c := range e.tables[0].key() {
		if len(e.tables) > 1 && c.identifies == nil && c.endsIn(identifierWords, weakIdentifierWords) && s.holder(e.tables[0], c) == e && e.inEachKey(c.Name) {
			s.attributeOfAll(e, c.Name)
			return
		}
	}
	t := slices.MinFunc(e.tables, shortestKeyFirst)
	kind := model.Key
	for _, c := range t.key() {
		if c.identifies != nil {
			kind = model.PartialKey
			if !slices.Contains(e.owners, c.identifies) {
				e.owners = append(e.owners, c.identifies)
			}
		}
	}
	e.owners = slices.DeleteFunc(e.owners, func(owner *entity) bool {
		return slices.ContainsFunc(e.owners, func(o *entity) bool { return slices.Contains(o.owners, owner) })
	})
	for _, c := range t.key() {
		if c.identifies == nil && s.holder(t, c) == e {
			s.place(c, e.attribute(c.Name, e.words, kind))
		}
	}
	e.Weak = kind == model.PartialKey
}

func (e *entity) inEachKey(name string) bool {
	return !slices.ContainsFunc(e.tables, func(t *table) bool {
		return !slices.ContainsFunc(t.key(), func(c *column) bool { return c.Name == name })
	})
}

// attributeOfAll makes the columns of a name the identifier of an entity type.
func (s *schema) attributeOfAll(e *entity, name string) {
	for _, t := range e.tables {
		for _, c := range t.columns {
			if c.Name == name {
				c.identifies = e
				s.place(c, e.attribute(name, e.words, model.Key))
			}
		}
	}
}
