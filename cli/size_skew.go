package cli

import (
	"widerow/model"
	"widerow/model/capacity"
)

// skewReport is how unevenly the nodes of a datacenter are used, by its busiest table.
type skewReport struct {
	Table          string       `json:"table"`
	Keys           float64      `json:"keys"`
	Simulated      int          `json:"simulated_keys"`
	ShareOfHottest float64      `json:"share_of_hottest"`
	Nodes          int          `json:"nodes"`
	Tokens         int          `json:"tokens"`
	Partitions     spreadReport `json:"partitions_per_node"`
	Writes         spreadReport `json:"share_of_writes_per_node"`
	Hot            []hotReport  `json:"hottest_partitions"`
}

type spreadReport struct {
	Least float64 `json:"least"`
	Mean  float64 `json:"mean"`
	Most  float64 `json:"most"`
}

type hotReport struct {
	Table    string  `json:"table"`
	Share    float64 `json:"share"`
	Reads    float64 `json:"reads_per_second"`
	Writes   float64 `json:"writes_per_second"`
	NodePart float64 `json:"part_of_a_node"`
	Worst    float64 `json:"worst_part_of_a_node"`
}

// simulatedKeys is the number of keys that are simulated one by one.
const simulatedKeys = 1_000_000

func skewOf(m *model.Model, c *capacity.Cluster, centre *capacity.Centre) *skewReport {
	skew, found := c.Skew(centre, simulatedKeys)
	if !found {
		return nil
	}
	report := &skewReport{Table: relationName(m, m.Physical.Relations[skew.Table]), Keys: skew.Popularity.Keys, Simulated: skew.Load.Simulated,
		ShareOfHottest: skew.Popularity.Share(), Nodes: skew.Nodes, Tokens: skew.Tokens, Hot: []hotReport{}}
	report.Partitions.Least, report.Partitions.Mean, report.Partitions.Most = skew.Partitions()
	report.Writes.Least, report.Writes.Mean, report.Writes.Most = skew.Writes()
	for _, hot := range skew.Hot {
		report.Hot = append(report.Hot, hotReport{relationName(m, m.Physical.Relations[hot.Relation]), hot.Share,
			hot.Reads.Typical, hot.Writes.Typical, hot.Node.Typical, hot.Node.Worst})
	}
	return report
}
