package mapping

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
)

// Estimate is what the numbers of the concepts say about an alternative.
type Estimate struct {
	// Rows, Cells and Bytes are those of one partition, Elements those of the
	// largest collection in a row.
	Rows, Cells, Bytes, Elements Amount
	// Partitions is how many the table has, Share the part of all rows that is in
	// the largest of them.
	Partitions, Share Amount
	// Read is the number of rows that the query reads, Wanted the number of those
	// that it asks for. A range selects an unknown part of both.
	Read, Wanted Amount
	// Copies is the bytes in the table that are stored elsewhere in it already.
	Copies Amount
	// Needs are the numbers without which the rows are not known, or, if only
	// lengths are missing, the bytes are assumed.
	Needs   []Need
	Assumed bool
}

// estimator computes the estimates of one question's alternatives.
type estimator struct {
	*designer
	*volume
	sizes    *columnSizes
	computed map[string]estimate // rows by identity and fixed attributes
}

func newEstimator(d *designer) *estimator {
	return &estimator{designer: d, volume: d.graph.volume(), sizes: newColumnSizes(d), computed: map[string]estimate{}}
}

// of estimates one alternative.
func (e *estimator) of(a *Alternative) Estimate {
	s := &a.shape
	rows, all := e.rows(s, s.partition), e.rows(s, nil)
	found := Estimate{Rows: rows.Amount, Needs: rows.needs}
	if !rows.Known {
		return found
	}
	if all.Known {
		found.Partitions = all.per(rows.Amount).atLeast(1)
		found.Share = Amount{true, min(1, rows.Typical/all.Typical), min(1, rows.Worst/all.Worst)}
	} else {
		for _, need := range all.needs {
			found.Needs = appendNeed(found.Needs, need)
		}
	}
	found.Read, found.Wanted = e.read(a), e.wanted()
	e.measure(a, &found, all.Amount)
	return found
}

// rows returns the rows of a table with the same values of some attributes. It is
// the one function for the number of rows in a partition. There are no more than with
// fewer fixed attributes, whatever the numbers say: the largest tenant has at most as
// many devices as there are.
func (e *estimator) rows(s *shape, fixed []atom) estimate {
	key := fmt.Sprintf("%p %v", s.in, s.form)
	for _, list := range [][]atom{fixed, e.multiValued(s)} {
		for _, a := range list {
			key += fmt.Sprint(" ", a.node, a.attribute)
		}
		key += ";"
	}
	if found, is := e.computed[key]; is {
		return found
	}
	found := e.countRows(s, fixed)
	if found.Known && len(fixed) <= maxEqual {
		for _, a := range fixed {
			if more := e.rows(s, without(fixed, []atom{a})); more.Known {
				found.Amount = found.atMost(more.Amount)
			}
		}
	}
	e.computed[key] = found
	return found
}

func (e *estimator) countRows(s *shape, fixed []atom) estimate {
	c := counter{volume: e.volume, in: s.in, values: e.multiValued(s)}
	if s.form != PerSubtype {
		c.optional = e.split.leaves
	}
	if !s.aggregated {
		return c.rows(fixed)
	}
	c.in = e.in.about(e.inKey(s))
	over, _ := e.aggregatedNodes()
	groups := c.rows(slices.DeleteFunc(slices.Clone(fixed), func(a atom) bool { return slices.Contains(over, a.node) && !c.onPath(a) }))
	for _, a := range without(s.key(), fixed) {
		if attribute := e.graph.attribute(a); attribute != nil && !c.onPath(a) {
			share := e.shareOf(a.attribute, attribute, e.graph.node(a.node).of)
			share.Amount = Amount{share.Known, 1 / share.Typical, 1 / min(share.Typical, share.Worst)}
			groups = groups.times(share)
		}
	}
	whole := counter{volume: e.volume, in: e.in, optional: e.split.leaves}
	if all := whole.rows(fixed); all.Known {
		groups.Amount = groups.atMost(all.Amount)
	}
	return groups
}

// inKey returns the nodes that the primary key of groups identifies: there is a group
// for each of their combinations.
func (e *estimator) inKey(s *shape) []int {
	determined := e.in.closure(s.key())
	var nodes []int
	for _, a := range s.key() {
		if a.node >= 0 && determined[a.node] && contains(e.in.own[a.node], a) && !slices.Contains(nodes, a.node) {
			nodes = append(nodes, a.node)
		}
	}
	return nodes
}

// multiValued are the attributes in the key that have a row for each value.
func (e *estimator) multiValued(s *shape) []atom {
	return slices.DeleteFunc(slices.Clone(s.key()), func(a atom) bool {
		attribute := e.graph.attribute(a)
		return attribute == nil || !attribute.MultiValued
	})
}

// read returns the rows that the query reads: those of its partitions that have the
// given clustering columns in front, or all of them if it filters.
func (e *estimator) read(a *Alternative) Amount {
	s := &a.shape
	fixed := union(s.partition, s.equal)
	if a.Service == Filtered {
		fixed = s.partition
	}
	whole := e.rows(s, s.partition).Amount.times(e.values(s.partition))
	return e.rows(s, fixed).Amount.times(e.values(fixed)).atMost(whole)
}

// wanted returns the number of rows that the query asks for, or of groups of an
// aggregate.
func (e *estimator) wanted() Amount {
	given := union(e.equal, e.many)
	s := shape{in: e.in, partition: given, missing: e.rowValues(e.in)}
	for _, grouped := range e.groupedShapes() {
		s = grouped
		s.partition = given
	}
	return e.rows(&s, given).Amount.times(e.values(given))
}

// values returns the number of combinations of the values of IN.
func (e *estimator) values(fixed []atom) Amount {
	count := exactly(1)
	for _, a := range fixed {
		if a.given != nil && a.given.Operator == model.In {
			amount, _ := e.value(a.given.Count, "")
			count = count.times(amount)
		}
	}
	return count
}

// measure adds cells and bytes.
func (e *estimator) measure(a *Alternative, found *Estimate, all Amount) {
	relation, ids := e.sizes.relation(a)
	plan := sizing.Plan{Relation: relation, Rows: found.Rows.value(), Elements: map[model.ID]model.Value{}}
	for _, collected := range a.shape.collected {
		c := counter{volume: e.volume, in: e.in}
		elements := c.rows(a.shape.key())
		for _, need := range elements.needs {
			found.Needs = appendNeed(found.Needs, need)
		}
		if elements.Known {
			plan.Elements[collected.attribute] = elements.value()
			found.Elements = elements.Amount
		}
	}
	size := plan.Of(e.sizes.model, sizing.Disk)
	cells := size.Terms.Cells()
	found.Cells = Amount{true, cells.Typical, cells.Worst}
	for _, assumed := range size.Assumed {
		element := model.ID(strings.TrimRight(string(assumed.Element), copyMark))
		found.Needs = appendNeed(found.Needs, Need{Element: element, Field: assumed.Field})
	}
	found.Assumed = len(size.Assumed) > 0
	if size.Level == sizing.Unknown {
		return
	}
	found.Bytes = Amount{true, size.Typical.Bytes, size.Worst.Bytes}
	widths := map[model.ID]model.Value{}
	for _, width := range size.Widths {
		widths[width.Column] = width.Bytes
	}
	for i, column := range a.Columns {
		if i == 0 {
			found.Copies = exactly(0)
		}
		found.Copies = found.Copies.plus(e.copies(&column, widths[ids[i]], all, found.Partitions))
	}
}

// copies returns the bytes of a column that repeat what other rows store: those in
// more rows, or partitions if it is static, than there are instances.
func (e *estimator) copies(column *Column, width model.Value, rows, partitions Amount) Amount {
	if column.Role.InKey() || column.Added || column.Aggregate != "" || column.Attribute == "" || column.atom.node < 0 {
		return exactly(0)
	}
	if column.Role == model.Static {
		rows = partitions
	}
	instances := e.volume.of(e.graph.node(column.atom.node).of).Amount
	return Amount{rows.Known && instances.Known, max(0, rows.Typical-instances.Typical) * width.Typical, max(0, rows.Worst-instances.Worst) * width.Worst}
}

// columnSizes makes relations for the formulas of sizes.
type columnSizes struct {
	*designer
	model *model.Model // with types for composite attributes
}

func newColumnSizes(d *designer) *columnSizes {
	m := *d.graph.model
	m.Physical.Types = map[model.ID]*model.UserType{}
	for id, t := range d.graph.model.Physical.Types {
		m.Physical.Types[id] = t
	}
	return &columnSizes{d, &m}
}

// copyMark ends the IDs of further columns of the same attribute, in other roles.
const copyMark = "+"

// relation returns the table of an alternative with the IDs of its columns, which
// are those of their attributes.
func (c *columnSizes) relation(a *Alternative) (*model.Relation, []model.ID) {
	relation := &model.Relation{Kind: model.Table, Columns: map[model.ID]*model.Column{}}
	var ids []model.ID
	for i := range a.Columns {
		column := &a.Columns[i]
		id := column.Attribute
		for relation.Columns[id] != nil || id == "" {
			id += copyMark
		}
		relation.Columns[id] = c.column(column, i)
		ids = append(ids, id)
	}
	return relation, ids
}

func (c *columnSizes) column(column *Column, place int) *model.Column {
	logical := column.logical("")
	physical := c.graph.model.PhysicalColumn("", &logical)
	physical.Order = placeOrder(place)
	if column.Added && column.Role == model.Partition {
		physical.Type = model.Native("smallint") // a bucket
	}
	if column.Added && column.Aggregate == "" && column.Role != model.Partition {
		physical.Length, physical.Elements = c.typeNameLength(), "1"
	}
	if t, composite := c.composite(column.Attribute, column.atom.node); composite {
		physical.Type = column.collectionOf(t)
	}
	if column.entry != nil {
		key := c.graph.attributeType(column.Attribute)
		value := c.graph.attributeType(column.entry.attribute)
		physical.Type = model.Type{Kind: model.MapType, Arguments: []model.Type{key, value}}
		physical.KeyLength, physical.Length = physical.Length, c.graph.attribute(*column.entry).Length
	}
	return physical
}

// typeNameLength is the mean length of the names of the subtypes.
func (c *columnSizes) typeNameLength() model.Expression {
	bytes := 0
	for _, leaf := range c.split.leaves {
		bytes += len(c.entityName(leaf))
	}
	return model.Expression(fmt.Sprint(bytes / max(1, len(c.split.leaves))))
}

func placeOrder(place int) model.Order {
	return model.Order([]byte{'0' + byte(place/100%10), '0' + byte(place/10%10), '0' + byte(place%10), '5'})
}

// collectionOf returns the type of a column with values of a type.
func (c *Column) collectionOf(t model.Type) model.Type {
	kind := map[model.Collection]model.TypeKind{model.SetOf: model.SetType, model.ListOf: model.ListType}[c.Collection]
	if kind == "" {
		return t
	}
	return model.Type{Kind: kind, Arguments: []model.Type{t}}
}

// composite returns the user-defined type of a composite attribute, or one of its
// parts if it has none.
func (c *columnSizes) composite(id model.ID, node int) (model.Type, bool) {
	if node < 0 || id == "" {
		return model.Type{}, false
	}
	if given := c.graph.attributeType(id); !given.IsZero() {
		return given, len(given.UserTypes()) > 0
	}
	t := &model.UserType{Fields: map[model.ID]*model.TypeField{}}
	for _, part := range c.graph.attributes(c.graph.node(node).of) {
		if part.Value.Parent == id {
			given := c.graph.attributeType(part.ID)
			if inner, nested := c.composite(part.ID, node); nested && given.IsZero() {
				given = inner
			}
			t.Fields[part.ID] = &model.TypeField{Name: part.Value.Name, Type: given, Length: part.Value.Length, Elements: part.Value.Elements}
		}
	}
	if len(t.Fields) == 0 {
		return model.Type{}, false
	}
	c.model.Physical.Types[id] = t
	return model.Type{Kind: model.UserTypeRef, UserType: id}, true
}
