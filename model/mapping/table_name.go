package mapping

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/english"
	"widerow/model/mapping/er"
)

// maxTableName is Cassandra's limit for a table's name.
const maxTableName = 48

// tableName names a table by the rule of the book: the plural of what a row is, "_by_",
// and what is searched by. The main entity type's whole key adds nothing: hotels, not
// hotels_by_hotel_id.
func (d naming) tableName(s *shape) string {
	n := d.ofRows(s)
	by := n.searchWords(er.Union(d.Equal, d.Many, d.Ranges))
	switch {
	case s.form == Rows && len(by) > 0 && d.Aggregates():
		by = n.searchWords(er.Union(d.Equal, d.Many, d.Grouped, d.Ranges))
	case s.aggregated && d.Aggregates(): // one row a group, which is no instance
		groups := *d.designer
		groups.main, groups.alsoMain = -1, -1
		by = naming{&groups}.searchWords(er.Union(d.Equal, d.Many, d.Ranges, d.Grouped, d.implied))
	case len(by) == 0:
		by = n.searchWords(er.Union(d.Grouped, d.implied))
	}
	return nameOf(n.subject(s), by)
}

// fullName is the name of a table if another one has the same: with the role of the main
// instances, and what the rows are sorted by.
func (d naming) fullName(s *shape) string {
	n := d.ofRows(s)
	name := n.subject(s)
	if role := n.roleName(n.main); role != "" {
		name = role + "_" + name
	}
	return nameOf(name, n.searchWords(er.Union(d.Equal, d.Many, d.Ranges, d.Grouped, d.implied, d.Sorted)))
}

// ofRows returns the naming with what a row is as its main node, whose columns need no
// prefix.
func (d naming) ofRows(s *shape) naming {
	at := d.rowNode(s)
	if at == d.main {
		return d
	}
	named := *d.designer
	named.main, named.alsoMain = at, -1
	return naming{&named}
}

// rowNode returns the node whose instances are the rows: the main one, unless there are
// several rows for one instance of it, each of another entity type. The players of a
// match are players_by_match, however much of the match is asked for. One row for what is
// given whole is an instance of another type only if the query finds something of it.
func (d naming) rowNode(s *shape) int {
	if s.form != Rows || d.main < 0 || d.Graph.IsRelationship(d.main) || len(d.split.leaves) > 0 || d.alsoMain >= 0 || d.Query.Distinct {
		return d.main
	}
	given, rows := d.In.Closure(d.Equal), d.main
	for _, a := range s.key() {
		attribute := d.Graph.Attribute(a)
		if attribute == nil || attribute.Key == model.NoKey || d.Graph.IsRelationship(a.Node) ||
			!slices.Contains(d.In.Nodes[:d.In.Path], a.Node) || d.In.Determines(rows, a.Node) {
			continue
		}
		isFound := slices.ContainsFunc(d.Found, func(f er.Atom) bool { return f.Node == a.Node && !er.Contains(d.Equal, f) })
		if !given[a.Node] && given[rows] || (!given[a.Node] || isFound) && d.In.Determines(a.Node, rows) {
			rows = a.Node
		}
	}
	return rows
}

// nameOf joins the words of a name, as many as Cassandra allows.
func nameOf(subject string, by []string) string {
	name := subject[:min(len(subject), maxTableName)]
	for i, word := range by {
		if i == 0 {
			word = "by_" + word
		}
		if len(name)+1+len(word) > maxTableName {
			break
		}
		name += "_" + word
	}
	return strings.TrimRight(name, "_")
}

// subject names what the rows are. Those of a table of computed values are counts or, with
// other values, statistics.
func (d naming) subject(s *shape) string {
	if s.aggregated && d.Aggregates() {
		if name := english.Singular(d.entityName(d.countedNode())); name != "" {
			return name + map[bool]string{true: "_counts", false: "_statistics"}[d.onlyCounts()]
		}
	}
	if at := d.subjectRelationship(); at >= 0 {
		return relationshipNoun(d.entityName(at))
	}
	name := d.entityName(d.main)
	if name == "" && len(d.Found) > 0 {
		name = model.Identifier(d.Found[0].Name)
	}
	return english.Plural(cmp.Or(name, "row"))
}

// onlyCounts reports whether all aggregates of the query are numbers of instances or rows.
func (d naming) onlyCounts() bool {
	_, counting := d.AggregatedNodes()
	return counting
}

// countedNode returns the node whose instances are counted or aggregated.
func (d naming) countedNode() int {
	if over, _ := d.AggregatedNodes(); len(over) > 0 {
		return over[0]
	}
	return d.main
}

// subjectRelationship returns the relationship type that the table is about, or -1: one that
// each row is another instance of, one whose participants the query gives all and finds only
// its attributes, or one that it counts. It needs a name that is a noun.
func (d naming) subjectRelationship() int {
	at, counted := d.OnlyRelationship(), d.OnlyCounted()
	if rows := d.rowRelationship(); rows >= 0 {
		at = rows
	} else if counted >= 0 && d.Graph.IsRelationship(counted) {
		at = counted
	} else if at < 0 || !d.In.Closure(d.Equal)[at] {
		return -1
	}
	if relationshipNoun(d.entityName(at)) == "" {
		return -1
	}
	return at
}

// rowRelationship returns the relationship type with a key of its own that tells the rows
// apart, or -1: visits of a club by a member, and not clubs.
func (d naming) rowRelationship() int {
	given := d.In.Closure(d.Equal)
	for _, f := range d.Found {
		if f.Node < 0 || !d.Graph.IsRelationship(f.Node) || len(d.In.Own[f.Node]) == 0 || given[f.Node] {
			continue
		}
		if er.All(d.In.Nodes[:d.In.Path], func(other int) bool { return other == f.Node || d.In.Determines(f.Node, other) }) {
			return f.Node
		}
	}
	return -1
}

// relationshipNoun returns what the instances of a relationship type are called, by its
// name: visits, transfers of transfers_to, bookings of booking. It is "" if the name does not
// tell: has, checked_in, is_near.
func relationshipNoun(name string) string {
	words := strings.Split(name, "_")
	if last := len(words) - 1; last > 0 && slices.Contains(er.Prepositions, words[last]) {
		words = words[:last]
		if !strings.HasSuffix(words[last-1], "s") {
			return ""
		}
	}
	switch last := words[len(words)-1]; {
	case slices.Contains([]string{"has", "is", "was", "does"}, words[0]) || slices.Contains(er.Prepositions, last):
		return ""
	case strings.HasSuffix(last, "s"):
		return strings.Join(words, "_")
	case len(words) > 1 || strings.HasSuffix(last, "ed"):
		return ""
	}
	return english.Plural(words[0])
}

// isMain reports whether the table is named after a node, whose columns need no prefix.
func (d *designer) isMain(at int) bool {
	return (at == d.main || at == d.alsoMain || d.isBetween(at)) && naming{d}.subjectRelationship() < 0
}

// isBetween reports whether a node is of a type between the subtype of the rows and its supertype: managers, of whom
// the rows are chiefs and persons.
func (d *designer) isBetween(at int) bool {
	if d.alsoMain < 0 || at < 0 || d.Graph.IsRelationship(at) || d.Graph.Node(at).Participant != d.Graph.Node(d.main).Participant {
		return false
	}
	of := d.Graph.Node(at).Of
	return slices.Contains(d.Graph.Supertypes(d.Graph.Node(d.main).Of), of) && slices.Contains(d.Graph.Supertypes(of), d.Graph.Node(d.alsoMain).Of)
}

func (d naming) searchWords(atoms []er.Atom) []string {
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
func (d naming) searchWord(a er.Atom) string {
	attribute := d.Graph.Attribute(a)
	switch {
	case attribute == nil:
		return model.Identifier(a.Name)
	case d.isMain(a.Node) && attribute.Key == model.Key && len(er.Without(d.In.Own[a.Node], er.Union(d.Equal, d.Many))) == 0:
		return ""
	case !d.isMain(a.Node) && attribute.Key != model.NoKey && !er.Contains(d.Ranges, a):
		role, entity := d.roleOf(a.Node), d.entityName(a.Node)
		if slices.Contains(er.Prepositions, role) {
			role += "_" + entity
		}
		return cmp.Or(role, entity, model.Identifier(attribute.Name))
	case attribute.MultiValued:
		return english.Singular(model.Identifier(attribute.Name))
	}
	return model.Identifier(attribute.Name)
}

// roleOf returns the role of an instance, "" if it has the role only as an owner.
func (d naming) roleOf(at int) string {
	if d.Graph.Node(at).Participant == "" || d.Graph.IsOwnerOf(at) {
		return ""
	}
	return d.roleName(at)
}
