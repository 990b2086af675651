package capacity

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

var today = time.Date(2026, 11, 25, 9, 30, 0, 0, time.UTC)

// rooms is the table of G2: 1,095,005 bytes a partition by the book.
func rooms(t testing.TB, replication map[string]string) *model.Model {
	t.Helper()
	m := model.New("hotel")
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"hotel": {Name: "hotel", Replication: replication}}
	r := &model.Relation{Name: "available_rooms", Keyspace: "hotel", Kind: model.Table, Rows: "73000", Partitions: "5000", Columns: map[model.ID]*model.Column{}, Options: model.Options{}}
	for i, text := range []string{"hotel_id text partition", "date date clustering", "room_number smallint clustering", "is_available boolean "} {
		words := strings.SplitN(text, " ", 3)
		parsed, err := model.ParseType(words[1], func(string) (model.ID, bool) { return "", false })
		if err != nil {
			t.Fatal(err)
		}
		r.Columns[model.ID(fmt.Sprint("c", i))] = &model.Column{Name: words[0], Type: parsed, Role: model.Role(words[2]), Order: model.Last(r.Columns), Length: map[bool]model.Expression{true: "5"}[i == 0]}
	}
	m.Physical.Relations = map[model.ID]*model.Relation{"rooms": r}
	return m
}

func of(m *model.Model) Cluster { return Of(m, Read(m, today)) }

// G3: 5,000 partitions of G2 in three copies are 16.4 GB.
func TestGoldenCluster(t *testing.T) {
	m := rooms(t, map[string]string{"class": "NetworkTopologyStrategy", "dc1": "3"})
	input := Read(m, today)
	input.Sizes = mapping.Sizes(m, sizing.Book)
	c := Of(m, input)
	if got := c.Centres[0].Raw.Typical; got != 16_425_075_000 {
		t.Errorf("by the book the data has %.0f bytes, want 16,425,075,000", got)
	}
	if got := of(m).Centres[0].Raw.Typical; math.Abs(got/(1_457_094.0625*5000*3)-1) > 1e-6 {
		t.Errorf("on disk it has %.0f bytes, want 15,000 partitions of 1,457,094", got)
	}
}

// A8: nodes = total × (1 + index) × compression / (disk × usable), at least as many as
// replicas in each datacenter; and by what a node can write.
func TestNodes(t *testing.T) {
	type settings = map[string]model.Value
	two := map[string]string{"class": "NetworkTopologyStrategy", "dc1": "3", "dc2": "2"}
	tiny := settings{Disk: exactly(1e9), Density: exactly(1e12), Compression: exactly(0.5)}
	for _, test := range []struct {
		name        string
		replication map[string]string
		options     model.Options
		set         settings
		want        []float64
		by          Reason
	}{
		// 21.86 GB before compression, and 0.03 % of chunks, indexes and filters.
		{"replicas", two, nil, nil, []float64{3, 2}, ByReplicas},
		{"size-tiered: half of the disk", two, nil, tiny, []float64{22, 15}, ByDisk},
		{"leveled: a tenth of the data", two, model.Options{"compaction": "{'class': 'LeveledCompactionStrategy'}"}, tiny, []float64{13, 9}, ByDisk},
		{"unified: one of four shards", two, model.Options{"compaction": "{'class': 'org.apache.cassandra.db.compaction.UnifiedCompactionStrategy'}"}, tiny, []float64{14, 10}, ByDisk},
		{"windows without a TTL", two, model.Options{"compaction": "{'class': 'TimeWindowCompactionStrategy'}"}, tiny, []float64{17, 11}, ByDisk},
		{"windows of a day, 90 days and 10 of tombstones", two, model.Options{"compaction": "{'class': 'TimeWindowCompactionStrategy'}", "default_time_to_live": "7776000"}, tiny, []float64{15, 10}, ByDisk},
		{"not compressed", two, model.Options{"compression": "{'enabled': 'false'}"}, tiny, []float64{44, 30}, ByDisk},
		{"density", two, nil, settings{Disk: exactly(4e12), Density: exactly(1e9), Compression: exactly(0.5)}, []float64{11, 8}, ByDensity},
		{"own headroom", two, nil, settings{Disk: exactly(1e9), Density: exactly(1e12), Compression: exactly(0.5), Headroom: exactly(0.25)}, []float64{14, 10}, ByDisk},
		{"SimpleStrategy", map[string]string{"class": "SimpleStrategy", "replication_factor": "3"}, nil, tiny, []float64{22}, ByDisk},
		{"no replication", nil, nil, tiny, []float64{22}, ByDisk},
	} {
		m := rooms(t, test.replication)
		m.Physical.Relations["rooms"].Options = test.options
		input := Read(m, today)
		input.Instead = test.set
		c := Of(m, input)
		var got []float64
		for _, centre := range c.Centres {
			got = append(got, centre.Nodes.Typical)
		}
		if fmt.Sprint(got) != fmt.Sprint(test.want) || c.Centres[0].By(false) != test.by {
			t.Errorf("%s: %v nodes by %s, want %v by %s", test.name, got, c.Centres[0].By(false), test.want, test.by)
		}
	}
}

// open returns an example.
func open(t testing.TB, name string) *model.Model {
	t.Helper()
	text, err := os.ReadFile("../example/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	m, err := model.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The load of the hotel: rates of queries and updates, their tables, and the view of one
// of them. Five reservations a second are 432,000 rows a day.
func TestLoad(t *testing.T) {
	m := open(t, "hotel")
	c := of(m)
	type load struct{ reads, writes, inserted float64 }
	want := map[string]load{
		"hotels": {400, 0, 0}, "available_rooms_by_hotel_date": {300, 5, 0}, "guests": {30, 5, 432_000}, "reservations_by_guest": {10, 5, 432_000},
		// Each write reads the old row for the view: 5 beside 10 of queries.
		"reservations_by_hotel_date": {15, 5, 432_000}, "reservations_by_confirmation": {20, 5, 0},
	}
	for _, table := range c.Tables {
		name := m.Physical.Relations[table.Relation].Name
		if want, checked := want[name]; checked && want != (load{table.Reads.Typical, table.Writes.Typical, table.Inserted.Typical}) {
			t.Errorf("%s: reads %v, writes %v, inserted %v, want %v", name, table.Reads, table.Writes, table.Inserted, want)
		}
	}
	// 5 writes of 5 tables in 3 copies; the old rows are read by each of the replicas.
	if centre := c.Centres[0]; centre.Writes.Typical != 75 || centre.Reads.Typical != 1235 {
		t.Errorf("replicas do %v writes and %v reads", centre.Writes, centre.Reads)
	}
	// 1,095 days and a leap day of new guests, beside those of today.
	for _, table := range c.Tables {
		if name := m.Physical.Relations[table.Relation].Name; name == "guests" {
			if want := table.Disk.Typical * (1 + 432_000*1096/20e6); math.Abs(table.Later.Typical/want-1) > 1e-9 {
				t.Errorf("guests grow to %.0f bytes, want %.0f", table.Later.Typical, want)
			}
		}
	}
}

// Rows with a TTL leave: after it and gc_grace the table has one size. Without rates it
// grows by the growth of a year.
func TestGrowth(t *testing.T) {
	m := rooms(t, nil)
	c := &calculation{Cluster: &Cluster{Tables: []Table{{Relation: "rooms", Rows: exactly(1000), Lives: math.Inf(1)}}}, model: m, settings: map[string]model.Value{Growth: exactly(0.5)}}
	table := &c.Tables[0]
	factor := func(days float64) float64 { return c.factor(table, days).Typical }
	if got := factor(730); math.Abs(got-2.25) > 1e-9 {
		t.Errorf("by half a year for two years: %v", got)
	}
	table.Inserted = exactly(10)
	if got := factor(730); got != 8.3 {
		t.Errorf("10 rows a day beside 1,000: %v", got)
	}
	table.Lives = 300
	if got, later := factor(200), factor(730); got != 2 || later != 3 {
		t.Errorf("rows of 300 days: %v and %v", got, later)
	}
}

// Overflow counts as the largest number, and is reported.
func TestSaturation(t *testing.T) {
	m := rooms(t, map[string]string{"class": "SimpleStrategy", "replication_factor": "3"})
	m.Physical.Relations["rooms"].Partitions = "1e300"
	c := of(m)
	if !c.Saturated || c.Centres[0].Data.Typical != most || math.IsInf(c.Centres[0].Nodes.Typical, 0) {
		t.Errorf("saturated %v: %+v", c.Saturated, c.Centres[0])
	}
	m.Physical.Relations["rooms"].Rows = "1e308"
	if c = of(m); c.Tables[0].Err == "" || len(c.Centres) != 0 {
		t.Errorf("a table without a size: %+v", c.Tables[0])
	}
	m = rooms(t, nil)
	m.Physical.Relations["rooms"].Partitions = "0"
	if c = of(m); c.Centres[0].Nodes.Typical != 3 || c.Saturated {
		t.Errorf("no partitions: %+v", c.Centres[0])
	}
}

// BenchmarkCluster: 300 tables, and 36 months of growth.
func BenchmarkCluster(b *testing.B) {
	m := rooms(b, map[string]string{"class": "NetworkTopologyStrategy", "dc1": "3", "dc2": "3"})
	first := m.Physical.Relations["rooms"]
	for i := range 299 {
		other := *first
		other.Name = fmt.Sprint("rooms", i)
		m.Physical.Relations[model.ID(other.Name)] = &other
	}
	m.Cluster.Growth = "0.5"
	for b.Loop() {
		of(m)
	}
}

// A total adds typical numbers: however large the worst case of a quantity is, it adds
// no node. Peak rates do.
func TestTotalsAreTypical(t *testing.T) {
	hotel, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	nodes := func() model.Value { return of(hotel).Centres[0].Nodes }
	was := nodes()
	for _, quantity := range hotel.Quantities {
		quantity.Worst = "1e9"
	}
	if is := nodes(); is != was {
		t.Errorf("the worst cases of quantities change the nodes from %v to %v", was, is)
	}
	hotel.Workflow.Queries["q1"].Rate, hotel.Workflow.Queries["q1"].WorstRate = "10", "1e6"
	if is := nodes(); is.Typical != was.Typical || is.Worst <= was.Worst {
		t.Errorf("a peak rate changes the nodes from %v to %v", was, is)
	}
}

// Partitions that nobody entered are taken from measurements: the sum over all nodes, each counted
// once.
func TestMeasuredPartitions(t *testing.T) {
	m := rooms(t, map[string]string{"class": "NetworkTopologyStrategy", "dc1": "3"})
	table := m.Physical.Relations["rooms"]
	measured := func(tool, node string, partitions float64) *model.Measurement {
		return &model.Measurement{Tool: tool, Node: node, Figures: model.Figures{model.MeasuredPartitions: partitions}}
	}
	table.Partitions = ""
	if c := of(m); c.Tables[0].From != Assumed {
		t.Errorf("partitions are %s before anything is known", c.Tables[0].From)
	}
	table.Measured = map[model.ID]*model.Measurement{"1": measured("tablestats", "a", 80), "2": measured("sstablepartitions", "a", 90)}
	if c := of(m); c.Tables[0].From != Measured || c.Tables[0].Partitions.Typical != 90 {
		t.Errorf("of one node: %v %s", c.Tables[0].Partitions, c.Tables[0].From)
	}
	for i, node := range []string{"b", "c", "d"} {
		table.Measured[model.ID(fmt.Sprint("n", i))] = measured("tablestats", node, 90)
	}
	if c := of(m); c.Tables[0].Partitions.Typical != 120 {
		t.Errorf("of four nodes with three copies: %v, want 120", c.Tables[0].Partitions)
	}
	table.Partitions = "5000"
	if c := of(m); c.Tables[0].From != Given || c.Tables[0].Partitions.Typical != 5000 {
		t.Errorf("what was entered does not count: %v", c.Tables[0].Partitions)
	}
}
