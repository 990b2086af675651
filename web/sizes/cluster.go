package sizes

import (
	"fmt"

	"widerow/model"
	"widerow/web"
)

// ClusterView counts the nodes that the tables need.
type ClusterView struct {
	Starts       []web.Start // if there are no tables
	Until        string      // the day for which the cluster is sized
	UntilAssumed bool
	Past         string // that the day has passed
	Saturated    string // that a number is too large
	Centres      []ClusterCentre
	Inputs       []ClusterInput
	Tables       []ClusterTable
	Files        []ClusterFile
	Notes        []ClusterNote // about the replication of keyspaces
	Uncounted    []ClusterNote // queries and updates whose load is not counted
}

// ClusterCentre is a datacenter.
type ClusterCentre struct {
	Name, Nodes, WorstNodes, Why, WorstWhy string
	Raw, Data, Later, Free, PerNode        string
	Writes, Reads                          string
	Replicas                               int
	Bounds                                 []ClusterBound
	Steps                                  []ClusterStep
	MoreSteps                              bool
	Chart                                  *GrowthChart // nil if the nodes stay the same
	Skew                                   *ClusterSkew // nil without tables
}

// ClusterSkew describes the uneven use of the nodes.
type ClusterSkew struct {
	Table, Href, Words string // what was simulated
	Rows               []ClusterSpread
	Hot                []ClusterHot
}

// ClusterSpread is a number that differs from node to node.
type ClusterSpread struct{ What, Least, Mean, Most, Times string }

// ClusterHot is the most popular partition of a table. Level rates how much of a node it
// takes.
type ClusterHot struct {
	Table, Href, Keys, Share string
	Reads, Writes, Node      string
	Level, Verdict           string
}

// ClusterBound is a number of nodes that something needs.
type ClusterBound struct {
	Reason, Nodes  string
	Typical, Worst float64 // parts of the most nodes that anything needs
	Decides        bool    // the typical number of nodes follows from it
}

// barWidth is the width of a bar, in percent.
func barWidth(part float64) string { return fmt.Sprintf("%.1f", 100*part) }

// nodeCount is a number of nodes with its noun.
func nodeCount(nodes string) string {
	if nodes == "1" {
		return "1 node"
	}
	return nodes + " nodes"
}

// ClusterStep is a day from which on other numbers of nodes are needed.
type ClusterStep struct{ Day, Nodes, WorstNodes, Data string }

// ClusterTable is a table in one copy.
type ClusterTable struct {
	ID                     model.ID
	Name, Keyspace, Ledger string
	IsView                 bool
	Problem                string
	Input                  SizeInput // the partitions
	Partitions, Now, Later string
	Growth, Strategy, Free string
	Reads, Writes          string
}

// ClusterFile is the space of a kind of file.
type ClusterFile struct{ Name, Bytes, Share string }

// ClusterNote is about an element that Href leads to.
type ClusterNote struct{ Name, Href, Words string }

func (c ClusterCentre) title() string {
	if c.Name == "" {
		return "The datacenter"
	}
	return "Datacenter " + c.Name
}
