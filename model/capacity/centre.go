package capacity

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/ring"
)

// Centre is a datacenter. Name is empty if no keyspace names one.
type Centre struct {
	Name string
	// Replicas is the largest replication factor.
	Replicas int
	// Data is the disk that all copies take today, Later the disk that they take on the day for
	// which the cluster is sized, Free the disk that compaction needs beside that.
	Data, Later, Free model.Value
	// Raw is Data before compression, without the files around it.
	Raw model.Value
	// Writes and Reads are operations of all replicas per second.
	Writes, Reads model.Value
	// Bounds are the reasons for a number of nodes, Nodes is the largest.
	Bounds []Bound
	Nodes  model.Value
	// Months holds the number of nodes over time, starting today.
	Months []Month

	shares []share
}

// Bound is a number of nodes that something needs.
type Bound struct {
	Reason Reason
	Nodes  model.Value
}

// Reason is the constraint that sets a number of nodes.
type Reason string

// The reasons.
const (
	ByDisk     Reason = "disk"
	ByDensity  Reason = "density"
	ByLoad     Reason = "load"
	ByReplicas Reason = "replicas"
)

// Month is the state of a datacenter some days from today.
type Month struct {
	Day         float64
	Data, Nodes model.Value
}

// PerNode returns the bytes per node on the day for which the cluster is sized.
func (c *Centre) PerNode() model.Value { return per(c.Later, c.Nodes) }

// By returns the first bound that needs the most nodes, typical or at worst.
func (c *Centre) By(worst bool) Reason {
	for _, bound := range c.Bounds {
		if worst && bound.Nodes.Worst == c.Nodes.Worst || !worst && bound.Nodes.Typical == c.Nodes.Typical {
			return bound.Reason
		}
	}
	return ByReplicas
}

// assumedReplicas is the replication factor of a keyspace that has none.
const assumedReplicas = 3

// Replication is the replicas of a keyspace in each datacenter. Simple reports that
// SimpleStrategy places them, which knows no datacenters, Assumed that the keyspace does
// not say it.
type Replication struct {
	Replicas        map[string]float64
	Simple, Assumed bool
}

// ReplicationOf reads the replication of a keyspace, nil for one that is missing. names
// are the datacenters that keyspaces name.
func ReplicationOf(keyspace *model.Keyspace, names []string) Replication {
	if keyspace == nil || len(keyspace.Replication) == 0 {
		return Replication{Replicas: in(names, assumedReplicas), Assumed: true}
	}
	factors := ring.Factors(keyspace.Replication)
	all, everywhere := factors[""]
	if !everywhere {
		replicas := map[string]float64{}
		for name, factor := range factors {
			replicas[name] = float64(factor)
		}
		return Replication{Replicas: replicas}
	}
	simple := strings.HasSuffix(keyspace.Replication["class"], "SimpleStrategy")
	factor := float64(all)
	if simple && len(names) > 1 {
		factor /= float64(len(names)) // it spreads them over all nodes
	}
	return Replication{Replicas: in(names, factor), Simple: simple}
}

func in(names []string, factor float64) map[string]float64 {
	replicas := map[string]float64{}
	for _, name := range names {
		replicas[name] = factor
	}
	if len(names) == 0 {
		replicas[""] = factor
	}
	return replicas
}

// CentresOf returns the names of the datacenters that keyspaces name.
func CentresOf(m *model.Model) []string {
	names := map[string]bool{}
	for _, keyspace := range m.Physical.Keyspaces {
		if len(keyspace.Replication) == 0 {
			continue
		}
		for name := range ring.Factors(keyspace.Replication) {
			if name != "" {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// share is a table in a datacenter.
type share struct {
	table    *Table
	replicas float64
}

func (c *calculation) readCentres() {
	names := CentresOf(c.model)
	byName := map[string][]share{}
	for i := range c.Tables {
		table := &c.Tables[i]
		keyspace := c.model.Physical.Keyspaces[c.model.Physical.Relations[table.Relation].Keyspace]
		for name, replicas := range ReplicationOf(keyspace, names).Replicas {
			if replicas > 0 && table.Err == "" {
				byName[name] = append(byName[name], share{table, replicas})
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		c.Centres = append(c.Centres, c.centre(name, byName[name]))
	}
}

func (c *calculation) centre(name string, shares []share) Centre {
	centre := Centre{Name: name, shares: shares}
	for _, s := range shares {
		copies := exactly(s.replicas)
		centre.Replicas = max(centre.Replicas, int(math.Ceil(s.replicas)))
		centre.Raw = plus(centre.Raw, times(s.table.Raw, copies))
		centre.Data = plus(centre.Data, times(s.table.Disk, copies))
		centre.Writes = plus(centre.Writes, times(s.table.Writes, copies))
		for level, reads := range s.table.copies {
			centre.Reads = plus(centre.Reads, times(reads, exactly(replicasAsked(level, s.replicas))))
		}
	}
	centre.Later, centre.Free = c.after(shares, c.Days)
	centre.Raw, centre.Data, centre.Later, centre.Free = c.bounded(centre.Raw), c.bounded(centre.Data), c.bounded(centre.Later), c.bounded(centre.Free)
	centre.Writes, centre.Reads = c.bounded(centre.Writes), c.bounded(centre.Reads)
	centre.Bounds = c.bounds(&centre, centre.Later, centre.Free)
	centre.Nodes = nodesOf(centre.Bounds)
	for month := range int(math.Ceil(c.Days/monthDays)) + 1 {
		day := min(float64(month)*monthDays, c.Days)
		data, free := c.after(shares, day)
		centre.Months = append(centre.Months, Month{day, c.bounded(data), nodesOf(c.bounds(&centre, c.bounded(data), c.bounded(free)))})
		if month == mostMonths {
			break
		}
	}
	return centre
}

const (
	monthDays  = yearDays / 12.0
	mostMonths = 1200
)

// after returns the data some days from today, and what compaction needs beside it.
func (c *calculation) after(shares []share, days float64) (data, free model.Value) {
	for _, s := range shares {
		disk := times(times(s.table.Disk, c.factor(s.table, days)), exactly(s.replicas))
		data, free = plus(data, disk), plus(free, times(disk, s.table.Free))
	}
	return data, free
}

// bounds are the nodes that data and load need.
func (c *calculation) bounds(centre *Centre, data, free model.Value) []Bound {
	nodes := func(amount, ofNode model.Value) model.Value { return each(per(amount, ofNode), math.Ceil) }
	load := plus(per(centre.Writes, c.settings[NodeWrites]), per(centre.Reads, c.settings[NodeReads]))
	return []Bound{
		{ByReplicas, exactly(float64(max(centre.Replicas, 1)))},
		{ByDisk, nodes(plus(data, free), c.settings[Disk])},
		{ByDensity, nodes(data, c.settings[Density])},
		{ByLoad, each(load, math.Ceil)},
	}
}

func nodesOf(bounds []Bound) model.Value {
	var nodes model.Value
	for _, bound := range bounds {
		nodes = greatest(nodes, bound.Nodes)
	}
	return nodes
}

// grow computes what tables take on the day for which the cluster is sized.
func (c *calculation) grow() {
	for i := range c.Tables {
		table := &c.Tables[i]
		table.Later = c.bounded(times(table.Disk, c.factor(table, c.Days)))
	}
}

// factor returns the size of a table some days from today, relative to its size now. Inserts of
// updates and the lifetime of their rows determine it, or else the given growth. A view grows as
// its base.
func (c *calculation) factor(table *Table, days float64) model.Value {
	relation := c.model.Physical.Relations[table.Relation]
	if base, isView := c.index[relation.Base]; isView && relation.Kind == model.MaterializedView && &c.Tables[base] != table {
		return c.factor(&c.Tables[base], days)
	}
	grown := func(rows, inserted, growth float64) float64 {
		switch {
		case inserted <= 0 || rows <= 0:
			return math.Pow(1+growth, days/yearDays)
		case math.IsInf(table.Lives, 1):
			return 1 + inserted*days/rows
		}
		return max(1, inserted*min(days, table.Lives)/rows)
	}
	growth := c.settings[Growth]
	return model.Value{
		Typical: grown(table.Rows.Typical, table.Inserted.Typical, growth.Typical),
		Worst:   grown(table.Rows.Worst, cmp.Or(table.Inserted.Typical, table.Inserted.Worst), growth.Worst),
	}
}
