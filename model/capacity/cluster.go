// Package capacity computes the number of nodes that the tables of a document need in each
// datacenter, until a given day. The number follows from the data, with the other files of each
// SSTable, and from the rates of reads and writes.
//
// Read Of and Cluster first, then setting.go (the numbers of the cluster and their defaults),
// table.go (what a table stores), load.go (reads and writes), centre.go (the nodes of a datacenter)
// and skew.go (keys that are more popular than others).
package capacity

import (
	"math"
	"time"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// Cluster is the size of the cluster that the tables of a document need. A total adds
// typical numbers, since all numbers are never at their worst at once. Its worst case has the peak rates of queries and updates, and the worst of
// what was entered for a total: the settings, such as the growth, and partitions.
type Cluster struct {
	// Settings are the numbers of the cluster, in the order of their form.
	Settings []Setting
	// Now is the day of today, Until the one for which the cluster is sized, Days between.
	Now, Until time.Time
	Days       float64
	// UntilAssumed reports that nobody gave the day.
	UntilAssumed bool
	Tables       []Table
	Centres      []Centre
	// Uncounted are queries and updates without a rate, or that ask every node.
	Uncounted []Uncounted
	// Saturated reports that a number was too large to go on with.
	Saturated bool
}

// Uncounted is a query or an update whose load is not counted, with the reason.
type Uncounted struct {
	Access model.ID
	Why    string
}

// Input holds what callers have already computed for a document.
type Input struct {
	Sizes  map[model.ID]sizing.Size
	Plans  []write.Plan
	Proofs []proof.Result
	// Instead replaces settings of the document, by field.
	Instead map[string]model.Value
	// Partitions replaces the numbers of partitions in the document.
	Partitions map[model.ID]model.Value
	// Until replaces the day of the document, as 2027-12-31.
	Until   string
	Storage sizing.Storage
	Now     time.Time
}

// Read computes what Of needs from the document alone.
func Read(m *model.Model, now time.Time) Input {
	sizes := mapping.Sizes(m, sizing.Disk)
	return Input{Sizes: sizes, Plans: write.WithSizes(m, sizes), Proofs: proof.WithSizes(m, sizes), Storage: sizing.DefaultStorage, Now: now}
}

// calculation computes one cluster.
type calculation struct {
	*Cluster
	input     Input
	model     *model.Model
	evaluator *model.Evaluator
	settings  map[string]model.Value
	index     map[model.ID]int // of Tables
}

// Of computes the cluster of a document.
func Of(m *model.Model, input Input) Cluster {
	c := calculation{&Cluster{Now: day(input.Now)}, input, m, m.NewEvaluator(), map[string]model.Value{}, map[model.ID]int{}}
	c.readSettings()
	c.readUntil()
	c.readTables()
	c.countReads()
	c.countWrites()
	c.grow()
	c.readCentres()
	return *c.Cluster
}

func day(t time.Time) time.Time {
	year, month, date := t.Date()
	return time.Date(year, month, date, 0, 0, 0, 0, time.UTC)
}

// most is the largest number that is computed with, in bytes, rows or operations.
const most = 1e24

// bounded returns a value that is at most the largest number, and notes if it was more.
func (c *calculation) bounded(value model.Value) model.Value {
	if value.Typical > most || value.Worst > most || math.IsNaN(value.Typical+value.Worst) {
		c.Saturated = true
	}
	bound := func(number float64) float64 {
		if math.IsNaN(number) {
			return most
		}
		return min(number, most)
	}
	return model.Value{Typical: bound(value.Typical), Worst: bound(value.Worst)}
}

// usual drops the worst case of a number that enters a total.
func usual(value model.Value) model.Value { return exactly(value.Typical) }

func exactly(number float64) model.Value { return model.Value{Typical: number, Worst: number} }

func plus(a, b model.Value) model.Value {
	return model.Value{Typical: a.Typical + b.Typical, Worst: a.Worst + b.Worst}
}

func times(a, b model.Value) model.Value {
	return model.Value{Typical: a.Typical * b.Typical, Worst: a.Worst * b.Worst}
}

func per(a, b model.Value) model.Value {
	divide := func(x, y float64) float64 {
		if y == 0 {
			return 0
		}
		return x / y
	}
	return model.Value{Typical: divide(a.Typical, b.Typical), Worst: divide(a.Worst, b.Worst)}
}

func greatest(a, b model.Value) model.Value {
	return model.Value{Typical: max(a.Typical, b.Typical), Worst: max(a.Worst, b.Worst)}
}

func each(a model.Value, f func(float64) float64) model.Value {
	return model.Value{Typical: f(a.Typical), Worst: f(a.Worst)}
}
