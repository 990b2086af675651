package sizes

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/ring"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// keysContent fills the page that explains keys. Its parameters are rows, the
// sample rows, and nodes, the number of nodes in each data centre.
func keysContent(_ context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	values := feature.FormOf[url.Values](b.Answer)
	view := &websizes.KeysView{MaxNodes: ring.MaxNodes, Starts: canvas.Starts(b)}
	table := canvas.ChosenTable(b)
	page.View.Select = table
	view.Tables = canvas.Tables(b, table)
	if view.Tables.Chosen != nil {
		explainKeys(b, view, b.Model.Physical.Relations[table], values)
	}
	return view, nil
}

// explainKeys fills the view for a table.
func explainKeys(b *feature.Context, view *websizes.KeysView, relation *model.Relation, values url.Values) {
	columns := ring.KeyColumns(relation)
	describeKey(view, columns)
	if view.Unreadable = unreadableKey(b, columns); view.Unreadable != "" {
		return
	}
	if view.Rows = strings.ReplaceAll(values.Get("rows"), "\r\n", "\n"); !values.Has("rows") {
		view.Rows = ring.Sample(columns)
	}
	var replication map[string]string
	if keyspace := b.Model.Physical.Keyspaces[relation.Keyspace]; keyspace != nil {
		replication = keyspace.Replication
	}
	cluster := ring.Cluster(replication, nodesOf(values))
	view.Nodes = len(cluster[0].Nodes)
	partitions, err := ring.Explain(columns, view.Rows)
	var line *ring.LineError
	if errors.As(err, &line) {
		view.Problem = "The rows are not shown: " + line.Error() + "."
		return
	}
	for _, partition := range partitions {
		view.Partitions = append(view.Partitions, keyPartition(columns, partition, cluster))
	}
	for _, centre := range cluster {
		view.Rings = append(view.Rings, keyRing(columns, centre, partitions))
	}
}

// nodesOf returns the number of nodes that was asked for, or 0.
func nodesOf(values url.Values) int {
	nodes, err := strconv.Atoi(values.Get("nodes"))
	if err != nil {
		return 0
	}
	return max(ring.MinNodes, min(nodes, ring.MaxNodes))
}

// describeKey adds the primary key and the names of its columns.
func describeKey(view *websizes.KeysView, columns []*model.Column) {
	var partition, clustering []string
	for _, column := range columns {
		view.Columns = append(view.Columns, column.Name)
		if column.Role == model.Partition {
			partition = append(partition, column.Name)
			continue
		}
		clustering = append(clustering, column.Name)
		name := column.Name
		if column.Descending {
			name += " DESC"
		}
		view.Clustering = append(view.Clustering, name)
	}
	key := append([]string{"(" + strings.Join(partition, ", ") + ")"}, clustering...)
	view.PrimaryKey = "PRIMARY KEY (" + strings.Join(key, ", ") + ")"
}

// unreadableKey returns the reason why no rows of a key can be read, or "".
func unreadableKey(b *feature.Context, columns []*model.Column) string {
	if len(columns) == 0 || columns[0].Role != model.Partition {
		return "This table has no partition key yet. Give a column the role partition key to see its partitions."
	}
	for _, column := range columns {
		switch {
		case column.Type.IsZero():
			return fmt.Sprintf("Column %s has no type yet. Choose one to see the partitions.", column.Name)
		case !ring.Supported(column.Type):
			return fmt.Sprintf("Column %s has the type %s. Sample rows are read only where all key columns have native types such as text, int or uuid.",
				column.Name, b.Model.TypeText(column.Type))
		}
	}
	return ""
}

// partitionName is the partition key as in a WHERE clause.
func partitionName(columns []*model.Column, partition ring.Partition) string {
	var parts []string
	for i, value := range partition.Values {
		parts = append(parts, columns[i].Name+" = "+value)
	}
	return strings.Join(parts, ", ")
}

func keyPartition(columns []*model.Column, partition ring.Partition, cluster []ring.DataCentre) websizes.KeyPartition {
	view := websizes.KeyPartition{Name: partitionName(columns, partition), Token: fmt.Sprint(partition.Token), Turn: turn(partition.Token)}
	for _, centre := range cluster {
		replicas := websizes.KeyReplicas{Centre: centre.Name}
		for _, node := range centre.Replicas(partition.Token) {
			replicas.Nodes = append(replicas.Nodes, node.Number)
		}
		view.Replicas = append(view.Replicas, replicas)
	}
	for _, row := range partition.Rows {
		view.Rows = append(view.Rows, websizes.KeyRow{Line: row.Line, Values: row.Values, Overwritten: row.Overwritten})
	}
	return view
}

func keyRing(columns []*model.Column, centre ring.DataCentre, partitions []ring.Partition) websizes.KeyRing {
	view := websizes.KeyRing{Centre: centre.Name, Factor: centre.Factor}
	for i, node := range centre.Nodes {
		before := centre.Nodes[(i+len(centre.Nodes)-1)%len(centre.Nodes)]
		shown := websizes.KeyNode{Number: node.Number, Turn: turn(node.Token), Tokens: fmt.Sprintf("above %d to %d", before.Token, node.Token)}
		switch {
		case len(centre.Nodes) == 1:
			shown.Tokens = "all"
		case i == 0:
			shown.Tokens = fmt.Sprintf("above %d or up to %d", before.Token, node.Token)
		}
		for _, partition := range partitions {
			replicas := centre.Replicas(partition.Token)
			if slices.Contains(replicas, node) {
				shown.Stored = append(shown.Stored, websizes.KeyCopy{Name: strings.Join(partition.Values, ", "), First: replicas[0] == node})
			}
		}
		view.Nodes = append(view.Nodes, shown)
	}
	return view
}

// turn is the place of a token of Murmur3 on the ring, as a part of the way round from the lowest.
func turn(token ring.Token) float64 { return (float64(token) + 1<<63) / (1 << 64) }
