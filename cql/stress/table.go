package stress

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
)

// generated are the types of which cassandra-stress makes values. A collection may have only these.
var generated = []string{"ascii", "text", "bigint", "blob", "boolean", "counter", "decimal", "double", "float", "inet", "int",
	"varint", "timestamp", "uuid", "timeuuid", "tinyint", "smallint", "time", "date"}

// sized are the generated types whose values have a length of the profile.
var sized = []string{"ascii", "text", "blob"}

func isGenerated(t model.Type) bool {
	return t.Kind == model.NativeType && slices.Contains(generated, t.Name)
}

func isSized(t model.Type) bool { return t.Kind == model.NativeType && slices.Contains(sized, t.Name) }

// simplify replaces the types that cassandra-stress cannot generate by blobs of the same size, and
// removes masks and constraints, which are about the old type.
func (w *writer) simplify() {
	for _, item := range model.Sorted(w.bare.Physical.Relations) {
		widths := w.widths(item.ID)
		for _, column := range item.Value.SortedColumns() {
			c := column.Value
			c.Mask, c.Check = "", ""
			isCollection := c.Type.Kind == model.ListType || c.Type.Kind == model.SetType
			if isGenerated(c.Type) || isCollection && isGenerated(c.Type.Arguments[0]) {
				continue
			}
			w.changed[item.ID] = append(w.changed[item.ID], fmt.Sprintf("%s is a blob of the same size: cassandra-stress makes no %s",
				c.Name, w.model.TypeText(c.Type)))
			c.Type = model.Native("blob")
			c.Length = model.Expression(pair(widths[column.ID].Bytes))
		}
	}
}

func pair(v model.Value) string { return fmt.Sprintf("%.0f/%.0f", v.Typical, v.Worst) }

func (w *writer) widths(id model.ID) map[model.ID]sizing.Width {
	size := w.input.Sizes[id]
	widths := make(map[model.ID]sizing.Width, len(size.Widths))
	for _, width := range size.Widths {
		widths[width.Column] = width
	}
	return widths
}

// column is an item of columnspec. Empty fields are left to cassandra-stress.
type column struct{ name, size, population, cluster string }

// columns returns the specifications of a table's columns, and the number of its partitions.
func (w *writer) columns(id model.ID) (columns []column, partitions float64) {
	relation, widths := w.bare.Physical.Relations[id], w.widths(id)
	rows := w.input.Sizes[id].Terms.Rows
	partitions = max(1, math.Round(w.loads[id].Partitions.Typical))
	populations, clusters := w.populations(relation, partitions), w.clusters(relation, rows)
	for _, item := range relation.SortedColumns() {
		c := column{item.Value.Name, w.sizeOf(item.Value, widths[item.ID]), populations[item.ID], clusters[item.ID]}
		if c.size+c.population+c.cluster != "" {
			columns = append(columns, c)
		}
	}
	return columns, partitions
}

// sizeOf is the length of a column's values: bytes of a text or a blob, elements of a collection.
// cassandra-stress has one number for the elements of a collection and for their length, so texts
// get the number that gives the bytes of the whole.
func (w *writer) sizeOf(c *model.Column, width sizing.Width) string {
	switch {
	case isSized(c.Type):
		return around(width.Bytes)
	case c.Type.Kind != model.ListType && c.Type.Kind != model.SetType:
		return ""
	case isSized(c.Type.Arguments[0]):
		return around(model.Value{Typical: math.Sqrt(width.Bytes.Typical), Worst: math.Sqrt(width.Bytes.Worst)})
	}
	each := float64(max(1, c.Type.Arguments[0].FixedLength()))
	return around(model.Value{Typical: width.Bytes.Typical / each, Worst: width.Bytes.Worst / each})
}

// populations gives each column of the partition key so many values that they make the partitions,
// and other columns the number of values that their attribute has.
func (w *writer) populations(relation *model.Relation, partitions float64) map[model.ID]string {
	populations := map[model.ID]string{}
	uniform := func(id model.ID, values float64) { populations[id] = fmt.Sprintf("uniform(1..%.0f)", max(1, values)) }
	rest := partitions
	var open []model.Item[*model.Column]
	for _, item := range relation.SortedColumns() {
		values, known := w.valuesOf(item.Value)
		switch {
		case known:
			uniform(item.ID, values)
			if item.Value.Role == model.Partition {
				rest = math.Ceil(rest / values)
			}
		case item.Value.Role == model.Partition:
			open = append(open, item)
		}
	}
	slices.SortStableFunc(open, func(a, b model.Item[*model.Column]) int {
		return cmp.Compare(mostValues(a.Value.Type), mostValues(b.Value.Type))
	})
	for i, item := range open {
		const rounding = 1e-9
		each := min(math.Ceil(math.Pow(rest, 1/float64(len(open)-i))-rounding), mostValues(item.Value.Type))
		uniform(item.ID, each)
		rest = math.Ceil(rest / each)
	}
	return populations
}

// clusters spreads the rows of a partition over the clustering columns: a column whose values are
// counted has at most these, the first other one has what is left.
func (w *writer) clusters(relation *model.Relation, rows model.Value) map[model.ID]string {
	clusters := map[model.ID]string{}
	for _, item := range relation.SortedColumns() {
		if item.Value.Role != model.Clustering || max(rows.Typical, rows.Worst) <= 1 {
			continue
		}
		values, known := w.valuesOf(item.Value)
		if !known {
			values = mostValues(item.Value.Type)
		}
		part := model.Value{Typical: min(rows.Typical, values), Worst: min(rows.Worst, values)}
		clusters[item.ID] = around(part)
		rows = model.Value{Typical: rows.Typical / max(1, part.Typical), Worst: rows.Worst / max(1, part.Worst)}
	}
	return clusters
}

// mostValues is the number of values that a type has.
func mostValues(t model.Type) float64 {
	if t.Kind == model.NativeType {
		switch t.Name {
		case "boolean":
			return 2
		case "tinyint":
			return 1 << 8
		case "smallint":
			return 1 << 16
		}
	}
	return math.Inf(1)
}

// valuesOf returns the number of different values of a column, as given for its bucket or its attribute.
func (w *writer) valuesOf(c *model.Column) (float64, bool) {
	expression := c.Buckets
	if expression.IsEmpty() && len(c.From) == 1 {
		element, _ := w.model.Element(c.From.Sorted()[0])
		if logical, is := element.Value.(*model.LogicalColumn); is && logical.Attribute != "" {
			if found, exists := w.model.Element(logical.Attribute); exists {
				expression = found.Value.(*model.Attribute).Distinct
			}
		}
	}
	value, missing, err := w.evaluator.Evaluate(expression)
	if err != nil || len(missing) > 0 || value.Typical < 1 {
		return math.Inf(1), false
	}
	return min(math.Round(value.Typical), mostValues(c.Type)), true
}

// around is the distribution of a number with a typical and a worst value: a bell whose mean is the
// typical value, and that does not reach beyond the worst.
func around(v model.Value) string {
	typical, worst := max(1, math.Round(v.Typical)), max(1, math.Round(v.Worst))
	if typical == worst {
		return fmt.Sprintf("fixed(%.0f)", typical)
	}
	low, high := min(typical, worst), max(typical, worst)
	deviation := max(1, math.Round(min(high-typical, max(typical-1, 1))/3))
	if typical > low { // the worst case is the smaller one
		deviation = max(1, math.Round((typical-low)/3))
		return fmt.Sprintf("gaussian(%.0f..%.0f,%.0f,%.0f)", low, 2*typical-low, typical, deviation)
	}
	return fmt.Sprintf("gaussian(1..%.0f,%.0f,%.0f)", high, typical, deviation)
}

// fileName keeps of a name what every file system takes.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}
