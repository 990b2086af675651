package sizes

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"widerow/handlers/canvas"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/capacity"
	"widerow/model/edit"
	"widerow/model/sizing"
	"widerow/model/sizing/disk"
	"widerow/web"
	websizes "widerow/web/sizes"
)

// clusterContent fills the page that counts the nodes that the tables need.
func clusterContent(_ context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	page.View.Select = ""
	view := &websizes.ClusterView{Starts: canvas.Starts(b)}
	if len(b.Model.Physical.Relations) > 0 {
		fillCluster(b, view)
	}
	return view, nil
}

// fillCluster fills the view. Bytes are those on disk, whatever formula other pages show.
func fillCluster(b *feature.Context, view *websizes.ClusterView) {
	input := capacity.Input{Sizes: b.Sizes(), Plans: b.Plans(), Proofs: b.Proofs(), Storage: sizing.DefaultStorage, Now: time.Now()}
	if feature.FormulaOf(b.View.Formula) != sizing.Disk {
		input = capacity.Read(b.Model, input.Now)
	}
	c := capacity.Of(b.Model, input)
	view.Until, view.UntilAssumed = c.Until.Format(model.Day), c.UntilAssumed
	if c.Days == 0 {
		view.Past = "That day is not after today: nothing grows."
	}
	if c.Saturated {
		view.Saturated = "A number is too large to compute with, and counts as 10²⁴: check the partitions, the rows and the rates below."
	}
	view.Inputs = clusterInputs(b, &c)
	for i := range c.Tables {
		view.Tables = append(view.Tables, clusterTable(b, &c.Tables[i]))
	}
	assumed := restsOnAssumptions(b, &c)
	for i := range c.Centres {
		centre := clusterCentre(&c, &c.Centres[i], assumed)
		if skew, found := c.Skew(&c.Centres[i], simulatedKeys); found {
			centre.Skew = clusterSkew(b, &skew)
		}
		view.Centres = append(view.Centres, centre)
	}
	view.Files = clusterFiles(c.Tables)
	view.Notes = replicationNotes(b)
	for _, uncounted := range c.Uncounted {
		view.Uncounted = append(view.Uncounted,
			websizes.ClusterNote{Name: b.Model.ShortTitle(uncounted.Access), Href: b.Link(uncounted.Access),
				Words: uncounted.Why})
	}
}

// restsOnAssumptions reports whether what the nodes hold rests on assumed numbers.
func restsOnAssumptions(b *feature.Context, c *capacity.Cluster) bool {
	for _, setting := range c.Settings {
		if setting.Assumed && setting.Field == capacity.Compression {
			return true
		}
	}
	for i := range c.Tables {
		size := b.Sizes()[c.Tables[i].Relation]
		if c.Tables[i].From == capacity.Assumed || len(size.Assumed) > 0 {
			return true
		}
	}
	return false
}

// clusterInputs are the settings of the cluster.
func clusterInputs(b *feature.Context, c *capacity.Cluster) []websizes.ClusterInput {
	var inputs []websizes.ClusterInput
	add := func(field, assumed, why, problem string) {
		input := websizes.ClusterInput{Input: sizeInput(b, b.Model.Root(), field, 0), Why: why, Problem: problem}
		of, _ := edit.FieldOf(model.ModelKind, field)
		input.Label, input.Hint = of.Label, of.Hint
		if assumed != "" {
			input.Input.Field.Placeholder = assumed
		}
		inputs = append(inputs, input)
	}
	for _, setting := range c.Settings {
		assumed, why := "", ""
		if setting.Assumed {
			assumed, why = settingWords(setting)+" assumed", "~ "+setting.Why
		}
		if setting.ByTable {
			assumed = "by strategy"
		}
		problem := setting.Err
		if setting.Needs != "" {
			problem = "needs " + setting.Needs + ": " + settingWords(setting) + " is assumed"
		}
		add(setting.Field, assumed, why, problem)
		if setting.Field == capacity.NodeReads {
			day, why := "", ""
			if c.UntilAssumed {
				day, why = c.Until.Format(model.Day)+" assumed", "~ three years from today"
			}
			add("until", day, why, "")
		}
	}
	return inputs
}

// settingWords writes a number of the cluster: 4 TB, 10,000, 0.5.
func settingWords(setting capacity.Setting) string {
	switch setting.Field {
	case capacity.Disk, capacity.Density:
		return strings.Replace(aboutBytes(setting.Value, false), ".0 ", " ", 1)
	}
	return numberWords(setting.Value)
}

// numberWords writes a number: 0.5, 4,000, or 0.5 / 0.7.
func numberWords(value model.Value) string {
	text := strings.TrimSuffix(sizing.FormatNumber(value.Typical), "0")
	if value.Typical == math.Trunc(value.Typical) {
		text = sizing.FormatNumber(value.Typical)
	}
	if value.Worst != value.Typical {
		text += " / " + sizing.FormatNumber(value.Worst)
	}
	return text
}

func clusterTable(b *feature.Context, table *capacity.Table) websizes.ClusterTable {
	element, _ := b.Model.Element(table.Relation)
	relation := element.Value.(*model.Relation)
	size := b.Sizes()[table.Relation]
	row := websizes.ClusterTable{
		ID: table.Relation, Name: relation.Name, Keyspace: b.Model.Title(relation.Keyspace),
		Ledger: LedgerLink(b, table.Relation), IsView: relation.Kind == model.MaterializedView,
		Problem: table.Err, Input: sizeInput(b, element, "partitions", 0), Strategy: strategyWords(table), Free: Percent(table.Free.Typical),
		Reads: perSecond(table.Reads), Writes: perSecond(table.Writes),
	}
	about := func(bytes model.Value) string {
		return aboutBytes(bytes, table.From == capacity.Assumed || len(size.Assumed) > 0)
	}
	row.Partitions = valueWords(table.Partitions)
	if table.From != capacity.Given {
		row.Input.Field.Placeholder = valueWords(table.Partitions) + " " + shortFrom[table.From]
	} else if !isNumber(relation.Partitions) {
		row.Input.Note = "= " + valueWords(table.Partitions)
	}
	row.Now, row.Later = about(table.Disk), about(table.Later)
	row.Growth = growthWords(table)
	return row
}

// shortFrom names the source of a number in its empty input.
var shortFrom = map[capacity.From]string{capacity.Assumed: "assumed", capacity.Concepts: "from concepts",
	capacity.Base: "as its base", capacity.Measured: "measured"}

func strategyWords(table *capacity.Table) string {
	return strings.TrimSuffix(table.Strategy, "CompactionStrategy")
}

func growthWords(table *capacity.Table) string {
	switch {
	case table.Inserted.Typical <= 0:
		return ""
	case math.IsInf(table.Lives, 1):
		return "+ " + sizing.FormatNumber(math.Round(table.Inserted.Typical)) + " rows a day"
	}
	return fmt.Sprintf("+ %s rows a day, each for %s days", sizing.FormatNumber(math.Round(table.Inserted.Typical)), sizing.FormatNumber(math.Ceil(table.Lives)))
}

// aboutBytes writes bytes, typical and at peak, with ~ if they rest on assumptions.
func aboutBytes(bytes model.Value, assumed bool) string {
	text := sizing.FormatBytes(bytes.Typical)
	if bytes.Worst != bytes.Typical {
		text += " / " + sizing.FormatBytes(bytes.Worst)
	}
	if assumed {
		text = "~" + text
	}
	return text
}

func perSecond(value model.Value) string {
	if value.Worst == 0 {
		return "–"
	}
	return valueWords(each(value, math.Round))
}

func each(value model.Value, f func(float64) float64) model.Value {
	return model.Value{Typical: f(value.Typical), Worst: f(value.Worst)}
}

func clusterCentre(c *capacity.Cluster, centre *capacity.Centre, assumed bool) websizes.ClusterCentre {
	view := websizes.ClusterCentre{
		Name: centre.Name, Nodes: nodeWords(centre.Nodes.Typical), WorstNodes: nodeWords(centre.Nodes.Worst), Why: whyNodes(centre, false),
		Data: aboutBytes(centre.Data, assumed), Later: aboutBytes(centre.Later, assumed),
		Free: aboutBytes(centre.Free, assumed), PerNode: aboutBytes(centre.PerNode(), assumed),
		Raw: aboutBytes(centre.Raw, assumed), Writes: perSecond(centre.Writes), Reads: perSecond(centre.Reads), Replicas: centre.Replicas,
	}
	if view.WorstNodes != view.Nodes {
		view.WorstWhy = whyNodes(centre, true)
	}
	most := max(centre.Nodes.Worst, centre.Nodes.Typical, 1)
	for _, bound := range centre.Bounds {
		view.Bounds = append(view.Bounds, websizes.ClusterBound{
			Reason: boundWords[bound.Reason], Nodes: nodesWords(bound.Nodes), Decides: bound.Reason == centre.By(false),
			Typical: bound.Nodes.Typical / most, Worst: bound.Nodes.Worst / most,
		})
	}
	addMonths(&view, c, centre)
	return view
}

var boundWords = map[capacity.Reason]string{
	capacity.ByReplicas: "replicas: each on a node of its own", capacity.ByDisk: "disk, with what compaction needs",
	capacity.ByDensity: "most data on a node", capacity.ByLoad: "reads and writes",
}

var whyWords = map[capacity.Reason]string{
	capacity.ByReplicas: "because each replica needs a node of its own", capacity.ByDisk: "because of the disk, with what compaction needs",
	capacity.ByDensity: "because a node should not hold more data", capacity.ByLoad: "because of reads and writes",
}

func whyNodes(centre *capacity.Centre, worst bool) string { return whyWords[centre.By(worst)] }

// mostNodes is the largest number of nodes that is written.
const mostNodes = 1e6

func nodeWords(nodes float64) string {
	if nodes > mostNodes {
		return "> 1,000,000"
	}
	return sizing.FormatNumber(nodes)
}

func nodesWords(nodes model.Value) string {
	text := nodeWords(nodes.Typical)
	if worst := nodeWords(nodes.Worst); worst != text {
		text += " / " + worst
	}
	return text
}

// mostSteps bounds the steps of growth that are listed.
const mostSteps = 12

// addMonths lists when more nodes are needed, and draws the nodes over time.
func addMonths(view *websizes.ClusterCentre, c *capacity.Cluster, centre *capacity.Centre) {
	before := model.Value{}
	for _, month := range centre.Months {
		if month.Nodes == before {
			continue
		}
		before = month.Nodes
		if len(view.Steps) == mostSteps {
			view.MoreSteps = true
			break
		}
		view.Steps = append(view.Steps, websizes.ClusterStep{
			Day: c.Now.AddDate(0, 0, int(month.Day)).Format(model.Day), Nodes: nodeWords(month.Nodes.Typical),
			WorstNodes: nodeWords(month.Nodes.Worst), Data: aboutBytes(month.Data, false),
		})
	}
	if len(view.Steps) > 1 {
		view.Chart = nodesChart(c, centre)
	}
}

// clusterFiles adds up the files of all tables, in one copy.
func clusterFiles(tables []capacity.Table) []websizes.ClusterFile {
	var files []websizes.ClusterFile
	sums, order := map[disk.File]model.Value{}, []disk.File{}
	all := model.Value{}
	for i := range tables {
		for _, file := range tables[i].Files {
			if _, known := sums[file.File]; !known {
				order = append(order, file.File)
			}
			sum := sums[file.File]
			sums[file.File] = model.Value{Typical: sum.Typical + file.Bytes.Typical, Worst: sum.Worst + file.Bytes.Worst}
			all.Typical += file.Bytes.Typical
			all.Worst += file.Bytes.Worst
		}
	}
	for _, file := range order {
		share := 0.0
		if all.Typical > 0 {
			share = sums[file].Typical / all.Typical
		}
		files = append(files, websizes.ClusterFile{Name: fileWords(file), Bytes: aboutBytes(sums[file], false), Share: Percent(share)})
	}
	return files
}

func fileWords(file disk.File) string {
	if file == disk.DataFile {
		return "data, compressed"
	}
	return string(file)
}

// leastReplicas is the least number of replicas that keep a quorum when a node is lost.
const leastReplicas = 3

// replicationNotes lists oddities in the replication of keyspaces.
func replicationNotes(b *feature.Context) []websizes.ClusterNote {
	var notes []websizes.ClusterNote
	names := capacity.CentresOf(b.Model)
	for _, element := range b.Elements(model.KeyspaceKind) {
		note := func(words string) {
			notes = append(notes, websizes.ClusterNote{Name: element.Value.(*model.Keyspace).Name, Href: b.Link(element.ID), Words: words})
		}
		replication := capacity.ReplicationOf(element.Value.(*model.Keyspace), names)
		if replication.Assumed {
			note("has no replication: 3 replicas are assumed in each datacenter")
			continue
		}
		if replication.Simple {
			note("has SimpleStrategy, which knows no datacenters and racks: choose NetworkTopologyStrategy")
		}
		for name, replicas := range replication.Replicas {
			if replicas > 0 && replicas < leastReplicas && !(replication.Simple && len(names) > 1) {
				in := ""
				if name != "" {
					in = " in " + name
				}
				note(fmt.Sprintf("has %s replicas%s: with fewer than 3, a quorum fails with one node", sizing.FormatNumber(replicas), in))
			}
		}
	}
	return notes
}

// nodesChart draws the nodes over time, in steps.
func nodesChart(c *capacity.Cluster, centre *capacity.Centre) *websizes.GrowthChart {
	chart := &websizes.GrowthChart{Width: chartWidth, Height: chartHeight, Left: chartLeft,
		Right: chartWidth - chartRight, Bottom: chartHeight - chartBottom, Top: chartTop}
	months := centre.Months
	last := months[len(months)-1]
	highest := 1.0
	for _, month := range months {
		highest = max(highest, month.Nodes.Typical, month.Nodes.Worst)
	}
	step := niceStep(highest)
	top := math.Ceil(highest/step) * step
	y := func(nodes float64) float64 { return chartTop + chartUp*(1-nodes/top) }
	x := func(day float64) float64 { return chartLeft + chartAcross*day/max(last.Day, 1) }
	for nodes := 0.0; nodes <= top; nodes += step {
		chart.Marks = append(chart.Marks, websizes.ChartMark{At: y(nodes), Label: sizing.FormatNumber(nodes)})
	}
	years := math.Ceil(last.Day / 365 / 6)
	for year := 0.0; year*365 <= last.Day; year += max(years, 1) {
		chart.Years = append(chart.Years, websizes.ChartMark{At: x(year * 365), Label: fmt.Sprintf("year %.0f", year)})
	}
	var typical, worst strings.Builder
	for i, month := range months {
		until := last.Day
		if i+1 < len(months) {
			until = months[i+1].Day
		}
		fmt.Fprintf(&typical, "%.1f,%.1f %.1f,%.1f ", x(month.Day), y(month.Nodes.Typical), x(until), y(month.Nodes.Typical))
		fmt.Fprintf(&worst, "%.1f,%.1f %.1f,%.1f ", x(month.Day), y(month.Nodes.Worst), x(until), y(month.Nodes.Worst))
	}
	chart.Typical, chart.Worst = strings.TrimSpace(typical.String()), strings.TrimSpace(worst.String())
	chart.Words = fmt.Sprintf("Until %s the nodes grow from %s to %s, at peak %s", c.Until.Format(model.Day),
		nodeWords(months[0].Nodes.Typical), nodeWords(last.Nodes.Typical), nodeWords(last.Nodes.Worst))
	return chart
}

// niceStep is 1, 2 or 5 times a power of ten, for about five marks.
func niceStep(highest float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(max(highest/5, 1))))
	for _, times := range []float64{1, 2, 5} {
		if highest/(power*times) <= 6 {
			return power * times
		}
	}
	return power * 10
}
