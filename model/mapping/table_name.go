package mapping

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/internal/english"
)

// maxTableName is Cassandra's limit for a table's name.
const maxTableName = 48

// tableName names a table by the rule of the book: the plural of the main entity
// type, "_by_", and what is searched by. The main entity type's whole key adds
// nothing: hotels, not hotels_by_hotel_id.
func (d *designer) tableName() string {
	by := d.searchWords(union(d.equal, d.many, d.ranges))
	if len(by) == 0 {
		by = d.searchWords(union(d.grouped, d.implied)) // one row a country
	}
	return nameOf(d.subject(), by)
}

// fullName is the name of a table if another one has the same: with the role of the main
// instances, and what the rows are sorted by.
func (d *designer) fullName() string {
	name := d.subject()
	if role := d.roleName(d.main); role != "" {
		name = role + "_" + name
	}
	return nameOf(name, d.searchWords(union(d.equal, d.many, d.ranges, d.grouped, d.implied, d.sorted)))
}

func nameOf(subject string, by []string) string {
	name := subject
	if len(by) > 0 {
		name += "_by_" + strings.Join(by, "_")
	}
	return strings.TrimRight(name[:min(len(name), maxTableName)], "_")
}

// subject names what the rows are.
func (d *designer) subject() string {
	if at := d.subjectRelationship(); at >= 0 {
		return d.entityName(at)
	}
	name := d.entityName(d.main)
	if name == "" && len(d.found) > 0 {
		name = model.Identifier(d.found[0].name)
	}
	return english.Plural(cmp.Or(name, "row"))
}

// subjectRelationship returns the relationship type that the table is about, or -1: a query
// that gives all of its participants finds only its attributes, or a query counts it, and
// its name may be a plural, such as likes or scores.
func (d *designer) subjectRelationship() int {
	at, counted := d.onlyRelationship(), d.onlyCounted()
	switch {
	case counted >= 0 && d.graph.isRelationship(counted):
		at = counted
	case at < 0 || !d.in.closure(d.equal)[at]:
		return -1
	}
	name := d.entityName(at)
	if !strings.HasSuffix(name, "s") || slices.Contains([]string{"has", "is", "was"}, name) {
		return -1
	}
	return at
}

// isMain reports whether the table is named after a node, whose columns need no prefix.
func (d *designer) isMain(at int) bool {
	return (at == d.main || at == d.alsoMain) && d.subjectRelationship() < 0
}

// onlyRelationship returns the relationship type whose attributes are all that the query
// finds besides what it gives, or -1.
func (d *designer) onlyRelationship() int {
	found := without(d.found, d.equal)
	if len(found) == 0 || found[0].node < 0 || !d.graph.isRelationship(found[0].node) {
		return -1
	}
	if !all(found, func(a atom) bool { return a.node == found[0].node }) {
		return -1
	}
	return found[0].node
}

func (d *designer) searchWords(atoms []atom) []string {
	var words []string
	for _, a := range atoms {
		if word := d.searchWord(a); word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// searchWord names an attribute that is searched by: by the role or the entity type that
// its key identifies, else by its own name.
func (d *designer) searchWord(a atom) string {
	attribute := d.graph.attribute(a)
	switch {
	case attribute == nil:
		return model.Identifier(a.name)
	case d.isMain(a.node) && attribute.Key == model.Key && len(without(d.in.own[a.node], union(d.equal, d.many))) == 0:
		return ""
	case !d.isMain(a.node) && attribute.Key != model.NoKey:
		return cmp.Or(d.roleOf(a.node), d.entityName(a.node), model.Identifier(attribute.Name))
	case attribute.MultiValued:
		return english.Singular(model.Identifier(attribute.Name))
	}
	return model.Identifier(attribute.Name)
}

// roleOf returns the role of an instance itself, "" for that of what it owns.
func (d *designer) roleOf(at int) string {
	if d.graph.nodes[at].participant == "" || d.graph.isOwnerOf(at) {
		return ""
	}
	return d.roleName(at)
}

// nameTables gives tables with the same proposed name longer ones that tell them apart.
// Those that exist keep their names.
func nameTables(tables []*table) {
	byName := map[string][]*table{}
	for _, t := range tables {
		if t.existing == "" && t.subtype == "" {
			byName[t.name] = append(byName[t.name], t)
		}
	}
	for name, same := range byName {
		if len(same) < 2 {
			continue
		}
		for _, t := range same {
			if full := t.plans[0].designer.fullName(); len(byName[full]) == 0 || full == name {
				t.name = full
			}
		}
	}
}
