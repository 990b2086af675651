package mapping

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/english"
	"widerow/model/mapping/er"
)

// bucketName is the column that is the partition key where a query gives
// nothing by =.
const bucketName = "bucket"

// columns returns the columns of an alternative in the order of a table, each
// with the rule that put it there.
func (d *designer) columns(s *shape) []Column {
	b := columnBuilder{designer: naming{d}.ofRows(s).designer, shape: s}
	if len(s.partition) == 0 {
		b.columns = append(b.columns, Column{Name: bucketName, Role: model.Partition, Added: true, Rule: MR2,
			Reason: "nothing is given by =, so the rows of a bucket are a partition"})
	}
	for _, a := range s.partition {
		b.add(a, model.Partition, MR2, b.givenBy(a))
	}
	for _, a := range s.equal {
		b.add(a, model.Clustering, MR2, b.givenBy(a)+" and not in the partition key")
	}
	for _, a := range s.tail {
		rule, reason := b.tailReason(a)
		b.add(a, model.Clustering, rule, reason)
	}
	for _, a := range s.missing {
		if attribute := d.Graph.Attribute(a); attribute != nil && attribute.MultiValued {
			b.add(a, model.Clustering, MR5, "has a row for each value, as the attribute says")
			continue
		}
		b.add(a, model.Clustering, MR5, fmt.Sprintf("a key of %s, without which rows would overwrite each other", d.Graph.Title(a.Node)))
	}
	b.addFound()
	b.addType()
	return b.columns
}

type columnBuilder struct {
	*designer
	shape   *shape
	columns []Column
}

func (b *columnBuilder) givenBy(a er.Atom) string {
	if er.Contains(b.Many, a) {
		return "given by IN"
	}
	return "given by ="
}

func (b *columnBuilder) tailReason(a er.Atom) (Rule, string) {
	switch {
	case er.Contains(b.Ranges, a):
		return MR3, "given by a range, so it follows all that is given by ="
	case er.Contains(b.Sorted, a):
		return MR4, "the order of the rows"
	}
	if er.Contains(b.Grouped, a) || er.Contains(b.implied, a) {
		if b.Query.Distinct && len(b.Grouped) == 0 && !b.Aggregates() {
			return MR4, "a value that DISTINCT returns, so that equal ones are one row"
		}
		return MR4, "GROUP BY needs it in front of the other clustering columns"
	}
	return "", keptInKey
}

// keptInKey is the reason of a clustering column that the query does not demand.
const keptInKey = "in the key as the table is now"

// addFound adds what is stored besides the key: static where it depends on the
// partition key alone.
func (b *columnBuilder) addFound() {
	static := b.shape.in.Closure(b.shape.partition)
	onlyStatic := b.findsOnlyStatic(static)
	for _, a := range er.Union(b.shape.found, b.shape.filtered, b.shape.unordered) {
		switch {
		case b.shape.aggregated && a.Aggregate != "":
		case b.isOneOfSeveral(a):
			b.addWhole(a)
		case b.isStatic(a, static) && onlyStatic:
			b.add(a, model.Regular, MR1, "not static: Cassandra rejects conditions on clustering columns of a SELECT of only static columns")
		case b.isStatic(a, static):
			b.add(a, model.Static, MR1, "depends on the partition key alone, so it is stored once a partition")
		default:
			b.add(a, model.Regular, MR1, b.regularReason(a))
		}
	}
	if b.shape.aggregated {
		b.addAggregates()
	}
	for _, a := range b.shape.collected {
		b.add(a, model.Regular, MR1, "repeats, and is stored as a set")
		last := &b.columns[len(b.columns)-1]
		last.Collection, last.Name = model.SetOf, b.freeName(b.collectedName(a))
		if entry, found := b.entryOf(a); found {
			last.Collection, last.Reason = model.MapOf, "repeats, and is stored as a map to "+b.columnName(entry)
			last.entry = &entry
		}
		if b.hasRows(static) && b.isCollectedOnce(a, static) && !onlyStatic {
			last.Role = model.Static
		}
	}
	b.addCounter()
}

// isOneOfSeveral reports whether the key has one value of an attribute with several, as the
// query gives it, while the query asks for all of them.
func (b *columnBuilder) isOneOfSeveral(a er.Atom) bool {
	attribute := b.Graph.Attribute(a)
	return attribute != nil && attribute.MultiValued && !b.shape.aggregated && !b.Query.Distinct &&
		er.Contains(b.shape.found, a) && er.Contains(b.shape.key(), a) && er.Contains(er.Union(b.Equal, b.Many, b.Ranges), a)
}

// addWhole adds a column for all values of an attribute, of which the key has one.
func (b *columnBuilder) addWhole(a er.Atom) {
	attribute := b.Graph.Attribute(a)
	for i := range b.columns {
		if c := &b.columns[i]; c.atom.Same(a) && c.Aggregate == "" && !c.Added {
			c.oneOfSeveral = true
		}
	}
	name := cmp.Or(model.Identifier(attribute.Name), attribute.Name)
	key := b.columnName(a)
	name = english.Plural(strings.TrimSuffix(key, english.Singular(name)) + name)
	b.columns = append(b.columns, Column{Name: b.freeName(name), Attribute: a.Attribute, Participant: b.Graph.Participant(a), Role: model.Regular,
		Collection: collectionOf(attribute, b.parts(a)), Rule: MR1, Reason: "all values, of which the key has the one that is given", atom: a, oneOfSeveral: true})
}

// isStatic reports whether an attribute depends on the partition key alone, while a partition
// may have several rows. In one with a single row, a static column would save nothing, and
// would be left if the row goes.
func (b *columnBuilder) isStatic(a er.Atom, static map[int]bool) bool {
	return a.Node >= 0 && static[a.Node] && len(b.shape.partition) > 0 && b.hasRows(static)
}

// isCollectedOnce reports whether a collection depends on the partition key alone: what the rows are about does, and
// what has the elements. The authors of the books that a reader reviews differ from book to book.
func (b *columnBuilder) isCollectedOnce(a er.Atom, static map[int]bool) bool {
	relationship := a.Node
	if !b.Graph.IsRelationship(relationship) {
		relationship = b.Tree.LeafOf(a.Node)
	}
	isElement := func(at int) bool {
		return slices.ContainsFunc(b.shape.collected, func(other er.Atom) bool { return other.Node == at })
	}
	return static[b.main] && !slices.ContainsFunc(b.Tree.Neighbours(relationship), func(at int) bool { return !static[at] && !isElement(at) })
}

// hasRows reports whether a partition may have several rows: some part of the clustering key
// does not depend on the partition key.
func (b *columnBuilder) hasRows(static map[int]bool) bool {
	return slices.ContainsFunc(b.shape.clustering(), func(a er.Atom) bool {
		attribute := b.Graph.Attribute(a)
		return a.Node < 0 || !static[a.Node] || attribute != nil && attribute.MultiValued
	})
}

// findsOnlyStatic reports whether a query of the table finds only what would be static, and
// restricts clustering columns: Cassandra rejects that.
func (b *columnBuilder) findsOnlyStatic(static map[int]bool) bool {
	key := b.shape.clustering()
	restricts := len(b.shape.equal) > 0 || len(b.shape.finds) > 1 ||
		slices.ContainsFunc(key, func(a er.Atom) bool { return er.Contains(er.Union(b.Many, b.Ranges), a) })
	return restricts && slices.ContainsFunc(b.shape.finds, func(found []er.Atom) bool {
		return er.All(found, func(a er.Atom) bool {
			collected := er.Contains(er.Union(b.shape.collected, b.shape.entries), a) && b.isCollectedOnce(a, static)
			return collected || er.Contains(b.shape.partition, a) || !er.Contains(key, a) && b.isStatic(a, static)
		})
	})
}

func (b *columnBuilder) regularReason(a er.Atom) string {
	attribute := b.Graph.Attribute(a)
	switch {
	case attribute == nil:
	case attribute.Derived:
		return "derived, but it never changes, so it is stored"
	case attribute.MultiValued:
		return "has several values, stored in one column: for dozens of them"
	}
	return AskedFor
}

// AskedFor is the reason of a column that needs no further reason.
const AskedFor = "is asked for"

// entryOf returns the attribute of the relationship type that leads to what is
// collected: the values of a map.
func (b *columnBuilder) entryOf(a er.Atom) (er.Atom, bool) {
	for _, entry := range b.shape.entries {
		if b.Tree.LeafOf(a.Node) == entry.Node {
			return entry, true
		}
	}
	return er.Atom{}, false
}

func (b *columnBuilder) add(a er.Atom, role model.Role, rule Rule, reason string) {
	if slices.ContainsFunc(b.columns, func(c Column) bool { return !c.Added && c.Aggregate == "" && c.atom.Same(a) }) {
		return
	}
	column := Column{Name: b.freeName(b.columnName(a)), Attribute: a.Attribute, Participant: b.Graph.Participant(a),
		Role: role, Rule: rule, Reason: reason, atom: a}
	if role == model.Clustering {
		column.Descending = a.Descending
	}
	if attribute := b.Graph.Attribute(a); attribute != nil {
		column.Collection = b.collection(a, attribute, role)
	}
	b.columns = append(b.columns, column)
}

// collection returns a set for a multi-valued attribute, unless it is stored otherwise, and a
// user-defined type for a composite one, unless its type says otherwise. A multi-valued attribute
// in the key has a row for each value.
func (b *columnBuilder) collection(a er.Atom, attribute *model.Attribute, role model.Role) model.Collection {
	if attribute.MultiValued {
		if role.InKey() {
			return model.SingleValue
		}
		return collectionOf(attribute, b.parts(a))
	}
	if b.parts(a) > 0 {
		return cmp.Or(attribute.Type.Collection(), model.UserDefined)
	}
	return attribute.Type.Collection()
}

// columnName names a column after its attribute. Attributes of other nodes than
// the main one are prefixed with the type or the role: poi_name in a table of
// hotels.
func (b *columnBuilder) columnName(a er.Atom) string {
	attribute := b.Graph.Attribute(a)
	if attribute == nil {
		return cmp.Or(model.Identifier(a.Name), a.Name)
	}
	name := cmp.Or(model.Identifier(attribute.Name), attribute.Name)
	if attribute.MultiValued && er.Contains(b.shape.key(), a) {
		name = english.Singular(name) // one of the values
	}
	owner := b.entityName(a.Node)
	if role := b.roleName(a.Node); role != "" {
		if b.Graph.IsOwnerOf(a.Node) && !strings.HasPrefix(name, owner) {
			return role + "_" + owner + "_" + name
		}
		return role + "_" + name
	}
	if end := b.endBesideOthers(a.Node); end != "" {
		if strings.HasPrefix(name, end) {
			return name
		}
		return end + "_" + name
	}
	if relationship := b.unnamedRole(a.Node); relationship != "" && !b.isMain(a.Node) {
		if !strings.HasPrefix(name, owner) {
			name = owner + "_" + name
		}
		return relationship + "_" + name // of two employees, one of whom manages the other
	}
	if by, further := b.shape.in.NeededBy[a.Node]; further && (b.Graph.Node(a.Node).Participant != "" || b.isBesideRole(a.Node)) {
		if !strings.HasPrefix(name, owner) {
			name = owner + "_" + name
		}
		if role, has := b.Graph.Roles[b.Graph.Node(a.Node).Participant]; has && b.isSupertype(a.Node, role.Entity) {
			return model.Identifier(b.Graph.Model.Title(role.Entity)) + "_" + name // the person that is the guest
		}
		return b.entityName(by) + "_" + name // the hotel of the room, beside another one
	}
	if b.isMain(a.Node) || owner == "" || strings.HasPrefix(name, owner) || b.Graph.IsRelationship(a.Node) {
		return name
	}
	return owner + "_" + name
}

// endBesideOthers names an end without a role by its type or its relationship type, if the path
// has others of the same type in roles: of the person who is the patient and the one who is the
// doctor. It is empty for all other nodes.
func (b *columnBuilder) endBesideOthers(at int) string {
	role, found := b.Graph.Roles[b.Graph.Node(at).Participant]
	if !found || role.Role != "" || len(role.Others) > 0 || !b.isBesideRole(at) {
		return ""
	}
	alike := func(other int) bool {
		n := b.Graph.Node(other)
		return other != at && n.Of == b.Graph.Node(at).Of && b.Graph.Roles[n.Participant].Participant != nil && b.Graph.Roles[n.Participant].Entity == role.Entity
	}
	if b.isSupertype(at, role.Entity) && !slices.ContainsFunc(b.Tree.Nodes, alike) {
		return model.Identifier(b.Graph.Model.Title(role.Entity))
	}
	return model.Identifier(b.Graph.Model.Title(role.Relationship)) + "_" + b.entityName(at)
}

// isBesideRole reports whether the path has another instance of a node's type, in a role: beside the museum that borrows,
// museum_id alone would not say whose it is.
func (d *designer) isBesideRole(at int) bool {
	return slices.ContainsFunc(d.Tree.Nodes, func(other int) bool {
		n := d.Graph.Node(other)
		return other != at && n.Participant != "" && n.Of == d.Graph.Node(at).Of
	})
}

func (d *designer) roleName(at int) string {
	if at < 0 || d.Graph.Node(at).Participant == "" {
		return ""
	}
	role := d.Graph.Roles[d.Graph.Node(at).Participant]
	if role.Participant == nil {
		return ""
	}
	return model.Identifier(role.Role)
}

// isSupertype reports whether a node is of a supertype of an entity type.
func (d *designer) isSupertype(at int, of model.ID) bool {
	return of != "" && slices.Contains(d.Graph.Supertypes(of), d.Graph.Node(at).Of)
}

// unnamedRole returns the name of the relationship type in which a node on the path
// has a role without a name, "" for any other node.
func (b *columnBuilder) unnamedRole(at int) string {
	role, found := b.Graph.Roles[b.Graph.Node(at).Participant]
	if !found || role.Role != "" || len(role.Others) == 0 || !slices.Contains(b.Tree.Nodes, at) {
		return ""
	}
	return model.Identifier(b.Graph.Model.Title(role.Relationship))
}

func (d *designer) entityName(at int) string {
	if at < 0 {
		return ""
	}
	element, found := d.Graph.Model.Element(d.Graph.Node(at).Of)
	if !found {
		return ""
	}
	switch value := element.Value.(type) {
	case *model.Entity:
		return model.Identifier(value.Name)
	case *model.Relationship:
		return model.Identifier(value.Name)
	}
	return ""
}

// collectedName returns the plural of the elements of a set: pois for the names of
// points of interest.
func (b *columnBuilder) collectedName(a er.Atom) string {
	if attribute := b.Graph.Attribute(a); attribute.Key != model.NoKey {
		return english.Plural(b.entityName(a.Node))
	}
	return english.Plural(b.columnName(a))
}

func (b *columnBuilder) freeName(name string) string {
	free := name
	for number := 2; slices.ContainsFunc(b.columns, func(c Column) bool { return c.Name == free }); number++ {
		free = fmt.Sprintf("%s_%d", name, number)
	}
	return free
}
