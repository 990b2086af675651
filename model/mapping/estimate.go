package mapping

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/carry"
	"widerow/model/mapping/er"
	"widerow/model/sizing"
)

// Estimate is the size of an alternative, estimated from the numbers of the concepts.
type Estimate struct {
	// Rows, Cells and Bytes are the size of one partition, Elements the size of the largest
	// collection in a row.
	Rows, Cells, Bytes, Elements er.Amount
	// Partitions is the number of partitions of the table, Share the share of all rows in the
	// largest of them.
	Partitions, Share er.Amount
	// Read is the number of rows that the query reads, Wanted the number of rows that it asks for.
	// A range selects an unknown part of both.
	Read, Wanted er.Amount
	// Copies are the bytes in the table that it already stores elsewhere.
	Copies er.Amount
	// Needs are the missing numbers without which the rows are not known, or, if only lengths are
	// missing, the bytes are assumed.
	Needs   []er.Need
	Assumed bool
}

// estimator computes the estimates of one question's alternatives.
type estimator struct {
	*designer
	*er.Volume
	sizes    *columnSizes
	computed map[countedRows]er.Estimate
}

// countedRows identifies rows that an estimator has counted: the rows of an identity and a form,
// with fixed attributes.
type countedRows struct {
	in    *er.Identity
	form  Form
	fixed string
}

// estimator returns what estimates the tables of a question.
func (d *designer) estimator() *estimator {
	k := d.knows()
	if k.estimator == nil {
		k.estimator = &estimator{designer: d, Volume: d.Graph.Volume(), sizes: newColumnSizes(d), computed: map[countedRows]er.Estimate{}}
	}
	return k.estimator
}

// of estimates one alternative.
func (e *estimator) of(a *Alternative) Estimate {
	s := &a.shape
	rows, all := e.rows(s, s.partition), e.rows(s, nil)
	found := Estimate{Rows: rows.Amount, Needs: rows.Needs}
	if !rows.Known {
		return found
	}
	if all.Known {
		found.Partitions = all.Per(rows.Amount).AtLeast(1)
		found.Share = er.Amount{Known: true, Typical: min(1, rows.Typical/all.Typical), Worst: min(1, rows.Worst/all.Worst)}
	} else {
		for _, need := range all.Needs {
			found.Needs = er.AppendNeed(found.Needs, need)
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
func (e *estimator) rows(s *shape, fixed []er.Atom) er.Estimate {
	var atoms []byte
	for _, list := range [][]er.Atom{fixed, e.multiValued(s)} {
		for _, a := range list {
			atoms = append(strconv.AppendInt(append(atoms, ' '), int64(a.Node), 10), a.Attribute...)
		}
		atoms = append(atoms, ';')
	}
	key := countedRows{s.in, s.form, string(atoms)}
	if found, is := e.computed[key]; is {
		return found
	}
	found := e.countRows(s, fixed)
	if found.Known && len(fixed) <= maxEqual {
		for _, a := range fixed {
			if more := e.rows(s, er.Without(fixed, []er.Atom{a})); more.Known {
				found.Amount = found.AtMost(more.Amount)
			}
		}
	}
	e.computed[key] = found
	return found
}

func (e *estimator) countRows(s *shape, fixed []er.Atom) er.Estimate {
	c := er.Counter{Volume: e.Volume, In: s.in, Values: e.multiValued(s)}
	if s.form != PerSubtype {
		c.Optional = e.split.leaves
	}
	if !s.aggregated {
		return c.Rows(fixed)
	}
	c.In = e.In.About(e.inKey(s))
	over, _ := e.AggregatedNodes()
	groups := c.Rows(slices.DeleteFunc(slices.Clone(fixed), func(a er.Atom) bool { return slices.Contains(over, a.Node) && !c.OnPath(a) }))
	for _, a := range er.Without(s.key(), fixed) {
		if attribute := e.Graph.Attribute(a); attribute != nil && !c.OnPath(a) {
			share := e.ShareOf(a.Attribute, attribute, e.Graph.Node(a.Node).Of)
			share.Amount = er.Amount{Known: share.Known, Typical: 1 / share.Typical, Worst: 1 / min(share.Typical, share.Worst)}
			groups = groups.Times(share)
		}
	}
	whole := er.Counter{Volume: e.Volume, In: e.In, Optional: e.split.leaves}
	if all := whole.Rows(fixed); all.Known {
		groups.Amount = groups.AtMost(all.Amount)
	}
	return groups
}

// inKey returns the nodes that the primary key of groups identifies: there is a group
// for each of their combinations.
func (e *estimator) inKey(s *shape) []int {
	determined := e.In.Closure(s.key())
	var nodes []int
	for _, a := range s.key() {
		if a.Node >= 0 && determined[a.Node] && er.Contains(e.In.Own[a.Node], a) && !slices.Contains(nodes, a.Node) {
			nodes = append(nodes, a.Node)
		}
	}
	return nodes
}

// multiValued are the attributes in the key that have a row for each value.
func (e *estimator) multiValued(s *shape) []er.Atom {
	return slices.DeleteFunc(slices.Clone(s.key()), func(a er.Atom) bool {
		attribute := e.Graph.Attribute(a)
		return attribute == nil || !attribute.MultiValued
	})
}

// read returns the rows that the query reads: those of its partitions that have the
// given clustering columns in front, or all of them if it filters.
func (e *estimator) read(a *Alternative) er.Amount {
	s := &a.shape
	fixed := er.Union(s.partition, s.equal)
	if a.Service == Filtered {
		fixed = s.partition
	}
	whole := e.rows(s, s.partition).Amount.Times(e.values(s.partition))
	return e.rows(s, fixed).Amount.Times(e.values(fixed)).AtMost(whole)
}

// wanted returns the number of rows that the query asks for, or of groups of an
// aggregate.
func (e *estimator) wanted() er.Amount {
	given := er.Union(e.Equal, e.Many)
	s := shape{in: e.In, partition: given, missing: e.rowValues(e.In)}
	for _, grouped := range (grouping{e.designer}).groupedShapes() {
		s = grouped
		s.partition = given
	}
	return e.rows(&s, given).Amount.Times(e.values(given))
}

// values returns the number of combinations of the values of IN.
func (e *estimator) values(fixed []er.Atom) er.Amount {
	count := er.Exactly(1)
	for _, a := range fixed {
		if a.Given != nil && a.Given.Operator == model.In {
			amount, _ := e.Value(a.Given.Count, "")
			count = count.Times(amount)
		}
	}
	return count
}

// partition returns the size of an alternative's partitions.
func (e *estimator) partition(a *Alternative) Estimate {
	found := Estimate{Rows: e.rows(&a.shape, a.shape.partition).Amount}
	if found.Rows.Known {
		e.size(a, &found)
	}
	return found
}

// measure adds cells and bytes.
func (e *estimator) measure(a *Alternative, found *Estimate, all er.Amount) {
	ids, widths := e.size(a, found)
	if !found.Bytes.Known {
		return
	}
	for i, column := range a.Columns {
		if i == 0 {
			found.Copies = er.Exactly(0)
		}
		found.Copies = found.Copies.Plus(e.copies(&column, widths[ids[i]], all, found.Partitions))
	}
}

// size adds cells and bytes, without the copies. It returns the IDs and the widths of the
// columns.
func (e *estimator) size(a *Alternative, found *Estimate) ([]model.ID, map[model.ID]model.Value) {
	relation, ids := e.sizes.relation(a)
	plan := sizing.Plan{Relation: relation, Rows: found.Rows.Value(), Elements: map[model.ID]model.Value{}}
	for _, collected := range a.shape.collected {
		c := er.Counter{Volume: e.Volume, In: e.In}
		elements := c.Rows(a.shape.key())
		for _, need := range elements.Needs {
			found.Needs = er.AppendNeed(found.Needs, need)
		}
		if elements.Known {
			plan.Elements[collected.Attribute] = elements.Value()
			found.Elements = elements.Amount
		}
	}
	size := plan.Of(e.sizes.model, sizing.Disk)
	cells := size.Terms.Cells()
	found.Cells = er.Amount{Known: true, Typical: cells.Typical, Worst: cells.Worst}
	for _, assumed := range size.Assumed {
		element := model.ID(strings.TrimRight(string(assumed.Element), copyMark))
		found.Needs = er.AppendNeed(found.Needs, er.Need{Element: element, Field: assumed.Field})
	}
	found.Assumed = len(size.Assumed) > 0
	if size.Level == sizing.Unknown {
		return ids, nil
	}
	found.Bytes = er.Amount{Known: true, Typical: size.Typical.Bytes, Worst: size.Worst.Bytes}
	widths := map[model.ID]model.Value{}
	for _, width := range size.Widths {
		widths[width.Column] = width.Bytes
	}
	return ids, widths
}

// copies returns the bytes of a column that repeat what other rows store: those in
// more rows, or partitions if it is static, than there are instances.
func (e *estimator) copies(column *Column, width model.Value, rows, partitions er.Amount) er.Amount {
	if column.Role.InKey() || column.Added || column.Aggregate != "" || column.Attribute == "" || column.atom.Node < 0 {
		return er.Exactly(0)
	}
	if column.Role == model.Static {
		rows = partitions
	}
	instances := e.Volume.Of(e.Graph.Node(column.atom.Node).Of).Amount
	return er.Amount{Known: rows.Known && instances.Known,
		Typical: max(0, rows.Typical-instances.Typical) * width.Typical,
		Worst:   max(0, rows.Worst-instances.Worst) * width.Worst}
}

// columnSizes makes relations for the formulas of sizes.
type columnSizes struct {
	*designer
	model *model.Model // with types for composite attributes
}

func newColumnSizes(d *designer) *columnSizes {
	m := *d.Graph.Model
	m.Physical.Types = map[model.ID]*model.UserType{}
	for id, t := range d.Graph.Model.Physical.Types {
		m.Physical.Types[id] = t
	}
	return &columnSizes{d, &m}
}

// copyMark ends the IDs of further columns of the same attribute, in other roles.
const copyMark = "+"

// relation returns the table of an alternative with the IDs of its columns. A column has the ID of
// its attribute, with copyMark at the end if that ID is taken.
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
	physical := carry.PhysicalColumn(c.Graph.Model, "", &logical)
	physical.Order = placeOrder(place)
	if column.Added && column.Role == model.Partition {
		physical.Type = model.Native("smallint") // a bucket
	}
	if column.Added && column.Aggregate == "" && column.Role != model.Partition {
		physical.Length, physical.Elements = c.typeNameLength(), "1"
	}
	if t, composite := c.composite(column.Attribute, column.atom.Node); composite {
		physical.Type = column.collectionOf(t)
	}
	if column.entry != nil {
		key := c.Graph.AttributeType(column.Attribute)
		value := c.Graph.AttributeType(column.entry.Attribute)
		physical.Type = model.Type{Kind: model.MapType, Arguments: []model.Type{key, value}}
		physical.KeyLength, physical.Length = physical.Length, c.Graph.Attribute(*column.entry).Length
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
	if given := c.Graph.AttributeType(id); !given.IsZero() {
		return given, len(given.UserTypes()) > 0
	}
	t := &model.UserType{Fields: map[model.ID]*model.TypeField{}}
	for _, part := range c.Graph.Attributes(c.Graph.Node(node).Of) {
		if part.Value.Parent == id {
			given := c.Graph.AttributeType(part.ID)
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
