package model

// Cluster describes the cluster that the tables run on, as far as a user knows it. Empty fields are
// assumed (see model/cluster).
type Cluster struct {
	// Disk is the disk of a node, Density the most data that a node may hold, in bytes.
	Disk    Expression `json:"disk,omitempty"`
	Density Expression `json:"density,omitempty"`
	// Compression is the compression ratio: compressed size over original.
	Compression Expression `json:"compression,omitempty"`
	// Headroom is the free disk that compaction needs, as a fraction of the data.
	Headroom Expression `json:"headroom,omitempty"`
	// NodeWrites and NodeReads are the writes and reads per second that a node can serve.
	NodeWrites Expression `json:"node_writes,omitempty"`
	NodeReads  Expression `json:"node_reads,omitempty"`
	// Tokens is the number of tokens per node (num_tokens).
	Tokens Expression `json:"tokens,omitempty"`
	// Skew is the exponent of Zipf's law for the popularity of partition keys, 0 for a uniform
	// distribution.
	Skew Expression `json:"skew,omitempty"`
	// Growth is the yearly growth of a table as a fraction of its size, for tables into which no
	// update with a rate inserts.
	Growth Expression `json:"growth,omitempty"`
	// Until is the day for which the cluster is sized, as 2027-12-31.
	Until string `json:"until,omitempty"`
}

// Day is the form of a date in the document.
const Day = "2006-01-02"
