package connections

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/handlers/connections/reach"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/measured"
	"widerow/store/cluster"
	"widerow/web"
	webconnections "widerow/web/connections"
)

// measure asks the nodes of a cluster for the sizes of tables, and keeps them beside the estimates of the model.
// If a node does not answer, it asks first.
func (f *Feature) measure(c echo.Context) error {
	id := model.ID(c.Param("connection"))
	connection, err := f.Named(c, id)
	if err != nil {
		return err
	}
	head, err := f.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	answer, err := f.Ask(c.Request().Context(), c, id, reach.Job{Sizes: true, Keyspaces: f.keyspacesBeside(connection, head.Model)})
	if err != nil {
		return f.showClusters(c, http.StatusBadGateway, webconnections.ClustersPage{Problem: Explain(err)})
	}
	sizes := answer.Sizes
	matched, unknown := measured.Match(head.Model, readingsOf(sizes))
	if problem := nothingMeasured(connection.Name, sizes, matched, unknown); problem != "" {
		return f.showClusters(c, http.StatusUnprocessableEntity, webconnections.ClustersPage{Problem: problem})
	}
	if len(sizes.Missing) > 0 && c.FormValue("keep") != "all" {
		return f.showClusters(c, http.StatusConflict, webconnections.ClustersPage{Connection: string(id), Missing: missingNodes(sizes.Missing)})
	}
	node, date := measuredBy(connection.Name, sizes), sizes.At.UTC().Format(time.DateOnly)
	_, err = f.SaveEdit(c, func(head *model.Model, ids model.IDs) (*model.Model, string, error) {
		after, err := edit.Apply(head, ids, measured.Keep(head, matched, node, date)...)
		return after, measured.Words(matched, node), err
	})
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, string(f.URL().Tab(web.View{Model: c.Param("model"), Tab: web.TabMeasured})))
}

// leastPartition is the smallest size that max_partition_size has: it is rounded up to whole MiB, so
// that a table with one row has it, too.
const leastPartition = 1 << 20

// readingsOf are the sizes by the system table from which they are.
func readingsOf(sizes *cluster.Sizes) []measured.Reading {
	var readings []measured.Reading
	for _, table := range sizes.Tables {
		for tool, figures := range map[string]model.Figures{
			measured.SizeEstimates:    {model.MeasuredPartitions: table.Partitions, model.MeanBucket: table.MeanBytes},
			measured.DiskUsage:        {model.DiskBytes: table.DiskBytes},
			measured.MaxPartitionSize: {model.MaxBytes: table.MaxPartition},
		} {
			maps.DeleteFunc(figures, func(figure model.Figure, value float64) bool {
				return value <= 0 || figure == model.MaxBytes && value <= leastPartition
			})
			if len(figures) > 0 {
				readings = append(readings, measured.Reading{Tool: tool, Keyspace: table.Keyspace, Table: table.Table, Figures: figures})
			}
		}
	}
	slices.SortStableFunc(readings, func(a, b measured.Reading) int { return strings.Compare(a.Tool, b.Tool) })
	return readings
}

// nothingMeasured says why there is nothing to keep, or "".
func nothingMeasured(name string, sizes *cluster.Sizes, matched map[model.ID][]measured.Reading, unknown []string) string {
	switch {
	case len(matched) > 0:
		return ""
	case len(unknown) > 0:
		return fmt.Sprintf("None of the tables of %s with data is in the model: %s.", name, strings.Join(unknown[:min(len(unknown), 10)], ", "))
	case len(sizes.Tables) > 0 || len(sizes.Nodes) > 0:
		return name + " has no estimates for the tables of the model: they have no data on disk yet, or the nodes have not " +
			"estimated them yet. They do so every 5 minutes."
	}
	return "No node of " + name + " has answered."
}

// measuredBy names the connection and the nodes behind a measurement.
func measuredBy(name string, sizes *cluster.Sizes) string {
	words := name + ", " + web.Counted(len(sizes.Nodes), "node", "nodes")
	if len(sizes.Missing) > 0 {
		words += " without " + strings.Join(slices.Sorted(maps.Keys(sizes.Missing)), ", ")
	}
	const most = 100
	if len(words) > most {
		words = fmt.Sprintf("%s, %d of %d nodes", name, len(sizes.Nodes), len(sizes.Nodes)+len(sizes.Missing))
	}
	return words
}

// missingNodes are the nodes that did not answer, each with the reason.
func missingNodes(missing map[string]string) []string {
	var lines []string
	for _, node := range slices.Sorted(maps.Keys(missing)) {
		lines = append(lines, node+": "+missing[node])
	}
	return lines
}
