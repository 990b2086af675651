package sizes

import (
	"strconv"

	"widerow/web"
)

// KeysView explains the primary key of a table with sample rows.
type KeysView struct {
	Tables     web.Tables
	Starts     []web.Start // if there are no tables
	PrimaryKey string
	Columns    []string // of the key, in the order of the values of a row
	Clustering []string // columns, with DESC
	Rows       string
	Nodes      int
	MaxNodes   int
	Problem    string // why the rows are not shown
	Unreadable string // why no rows can be read
	Partitions []KeyPartition
	Rings      []KeyRing
}

// KeyPartition is a partition with its rows in clustering order. Turn is the place of its token
// on the ring, as a part of the way round.
type KeyPartition struct {
	Name, Token string
	Turn        float64
	Replicas    []KeyReplicas
	Rows        []KeyRow
}

// KeyReplicas are the nodes of a data centre that store a partition, first the one
// that owns its token.
type KeyReplicas struct {
	Centre string
	Nodes  []int
}

// KeyRow is a sample row. Overwritten is the line that overwrites it, or 0.
type KeyRow struct {
	Line, Overwritten int
	Values            []string
}

// KeyRing is a data centre. Factor is the replication factor.
type KeyRing struct {
	Centre string
	Factor int
	Nodes  []KeyNode
}

// KeyNode is a node, the tokens that it owns, and the partitions that it stores. Turn is the place
// of its token on the ring, as a part of the way round.
type KeyNode struct {
	Number int
	Turn   float64
	Tokens string
	Stored []KeyCopy
}

// KeyCopy is a partition on a node. First reports that the node owns its token.
type KeyCopy struct {
	Name  string
	First bool
}

func nodeName(number int) string { return "node " + strconv.Itoa(number) }

func (r KeyRing) title() string {
	title := "Nodes"
	if r.Centre != "" {
		title += " of " + r.Centre
	}
	return title + ", replication factor " + strconv.Itoa(r.Factor)
}

// keysHint explains how to read the cards.
func keysHint(view KeysView) string {
	hint := "The highlighted node owns the token; the next ones clockwise store the other replicas."
	if len(view.Clustering) > 0 {
		return hint + " Rows are in clustering order."
	}
	return hint + " Without clustering columns, a partition has one row."
}
