package proof

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/carry"
	"widerow/model/mapping/er"
)

// concepts finds attributes without a search through the document.
type concepts struct {
	model *model.Model
	known map[model.ID]attribute
	// parts are the attributes of an entity or relationship type, and the parts of
	// a composite attribute, in order.
	parts map[model.ID][]model.ID
	// inherited are those that a subtype has from its supertypes.
	inherited map[model.ID][]model.ID
	// joined are the relationship types in which an entity type takes part.
	joined map[model.ID]model.IDSet
	// called counts the attributes of a name.
	called map[string]int
	roles  er.Roles
	// asked are the names that queries have instead of attributes.
	asked map[string]bool
	// names remembers what namesOf returns.
	names map[reference][]string
}

// attribute is an attribute with the entity or relationship type that has it.
type attribute struct {
	*model.Attribute
	owner     model.ID
	ownerName string
}

func newConcepts(m *model.Model, roles er.Roles) concepts {
	c := concepts{model: m, roles: roles, known: map[model.ID]attribute{},
		parts: map[model.ID][]model.ID{}, inherited: map[model.ID][]model.ID{}, joined: map[model.ID]model.IDSet{},
		called: map[string]int{}, asked: map[string]bool{}, names: map[reference][]string{}}
	for id, entity := range m.Concepts.Entities {
		c.add(id, entity.Name, entity.Attributes)
	}
	for id, relationship := range m.Concepts.Relationships {
		c.add(id, relationship.Name, relationship.Attributes)
		for _, participant := range relationship.Participants {
			if c.joined[participant.Entity] == nil {
				c.joined[participant.Entity] = model.IDSet{}
			}
			c.joined[participant.Entity][id] = true
		}
	}
	for id := range m.Concepts.Entities {
		for _, super := range m.Supertypes(id) {
			c.inherited[id] = append(c.inherited[id], c.parts[super]...)
		}
	}
	c.findAsked()
	return c
}

func (c *concepts) findAsked() {
	for _, query := range c.model.Workflow.Queries {
		for _, given := range query.Given {
			c.asked[model.Identifier(given.Name)] = true
		}
		for _, find := range query.Find {
			c.asked[model.Identifier(find.Name)] = true
		}
		for _, sort := range query.SortBy {
			c.asked[model.Identifier(sort.Name)] = true
		}
	}
}

func (c *concepts) add(owner model.ID, name string, attributes map[model.ID]*model.Attribute) {
	for _, item := range model.Sorted(attributes) {
		c.known[item.ID] = attribute{item.Value, owner, name}
		c.called[model.Identifier(item.Value.Name)]++
		whole := owner
		if attributes[item.Value.Parent] != nil {
			whole = item.Value.Parent
		}
		c.parts[whole] = append(c.parts[whole], item.ID)
	}
}

// isType reports whether an ID belongs to an entity or relationship type.
func (c *concepts) isType(id model.ID) bool {
	return c.model.Concepts.Entities[id] != nil || c.model.Concepts.Relationships[id] != nil
}

// parent returns the composite attribute that an attribute is a part of, or "".
func (c *concepts) parent(id model.ID) model.ID {
	if known, found := c.known[id]; found {
		return known.Parent
	}
	return ""
}

// contains reports whether an attribute is another one, or a part of it. whole
// may be an entity or relationship type.
func (c *concepts) contains(whole, part model.ID) bool {
	for range len(c.known) + 1 {
		if part == "" || whole == "" {
			return false
		}
		if part == whole || c.known[part].owner == whole && c.known[part].Attribute != nil {
			return true
		}
		part = c.parent(part)
	}
	return false
}

// nameOf returns a reference as a user would write it: "Hotel.phone".
func (c *concepts) nameOf(r reference) string {
	if known, found := c.known[r.attribute]; found {
		return known.ownerName + "." + known.Name
	}
	if title := c.model.Title(r.attribute); r.attribute != "" && title != "" {
		return title
	}
	return r.name
}

// shortName returns the name without the name of the entity type: id for customer_id.
func (a attribute) shortName() string {
	return strings.TrimPrefix(model.Identifier(a.Name), model.Identifier(a.ownerName)+"_")
}

// namesOf returns the names that a column without an attribute may have to store
// what a reference names, the likeliest first: hotel_name, name.
func (c *concepts) namesOf(r reference) []string {
	names, known := c.names[r]
	if !known {
		names = slices.Clip(c.findNames(r))
		c.names[r] = names
	}
	return names
}

func (c *concepts) findNames(r reference) []string {
	if known, found := c.known[r.attribute]; found {
		texts := []string{known.ownerName + "_" + known.Name, carry.Initials(known.ownerName) + "_" + known.Name, known.Name}
		if known.Key != model.NoKey {
			texts = append(texts, known.ownerName, known.shortName())
		}
		return identifiers(append(c.nameInRole(r), texts...)...)
	}
	if r.attribute != "" {
		return nil
	}
	_, last, qualified := strings.Cut(r.name, ".")
	if qualified {
		return identifiers(r.name, last)
	}
	return identifiers(r.name)
}

// nameInRole returns the name of an attribute with its role: manager_name. There is none
// without a role that has a name.
func (c *concepts) nameInRole(r reference) []string {
	if role := c.roles[r.participant]; role.Participant != nil && role.Role != "" {
		return []string{role.Role + "_" + c.known[r.attribute].Name}
	}
	return nil
}

// isUnclear reports whether a column that has the name of an attribute, without the name of the
// entity type, may store another attribute: several attributes have that name, and the table is not
// named after the entity type.
func (c *concepts) isUnclear(t *table, r reference, name string) bool {
	known, found := c.known[r.attribute]
	if !found {
		return false
	}
	plain := model.Identifier(known.Name)
	if (name != plain || c.called[name] < 2) && (name != known.shortName() || name == plain) {
		return false
	}
	table := model.Identifier(t.relation.Name)
	return !strings.HasPrefix(table, stem(known.ownerName)) && !strings.HasPrefix(table, stem(carry.Initials(known.ownerName)))
}

// stem returns the common beginning of the singular and the plural of a name.
func stem(name string) string { return strings.TrimRight(model.Identifier(name), "sy") }

// identifiers returns the texts as names of CQL, without repetitions: user_id for userId,
// and userid, as CQL reads it without quotes.
func identifiers(texts ...string) []string {
	names := make([]string, 0, len(texts))
	for _, text := range texts {
		name := model.Identifier(text)
		if name == "" {
			name = text
		}
		if name != "" {
			names = appendNew(names, name)
		}
	}
	for _, text := range texts {
		if name := model.FoldedIdentifier(text); name != "" {
			names = appendNew(names, name)
		}
	}
	return names
}
