package cli

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"widerow/model"
	"widerow/model/capacity"
	"widerow/model/edit"
	"widerow/model/markdown"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// clusterFlags describe the cluster to be sized.
type clusterFlags struct {
	Partitions []amount `help:"Number of partitions of a table: typical and worst case." sep:"none" placeholder:"KS.TABLE=N[/N]"`
	Cluster    []string `help:"Number of the cluster: disk, density, compression, headroom, node-writes, node-reads, growth, tokens or skew." sep:"none" placeholder:"NAME=N[/N]"`
	Until      string   `help:"Day for which the cluster is sized. Default: that of the document, or in three years." placeholder:"DATE"`
}

// clusterReport is a part of sizeReport: fields may be added, but never renamed.
type clusterReport struct {
	Until       string           `json:"until"`
	Settings    []settingReport  `json:"settings"`
	Datacenters []centreReport   `json:"datacenters"`
	Tables      []storedTable    `json:"tables"`
	NotCounted  []uncountedEntry `json:"not_counted"`
	TooLarge    bool             `json:"too_large,omitempty"`
}

type settingReport struct {
	Name    string  `json:"name"`
	Typical float64 `json:"typical"`
	Worst   float64 `json:"worst"`
	Assumed bool    `json:"assumed,omitempty"`
	// ByTable: tables differ, and the numbers count for none.
	ByTable bool   `json:"by_table,omitempty"`
	Finding string `json:"finding,omitempty"`
}

type centreReport struct {
	Datacenter string      `json:"datacenter"`
	Replicas   int         `json:"replicas"`
	Typical    needReport  `json:"typical"`
	Worst      needReport  `json:"worst"`
	Skew       *skewReport `json:"skew,omitempty"`
}

// needReport is one case of what a datacenter needs, all copies together. Nodes are for
// the day, Bytes of today.
type needReport struct {
	Nodes             float64            `json:"nodes"`
	NodesToday        float64            `json:"nodes_today"`
	Because           string             `json:"because"`
	NodesBy           map[string]float64 `json:"nodes_by"`
	BeforeCompression float64            `json:"bytes_before_compression"`
	Bytes             float64            `json:"bytes"`
	Later             float64            `json:"bytes_then"`
	Free              float64            `json:"bytes_for_compaction_then"`
	PerNode           float64            `json:"bytes_per_node_then"`
	Reads             float64            `json:"replica_reads_per_second"`
	Writes            float64            `json:"replica_writes_per_second"`
}

// storedTable is a table in one copy.
type storedTable struct {
	Table    string       `json:"table"`
	From     string       `json:"partitions_from"`
	Strategy string       `json:"compaction"`
	Typical  *storedCase  `json:"typical,omitempty"`
	Worst    *storedCase  `json:"worst,omitempty"`
	Files    []storedFile `json:"files,omitempty"`
	Error    string       `json:"error,omitempty"`
}

type storedCase struct {
	Partitions        float64 `json:"partitions"`
	BeforeCompression float64 `json:"bytes_before_compression"`
	Bytes             float64 `json:"bytes"`
	Later             float64 `json:"bytes_then"`
	Reads             float64 `json:"reads_per_second"`
	Writes            float64 `json:"writes_per_second"`
}

type storedFile struct {
	File    string  `json:"file"`
	Index   string  `json:"index,omitempty"`
	Typical float64 `json:"typical_bytes"`
	Worst   float64 `json:"worst_bytes"`
}

type uncountedEntry struct {
	Access string `json:"access"`
	Why    string `json:"why"`
}

// cluster computes what the tables need.
func (s *sizeCommand) cluster(m *model.Model, sizes map[model.ID]sizing.Size) (*clusterReport, error) {
	if len(m.Physical.Relations) == 0 {
		return nil, nil
	}
	input := capacity.Input{
		Sizes: sizes, Plans: write.WithSizes(m, sizes), Proofs: proof.WithSizes(m, sizes), Storage: s.storage(), Now: time.Now(),
		Instead: map[string]model.Value{}, Partitions: map[model.ID]model.Value{},
	}
	if err := s.clusterAmounts(m, &input); err != nil {
		return nil, err
	}
	if s.Until != "" {
		if _, err := time.Parse(model.Day, s.Until); err != nil {
			return nil, fmt.Errorf("--until %s: write a date such as 2027-12-31", s.Until)
		}
		input.Until = s.Until
	}
	c := capacity.Of(m, input)
	return newClusterReport(m, &c), nil
}

// clusterAmounts reads --partitions and --cluster.
func (s *sizeCommand) clusterAmounts(m *model.Model, input *capacity.Input) error {
	tables := map[string]sizing.Input{}
	for id, relation := range m.Physical.Relations {
		tables[relationName(m, relation)] = sizing.Input{Element: id}
	}
	for _, given := range s.Partitions {
		table, found := tables[given.path]
		if !found {
			return fmt.Errorf("--partitions %s: %s", given.path, notFound(given.path, tables))
		}
		input.Partitions[table.Element] = model.Value{Typical: given.typical, Worst: given.worst}
	}
	for _, given := range s.Cluster {
		if err := setSetting(m, given, input.Instead); err != nil {
			return fmt.Errorf("--cluster %s: %w", given, err)
		}
	}
	return nil
}

// setSetting reads NAME=N or NAME=N/N, with units as in the document.
func setSetting(m *model.Model, given string, settings map[string]model.Value) error {
	name, text, isPair := strings.Cut(given, "=")
	name = strings.ReplaceAll(strings.TrimSpace(name), "-", "_")
	field, found := edit.FieldOf(model.ModelKind, name)
	switch {
	case !isPair:
		return errors.New("write a name and a number, such as disk=2TB")
	case !found || !capacity.IsSetting(name):
		return fmt.Errorf("there is no such number; there are %s", strings.ReplaceAll(strings.Join(capacity.SettingNames(), ", "), "_", "-"))
	}
	value, missing, err := m.Evaluate(m.BindExpression(text))
	switch {
	case err != nil:
		return err
	case len(missing) > 0:
		return fmt.Errorf("%s is no number, and no quantity of the model", missing[0].Name)
	case !field.Range().Holds(value):
		return errors.New(field.Range().Words("it"))
	}
	settings[name] = value
	return nil
}

func newClusterReport(m *model.Model, c *capacity.Cluster) *clusterReport {
	report := &clusterReport{Until: c.Until.Format(model.Day), TooLarge: c.Saturated, NotCounted: []uncountedEntry{}}
	for _, setting := range c.Settings {
		finding := setting.Err
		if setting.Needs != "" {
			finding = "needs " + setting.Needs
		}
		report.Settings = append(report.Settings, settingReport{setting.Field, setting.Value.Typical, setting.Value.Worst, setting.Assumed, setting.ByTable, finding})
	}
	for i := range c.Centres {
		centre := &c.Centres[i]
		report.Datacenters = append(report.Datacenters, centreReport{centre.Name, centre.Replicas,
			needOf(centre, false, func(v model.Value) float64 { return v.Typical }),
			needOf(centre, true, func(v model.Value) float64 { return v.Worst }), skewOf(m, c, centre)})
	}
	for i := range c.Tables {
		report.Tables = append(report.Tables, storedTableOf(m, &c.Tables[i]))
	}
	for _, uncounted := range c.Uncounted {
		report.NotCounted = append(report.NotCounted, uncountedEntry{m.ShortTitle(uncounted.Access), uncounted.Why})
	}
	return report
}

func needOf(centre *capacity.Centre, worst bool, in func(model.Value) float64) needReport {
	need := needReport{
		Nodes: in(centre.Nodes), NodesToday: in(centre.Months[0].Nodes), Because: string(centre.By(worst)), NodesBy: map[string]float64{},
		BeforeCompression: whole(in(centre.Raw)), Bytes: whole(in(centre.Data)), Later: whole(in(centre.Later)),
		Free: whole(in(centre.Free)), PerNode: whole(in(centre.PerNode())),
		Reads: in(centre.Reads), Writes: in(centre.Writes),
	}
	for _, bound := range centre.Bounds {
		need.NodesBy[string(bound.Reason)] = in(bound.Nodes)
	}
	return need
}

func whole(number float64) float64 { return math.Round(number) }

func storedTableOf(m *model.Model, table *capacity.Table) storedTable {
	from := string(table.From)
	if table.From == capacity.Given {
		from = "given"
	}
	stored := storedTable{Table: relationName(m, m.Physical.Relations[table.Relation]), From: from, Strategy: table.Strategy, Error: table.Err}
	if table.Err != "" {
		return stored
	}
	of := func(in func(model.Value) float64) *storedCase {
		return &storedCase{in(table.Partitions), whole(in(table.Raw)), whole(in(table.Disk)), whole(in(table.Later)), in(table.Reads), in(table.Writes)}
	}
	stored.Typical, stored.Worst = of(func(v model.Value) float64 { return v.Typical }), of(func(v model.Value) float64 { return v.Worst })
	for _, file := range table.Files {
		name := ""
		if file.Index != nil {
			name = file.Index.Name
		}
		stored.Files = append(stored.Files, storedFile{string(file.File), name, whole(file.Bytes.Typical), whole(file.Bytes.Worst)})
	}
	return stored
}

// datacenter names a datacenter in a text.
func (c centreReport) datacenter() string {
	if c.Datacenter == "" {
		return "the datacenter"
	}
	return c.Datacenter
}

func copies(count int) string {
	if count == 1 {
		return "1 copy"
	}
	return fmt.Sprintf("%d copies", count)
}

// text writes the number of nodes needed, with its assumptions.
func (c *clusterReport) text(out *bytes.Buffer) {
	fmt.Fprintln(out)
	for _, centre := range c.Datacenters {
		fmt.Fprintf(out, "nodes in %s: %s, at peak %s, for %s; %s on disk in %s, at peak %s\n", centre.datacenter(),
			sizing.FormatNumber(centre.Typical.Nodes), sizing.FormatNumber(centre.Worst.Nodes), becauseOf(centre),
			sizing.FormatBytes(centre.Typical.Later), copies(centre.Replicas), sizing.FormatBytes(centre.Worst.Later))
	}
	for _, centre := range c.Datacenters {
		if s := centre.Skew; s != nil && len(s.Hot) > 0 {
			fmt.Fprintf(
				out,
				"hottest partition in %s: of %s, with %.2g %% of its use: %.2g %% of a node, at worst %.2g %%\n",
				centre.datacenter(), s.Hot[0].Table, 100*s.Hot[0].Share, 100*s.Hot[0].NodePart, 100*s.Hot[0].Worst)
		}
	}
	var assumed []string
	for _, setting := range c.Settings {
		switch {
		case setting.Finding != "":
			fmt.Fprintf(out, "cluster %s: %s\n", setting.Name, setting.Finding)
		case setting.Assumed && !setting.ByTable:
			assumed = append(assumed, fmt.Sprintf("%s=%s", strings.ReplaceAll(setting.Name, "_", "-"), settingText(setting.Name, setting.Typical)))
		}
	}
	for _, table := range c.Tables {
		if table.From == string(capacity.Assumed) && table.Typical != nil {
			assumed = append(assumed, fmt.Sprintf("--partitions %s=%.0f", table.Table, table.Typical.Partitions))
		}
	}
	for i, number := range assumed {
		if i == 0 {
			fmt.Fprint(out, "they rest on numbers that nobody gave:\n")
		}
		if !strings.HasPrefix(number, "--") {
			number = "--cluster " + number
		}
		fmt.Fprintf(out, "  %s\n", number)
	}
	if c.TooLarge {
		fmt.Fprint(out, "a number is too large to compute with, and counts as 1e24\n")
	}
	for _, uncounted := range c.NotCounted {
		fmt.Fprintf(out, "%s is not counted: it %s\n", uncounted.Access, uncounted.Why)
	}
}

// settingText writes a number of the cluster so that --cluster reads it: 4TB, 0.5.
func settingText(name string, number float64) string {
	if name == capacity.Disk || name == capacity.Density {
		return fmt.Sprintf("%gTB", number/1e12)
	}
	return fmt.Sprintf("%g", number)
}

func becauseOf(centre centreReport) string {
	if centre.Typical.Because == centre.Worst.Because {
		return centre.Typical.Because
	}
	return centre.Typical.Because + ", at peak for " + centre.Worst.Because
}

// markdown is the section about the cluster in a design document.
func (c *clusterReport) markdown(out *bytes.Buffer) {
	fmt.Fprint(out, "\n## Cluster\n\nOn the day for which it is sized, all copies together.\n\n| datacenter | "+
		"replicas | nodes | at peak | for | on disk | free for compaction | reads/s | writes/s "+
		"|\n|---|--:|--:|--:|---|--:|--:|--:|--:|\n")
	for _, centre := range c.Datacenters {
		fmt.Fprintf(out, "| %s | %d | %s | %s | %s | %s | %s | %s | %s |\n", markdown.Escape(centre.datacenter()), centre.Replicas,
			sizing.FormatNumber(centre.Typical.Nodes), sizing.FormatNumber(centre.Worst.Nodes), becauseOf(centre),
			sizing.FormatBytes(centre.Typical.Later), sizing.FormatBytes(centre.Typical.Free),
			sizing.FormatNumber(centre.Typical.Reads), sizing.FormatNumber(centre.Typical.Writes))
	}
	fmt.Fprint(out, "\n| number of the cluster | typical | worst | |\n|---|--:|--:|---|\n")
	for _, setting := range c.Settings {
		note := setting.Finding
		if setting.ByTable {
			fmt.Fprintf(out, "| %s | | | by the compaction strategy of each table |\n", setting.Name)
			continue
		}
		if setting.Assumed {
			note = strings.TrimSpace("assumed " + note)
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", markdown.Escape(setting.Name),
			settingText(setting.Name, setting.Typical), settingText(setting.Name, setting.Worst),
			markdown.Escape(note))
	}
	fmt.Fprint(out, "\n| table | partitions | | one copy on disk | files around the data |\n|---|--:|---|--:|--:|\n")
	for _, table := range c.Tables {
		if table.Typical == nil {
			continue
		}
		around := table.Typical.Bytes
		if len(table.Files) > 0 {
			around -= table.Files[0].Typical
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s |\n", markdown.Escape(table.Table),
			sizing.FormatNumber(table.Typical.Partitions), table.From, sizing.FormatBytes(table.Typical.Bytes),
			sizing.FormatBytes(around))
	}
}
