package cluster

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"
)

// Sizes are the sizes of tables as the nodes estimate them.
type Sizes struct {
	At     time.Time
	Tables []TableSize
	// Nodes have answered. Missing have not, with the reason: the sizes are then too small.
	Nodes   []string
	Missing map[string]string
}

// TableSize is the size of a table. Each node knows its primary ranges: added up, each
// partition counts once, however many replicas it has.
type TableSize struct {
	Keyspace, Table string
	Partitions      float64
	MeanBytes       float64 // of a partition, before compression
	// DiskBytes are on all nodes together, with replicas and compressed, and MaxPartition is
	// the largest partition: both rounded up to MiB by each node, 0 before Cassandra 4.0.
	DiskBytes, MaxPartition float64
}

// Sizes asks all nodes, one after the other. A node that does not answer is Missing.
func (s *Session) Sizes(ctx context.Context, keyspaces ...string) (*Sizes, error) {
	sum := &sizeSum{keyspaces: keyspaces, tables: map[string]*TableSize{}}
	answered, missing, err := s.onEachNode(ctx, sum.read)
	if err != nil {
		return nil, err
	}
	sizes := &Sizes{At: time.Now(), Nodes: answered, Missing: missing}
	for _, key := range slices.Sorted(maps.Keys(sum.tables)) {
		table := sum.tables[key]
		if table.Partitions > 0 {
			table.MeanBytes /= table.Partitions
		}
		sizes.Tables = append(sizes.Tables, *table)
	}
	return sizes, nil
}

// onEachNode calls a function with a session that asks one node only, for each node. It
// fails if no node answers.
func (s *Session) onEachNode(ctx context.Context, ask func(ctx context.Context, node *Session) error) (answered []string,
	missing map[string]string, err error) {
	nodes, err := s.nodes(ctx)
	if err != nil {
		return nil, nil, err
	}
	missing = map[string]string{}
	for _, node := range nodes {
		failed := s.onNode(ctx, node, ask)
		if ctx.Err() != nil {
			return nil, nil, failed
		}
		if failed != nil {
			missing[node.Address], err = failed.Error(), failed
			continue
		}
		answered = append(answered, node.Address)
	}
	if len(answered) == 0 {
		return nil, nil, err
	}
	return answered, missing, nil
}

func (s *Session) onNode(ctx context.Context, node Node, ask func(ctx context.Context, node *Session) error) error {
	single := &Session{options: s.options, dialer: s.dialer.child(), opened: map[string]*link{}}
	defer single.Close()
	if s.options.Bundle == nil {
		single.options.Hosts = []string{node.Address}
	} else {
		single.dialer.bundle = s.dialer.bundle.only(node.ID)
	}
	return ask(ctx, single)
}

// sizeSum adds up what nodes say.
type sizeSum struct {
	keyspaces []string
	tables    map[string]*TableSize // MeanBytes is the sum of all bytes
}

// read asks a node. What it says counts only if it answers every question.
func (s *sizeSum) read(ctx context.Context, node *Session) error {
	found := &sizeSum{s.keyspaces, map[string]*TableSize{}}
	err := node.each(ctx, "SELECT keyspace_name, table_name, mean_partition_size, partitions_count FROM system.size_estimates", func(_ []Column, cells []Cell) {
		if table := found.table(cells); table != nil {
			count := number(cells[3])
			table.Partitions += count
			table.MeanBytes += count * number(cells[2])
		}
	})
	if err != nil {
		return err
	}
	for view, add := range map[string]func(*TableSize, float64){
		"disk_usage":         func(t *TableSize, bytes float64) { t.DiskBytes += bytes },
		"max_partition_size": func(t *TableSize, bytes float64) { t.MaxPartition = max(t.MaxPartition, bytes) },
	} {
		err := node.each(ctx, "SELECT keyspace_name, table_name, mebibytes FROM system_views."+view, func(_ []Column, cells []Cell) {
			if table := found.table(cells); table != nil {
				add(table, number(cells[2])*mebibyte)
			}
		})
		if err != nil && !isRefusal(err) { // before 4.0 there are no views
			return err
		}
	}
	for key, more := range found.tables {
		table := s.tables[key]
		if table == nil {
			s.tables[key] = more
			continue
		}
		table.Partitions += more.Partitions
		table.MeanBytes += more.MeanBytes
		table.DiskBytes += more.DiskBytes
		table.MaxPartition = max(table.MaxPartition, more.MaxPartition)
	}
	return nil
}

// table returns the sum of a table, whose keyspace and name are the first cells; nil for one
// that nobody asks about.
func (s *sizeSum) table(cells []Cell) *TableSize {
	keyspace, name := cells[0].Plain(), cells[1].Plain()
	if len(s.keyspaces) > 0 && !slices.Contains(s.keyspaces, keyspace) || len(s.keyspaces) == 0 && isSystem(keyspace) {
		return nil
	}
	key := keyspace + "\x00" + name
	if s.tables[key] == nil {
		s.tables[key] = &TableSize{Keyspace: keyspace, Table: name}
	}
	return s.tables[key]
}

func number(cell Cell) float64 {
	n, _ := strconv.ParseFloat(cell.Text, 64)
	return n
}
