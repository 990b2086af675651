package edit

import (
	"fmt"
	"math"
	"time"

	"widerow/model"
)

// clusterFields are on a page of their own, not in the form of the model.
func clusterFields() []Field {
	type at = func(*model.Cluster) *model.Expression
	number := func(units unitRule, name, label, hint string, span NumberRange, of at) Field {
		within := withinRange(
			expressionOf(units, name, label, func(m *model.Model) *model.Expression { return of(&m.Cluster) }), span,
			func(m *model.Model) *model.Expression { return of(&m.Cluster) })
		return within.hint(hint).when(never)
	}
	bytes, rate := NumberRange{1e9, 1e15, true}, NumberRange{1, 1e9, false}
	return []Field{
		number(noTime, "disk", "Disk of a node", "The disk for data: `2 TB`.", bytes, func(c *model.Cluster) *model.Expression { return &c.Disk }),
		number(noTime, "density", "Most data on a node", "What a node can stream and repair in time: `2 TB`.",
			bytes, func(c *model.Cluster) *model.Expression { return &c.Density }),
		number(noTime, "compression", "Compressed to",
			"The part that is left: `0.5` or `50 %`. SSTable Compression Ratio in `nodetool tablestats`.",
			compressed, func(c *model.Cluster) *model.Expression { return &c.Compression }),
		number(noTime, "headroom", "Free for compaction",
			"A part of the data: `1` for as much again. Empty: by the compaction strategy of each table.",
			NumberRange{0, 10, false}, func(c *model.Cluster) *model.Expression { return &c.Headroom }),
		number(perTime, "node_writes", "Writes of a node", "In a second, if it does nothing else.", rate,
			func(c *model.Cluster) *model.Expression { return &c.NodeWrites }),
		number(perTime, "node_reads", "Reads of a node", "In a second, if it does nothing else.", rate,
			func(c *model.Cluster) *model.Expression { return &c.NodeReads }),
		untilField(),
		number(noTime, "growth", "Growth in a year",
			"A part of the table: `30 %`. For tables into which no update with a rate inserts.",
			NumberRange{0, 1000, false}, func(c *model.Cluster) *model.Expression { return &c.Growth }),
		number(noTime, "tokens", "Tokens of a node", "`num_tokens` in cassandra.yaml.", NumberRange{1, 1536, false},
			func(c *model.Cluster) *model.Expression { return &c.Tokens }),
		number(noTime, "skew", "Skew of keys",
			"Exponent s of Zipf's law: key k is used 1/kˢ as often as the first. `0`: all alike.",
			NumberRange{0, 10, false}, func(c *model.Cluster) *model.Expression { return &c.Skew }),
	}
}

func never(*model.Model, model.Element) bool { return false }

// compressed is the range of a compression: little data grows by it.
var compressed = NumberRange{0.01, 1.2, false}

// withinRange makes a field reject values out of a range, where the value is known.
func withinRange[T any](field Field, span NumberRange, at func(T) *model.Expression) Field {
	set := field.set
	field.span = &span
	field.set = func(m *model.Model, e model.Element, text string) error {
		before := *at(e.Value.(T))
		if err := set(m, e, text); err != nil || text == "" {
			return err
		}
		value, missing, err := m.Evaluate(*at(e.Value.(T)))
		if err == nil && len(missing) == 0 && !field.span.Holds(value) {
			*at(e.Value.(T)) = before
			return fmt.Errorf("%s; got %s", field.span.Words(field.Label), model.Shorten(text, 40))
		}
		return nil
	}
	return field
}

// NumberRange is the range of valid numbers of a field. Bytes marks a number of bytes.
type NumberRange struct {
	Least, Most float64
	Bytes       bool
}

// Range returns what the number of the field may be.
func (f Field) Range() NumberRange {
	if f.span == nil {
		return NumberRange{0, math.MaxFloat64, false}
	}
	return *f.span
}

// Holds reports whether both cases of a value are in the range.
func (r NumberRange) Holds(value model.Value) bool {
	return min(value.Typical, value.Worst) >= r.Least && max(value.Typical, value.Worst) <= r.Most
}

// Words returns the error message for a number out of the range. name is the field's label.
func (r NumberRange) Words(name string) string {
	if r.Bytes {
		return fmt.Sprintf("%s must be from %.10g GB to %.10g TB", name, r.Least/1e9, r.Most/1e12)
	}
	return fmt.Sprintf("%s must be from %.10g to %.10g", name, r.Least, r.Most)
}

// untilField takes a date, so that a page that is opened later means the same.
func untilField() Field {
	field := stringField(TextInput, "until", "Sized for the day", func(m *model.Model) *string { return &m.Cluster.Until }).
		hint("As `2027-12-31`. Until then the tables grow.").when(never)
	set := field.set
	field.set = func(m *model.Model, e model.Element, text string) error {
		if text != "" {
			if _, err := time.Parse(model.Day, text); err != nil {
				return fmt.Errorf("%s must be a date such as 2027-12-31; got %s", field.Label, model.Shorten(text, 40))
			}
		}
		return set(m, e, text)
	}
	return field
}

// scaled is the range of a scale.
var scaled = NumberRange{0.001, 1000, false}

// scaleField is the field of a table's scale: the ratio of measured to computed bytes, which
// measurements give beside rows and lengths.
func scaleField() Field {
	at := func(r *model.Relation) *model.Expression { return &r.Scale }
	return withinRange(expressionField("scale", "Measured ÷ computed", at), scaled, at).
		hint("What the bytes of a partition are multiplied by: `0.8`, or `0.8/0.9` typically and at worst. *Use as quantity* enters it.")
}

// compressionField is the compression of one table, where it differs.
func compressionField() Field {
	at := func(r *model.Relation) *model.Expression { return &r.Compression }
	return withinRange(expressionField("compression", "Compressed to", at), compressed, at).
		hint("The part that is left: `0.5` or `50 %`. Empty: that of the cluster.")
}
