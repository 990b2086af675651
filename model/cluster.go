package model

import (
	"fmt"
	"math"
	"time"
)

// Cluster is what the tables run on, as far as a user knows it. What is empty is
// assumed (see model/cluster).
type Cluster struct {
	// Disk is that of a node, Density the most data that a node may hold, both in GB.
	Disk    Expression `json:"disk,omitempty"`
	Density Expression `json:"density,omitempty"`
	// Compression is the part of its bytes to which data is compressed, 0.5 for half.
	Compression Expression `json:"compression,omitempty"`
	// Headroom is the disk that compaction needs beside the data, as a part of it.
	Headroom Expression `json:"headroom,omitempty"`
	// NodeWrites and NodeReads are what a node can do in a second.
	NodeWrites Expression `json:"node_writes,omitempty"`
	NodeReads  Expression `json:"node_reads,omitempty"`
	// Tokens is the number of tokens of a node (num_tokens).
	Tokens Expression `json:"tokens,omitempty"`
	// Skew is the exponent of Zipf's law that the popularity of partition keys follows,
	// 0 if all are as popular.
	Skew Expression `json:"skew,omitempty"`
	// Growth is how much a table grows in a year, as a part of it, where no update says.
	Growth Expression `json:"growth,omitempty"`
	// Until is the day for which the cluster is sized, as 2027-12-31.
	Until string `json:"until,omitempty"`
}

// Day is the form of a date in the document.
const Day = "2006-01-02"

// clusterFields are on a page of their own, not in the form of the model.
func clusterFields() []Field {
	type at = func(*Cluster) *Expression
	number := func(name, label, hint string, least, most float64, of at) Field {
		field := expressionField(name, label, func(m *Model) *Expression { return of(&m.Cluster) })
		return within(field, least, most, func(m *Model) *Expression { return of(&m.Cluster) }).hint(hint).when(never)
	}
	return []Field{
		number("disk", "Disk of a node, GB", "The disk for data: `2000` is 2 TB.", 1, 1e6, func(c *Cluster) *Expression { return &c.Disk }),
		number("density", "Most data on a node, GB", "What a node can stream and repair in time.", 1, 1e6, func(c *Cluster) *Expression { return &c.Density }),
		number("compression", "Compressed to", "The part that is left: `0.5` for half. SSTable Compression Ratio in `nodetool tablestats`.", 0.01, 1.2, func(c *Cluster) *Expression { return &c.Compression }),
		number("headroom", "Free for compaction", "A part of the data: `1` for as much again. Empty: by the compaction strategy of each table.", 0, 10, func(c *Cluster) *Expression { return &c.Headroom }),
		number("node_writes", "Writes of a node per second", "What a node can do if it does nothing else.", 1, 1e9, func(c *Cluster) *Expression { return &c.NodeWrites }),
		number("node_reads", "Reads of a node per second", "What a node can do if it does nothing else.", 1, 1e9, func(c *Cluster) *Expression { return &c.NodeReads }),
		untilField(),
		number("growth", "Growth in a year", "A part of the table: `0.3` for 30 %. For tables into which no update with a rate inserts.", 0, 1000, func(c *Cluster) *Expression { return &c.Growth }),
		number("tokens", "Tokens of a node", "`num_tokens` in cassandra.yaml.", 1, 1536, func(c *Cluster) *Expression { return &c.Tokens }),
		number("skew", "Skew of keys", "Exponent s of Zipf's law: key k is used 1/kˢ as often as the first. `0`: all alike.", 0, 10, func(c *Cluster) *Expression { return &c.Skew }),
	}
}

func never(*Model, Element) bool { return false }

// within makes a field reject values out of a range, where the value is known.
func within[T any](field Field, least, most float64, at func(T) *Expression) Field {
	set := field.set
	field.span = &NumberRange{least, most}
	field.set = func(m *Model, e Element, text string) error {
		before := *at(e.Value.(T))
		if err := set(m, e, text); err != nil || text == "" {
			return err
		}
		value, missing, err := m.Evaluate(*at(e.Value.(T)))
		if err == nil && len(missing) == 0 && !field.span.Holds(value) {
			*at(e.Value.(T)) = before
			return fmt.Errorf("%s; got %s", field.span.Words(field.Label), shorten(text, 40))
		}
		return nil
	}
	return field
}

// NumberRange is what a number may be.
type NumberRange struct{ Least, Most float64 }

// Range returns what the number of the field may be.
func (f Field) Range() NumberRange {
	if f.span == nil {
		return NumberRange{0, math.MaxFloat64}
	}
	return *f.span
}

// Holds reports whether both cases of a value are in the range.
func (r NumberRange) Holds(value Value) bool {
	return min(value.Typical, value.Worst) >= r.Least && max(value.Typical, value.Worst) <= r.Most
}

// Words says what a number of that name must be.
func (r NumberRange) Words(name string) string {
	return fmt.Sprintf("%s must be from %.10g to %.10g", name, r.Least, r.Most)
}

// untilField takes a date, so that a page that is opened later means the same.
func untilField() Field {
	field := stringField(TextInput, "until", "Sized for the day", func(m *Model) *string { return &m.Cluster.Until }).
		hint("As `2027-12-31`. Until then the tables grow.").when(never)
	set := field.set
	field.set = func(m *Model, e Element, text string) error {
		if text != "" {
			if _, err := time.Parse(Day, text); err != nil {
				return fmt.Errorf("%s must be a date such as 2027-12-31; got %s", field.Label, shorten(text, 40))
			}
		}
		return set(m, e, text)
	}
	return field
}

// compressionField is the compression of one table, where it differs.
func compressionField() Field {
	at := func(r *Relation) *Expression { return &r.Compression }
	return within(expressionField("compression", "Compressed to", at), 0.01, 1.2, at).
		hint("The part that is left: `0.5` for half. Empty: that of the cluster.")
}
