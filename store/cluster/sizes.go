package cluster

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
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
func (s *Session) onEachNode(ctx context.Context, ask func(ctx context.Context, node *Session) error) (answered []string, missing map[string]string, err error) {
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

// Application is a statement that clients of the cluster execute.
type Application struct {
	Keyspace string // in use; "" for none
	Text     string
	Source   string // the table of the server that had it
}

// Applications returns the statements that clients have prepared, and those that the
// nodes execute at the moment or found slow, of all nodes, without those on tables of the
// server. missing are nodes that did not answer.
func (s *Session) Applications(ctx context.Context) (statements []Application, missing map[string]string, err error) {
	known := map[Application]bool{}
	_, missing, err = s.onEachNode(ctx, func(ctx context.Context, node *Session) error {
		for _, from := range []struct{ table, keyspace, text string }{
			{"system.prepared_statements", "logged_keyspace", "query_string"},
			{"system_views.queries", "", "task"},
			{"system_views.slow_queries", "keyspace_name", "query"},
		} {
			rows, err := node.rows(ctx, "SELECT * FROM "+from.table)
			if err != nil && !isRefusal(err) { // the tables are of 3.10, 4.1 and 6.0
				return err
			}
			for _, row := range rows {
				a := Application{row[from.keyspace], strings.TrimSpace(row[from.text]), from.table}
				if a.isOfClients() {
					known[a] = true
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	return slices.SortedFunc(maps.Keys(known), func(a, b Application) int {
		return cmp.Or(strings.Compare(a.Keyspace, b.Keyspace), strings.Compare(a.Text, b.Text), strings.Compare(a.Source, b.Source))
	}), missing, nil
}

// isOfClients reports whether a text is a statement on rows, and not one on a table of the
// server.
func (a Application) isOfClients() bool {
	first, _, _ := strings.Cut(a.Text, " ")
	folded := strings.ToLower(a.Text)
	return slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "BEGIN"}, strings.ToUpper(first)) && !isSystem(a.Keyspace) &&
		!strings.Contains(folded, " system.") && !strings.Contains(folded, " system_")
}

// Script returns the statements as one script.
func Script(statements []Application) string {
	var script strings.Builder
	inUse := ""
	for _, a := range statements {
		if a.Keyspace != inUse && a.Keyspace != "" {
			script.WriteString("USE " + quoteName(a.Keyspace) + ";\n")
			inUse = a.Keyspace
		}
		script.WriteString(strings.TrimRight(a.Text, "; \n") + ";\n")
	}
	return script.String()
}
