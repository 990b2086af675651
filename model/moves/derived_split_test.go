package moves

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/querytext"
	"widerow/model/sizing"
)

// worded is a model of concepts and queries as text.
func worded(t testing.TB, concepts string, queries ...string) *model.Model {
	t.Helper()
	m, ids := model.New("words"), model.SeededIDs([]byte(concepts))
	apply := func(commands ...edit.Command) {
		after, err := edit.Apply(m, ids, commands...)
		if err != nil {
			t.Fatal(err)
		}
		m = after
	}
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", concepts, problems)
	}
	apply(commands...)
	for i, text := range queries {
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatalf("%s: %+v", text, problems)
		}
		id := model.ID(fmt.Sprint("q", i+1))
		apply(edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"label": fmt.Sprint("Q", i+1), "name": text}})
		apply(querytext.Commands(m, id, parts)...)
	}
	return m
}

// derived is a model with its derived tables and their default splits.
func derived(t testing.TB, m *model.Model, chosen map[model.ID]string) (*model.Model, []*Proposed) {
	t.Helper()
	ids := model.SeededIDs([]byte("derived"))
	after, err := edit.Apply(m, ids, mapping.Derive(m, nil, nil).Commands(ids, nil)...)
	if err != nil {
		t.Fatal(err)
	}
	cql.FollowRenames(m, after)
	tables := map[model.ID]bool{}
	for id := range after.Logical.Tables {
		tables[id] = true
	}
	after, proposed, err := Propose(after, ids, tables, chosen)
	if err != nil {
		t.Fatal(err)
	}
	return after, proposed
}

// TestProposedSplits: a table over a limit is split by what its queries read: a time, the first
// letters of a prefix, ranges of a number, or a hash of a column with enough values.
func TestProposedSplits(t *testing.T) {
	for _, test := range []struct{ concepts, query, what, key string }{
		{"Sensor (100): id\nweak Reading: *at, value\nSensor 1 has n(5000000) Reading", "SELECT Reading.value WHERE Sensor.id = ? AND Reading.at > ?", "bucket of a week", "sensor_id, week"},
		{"Log (9000000): id, at, line", "SELECT Log.line WHERE Log.at > ?", "bucket of a day", "day"},
		{"Hotel (5000000): id, name", "SELECT Hotel.id WHERE Hotel.name LIKE ?", "the first 2 letters of name", "name_prefix"},
		{"Hotel (5000000): id, price", "SELECT Hotel.id WHERE Hotel.price > ? AND Hotel.price < ?", "50 ranges of price", "price_range"},
		// A range without an equality gets ranges of its value, however many, and not buckets of another column's time.
		{"Shop (30): code\nweak Sale: *sold_at, price\nShop 1 has n(40000000) Sale", "SELECT Sale.sold_at, Shop.code WHERE Sale.price > ?", "20,000 ranges of price", "price_range"},
		// A range of a text, and its order, have ranges.
		{"Donor (4000000): donor_id, surname", "SELECT Donor.donor_id WHERE Donor.surname BETWEEN ? AND ?", "50 ranges of surname", "surname_range"},
		{"Translator (4000000): translator_id, surname", "SELECT Translator.translator_id ORDER BY Translator.surname", "50 ranges of surname", "surname_range"},
		{"Hotel (5000000): id, name", "SELECT Hotel.id, Hotel.name", "hash bucket 0…63", "bucket"},
		{"Hotel (5000000): id, stars (5), name", "SELECT Hotel.name WHERE Hotel.stars = 5", "hash bucket 0…15", "stars, bucket"},
		{"Hotel (50): id, name", "SELECT Hotel.id, Hotel.name", "", ""},
		{"Hotel: id, name", "SELECT Hotel.id, Hotel.name", "", ""},
	} {
		after, proposed := derived(t, worded(t, test.concepts, test.query), nil)
		if test.what == "" {
			if len(proposed) > 0 {
				t.Errorf("%s: splits %v", test.concepts, proposed[0].Named())
			}
			continue
		}
		if len(proposed) != 1 || proposed[0].Chosen == nil || proposed[0].Chosen.What != test.what || proposed[0].Warning() != "" {
			t.Errorf("%s: proposed %+v, want %s", test.concepts, proposed[0].Chosen, test.what)
			continue
		}
		table := newTable(after, proposed[0].Table)
		if key := strings.Join(names(table.inRole(model.Partition)), ", "); key != test.key {
			t.Errorf("%s: partition key %s, want %s", test.concepts, key, test.key)
		}
		if found := errorsOf(after); len(found) > 0 {
			t.Errorf("%s: %s", test.concepts, found)
		}
		again := mapping.Derive(after, nil, nil).Proposals
		if len(again) != 1 || again[0].Kind != mapping.Kept {
			t.Errorf("%s: deriving again makes it %s", test.concepts, again[0].Kind)
		}
		if _, none := derived(t, worded(t, test.concepts, test.query), map[model.ID]string{proposed[0].Logical: AsItIs}); none[0].Chosen != nil || none[0].Warning() == "" {
			t.Errorf("%s: left as it is, it is split, or nobody is warned", test.concepts)
		}
	}
}

// TestHashNeedsValues: no hash of a column with few values is offered, or taken; of a column
// with many it is.
func TestHashNeedsValues(t *testing.T) {
	for concepts, want := range map[string]bool{
		"Hotel (100): id\nweak Room: *kind (12), size\nHotel 1 has n(5000000) Room":    false,
		"Hotel (100): id\nweak Room: *kind (90000), size\nHotel 1 has n(5000000) Room": true,
	} {
		_, proposed := derived(t, worded(t, concepts, "SELECT Room.size WHERE Hotel.id = ?"), nil)
		if len(proposed) != 1 {
			t.Fatalf("%s: proposed %+v", concepts, proposed)
		}
		isHash := func(split Split) bool { return split.Move.Name == SplitByHash }
		if got := slices.ContainsFunc(proposed[0].Options, isHash); got != want {
			t.Errorf("%s: offers a hash: %v, with %v", concepts, got, proposed[0].Named())
		}
		if !want && proposed[0].Warning() == "" && proposed[0].Chosen == nil {
			t.Errorf("%s: nobody is warned", concepts)
		}
	}
}

// TestMergeKeepsTheLimits: small partitions are not merged into one over a limit.
func TestMergeKeepsTheLimits(t *testing.T) {
	m, proposed := derived(t, worded(t, "Sensor (100): id\nweak Reading: *at, value\nSensor 1 has n(5000000) Reading", "SELECT Reading.value WHERE Sensor.id = ? AND Reading.at > ?"), nil)
	if _, offered := Offer(m, proposed[0].Table, MergePartitions); offered {
		t.Error("the buckets of a week are offered to be merged again")
	}
	sensors := load(t, "sensors")
	if id, _ := relationNamed(t, sensors, "temperatures_by_network"); !strings.Contains(newTable(sensors, id).mergedOver("104"), "over the limit of") {
		t.Error("two years of weeks may be merged")
	}
	hotel := load(t, "hotel")
	id, _ := relationNamed(t, hotel, "pois_by_hotel")
	if table := newTable(hotel, id); table.mergedOver("2") != "" || table.mergedOver("1000000000") == "" {
		t.Error("two small partitions may not be merged, or a billion may")
	}
}

// TestRandomSplits derives random models with numbers: no default table has a typical partition
// over the limits while an offered split stays below them, and a partition over the limits gives a
// warning. The number of partitions in a proof equals a count of its buckets, one by one.
func TestRandomSplits(t *testing.T) {
	split := 0
	for seed := range uint64(40) {
		random := rand.New(rand.NewPCG(seed, 32))
		pick := func(of ...string) string { return of[random.IntN(len(of))] }
		count := func() string { return fmt.Sprint(int(10) << (2 * random.IntN(11))) }
		concepts := fmt.Sprintf("A (%s): id, name, kind (%s), price\nweak B: *%s, x, body\nA 1 has n(%s) B", count(), count(), pick("at", "day_date", "number", "code"), count())
		given := pick("", " WHERE A.id = ?", " WHERE A.kind = ?", " WHERE A.price > ?", " WHERE A.name LIKE ?", " WHERE A.id = ? AND B.x > ?")
		m := worded(t, concepts, "SELECT B.body, A.name"+given, "SELECT A.id, A.name"+pick("", " WHERE A.kind = ?", " WHERE A.price > ?", " ORDER BY A.name"))
		after, proposed := derived(t, m, nil)
		sizes := mapping.Sizes(after, sizing.Disk)
		for id, size := range sizes {
			if size.Level == sizing.Unknown || !DefaultNeeds.isOver(size.Typical) {
				continue
			}
			at := slices.IndexFunc(proposed, func(p *Proposed) bool { return p.Table == id })
			if at < 0 || proposed[at].Warning() == "" {
				t.Errorf("seed %d: %s\n%s has %s, and nobody is warned", seed, concepts, after.Title(id), size.Text())
				continue
			}
			for _, option := range proposed[at].Options {
				if len(option.Lost()) == 0 && option.Size.Level != sizing.Unknown && !DefaultNeeds.isOver(option.Size.Typical) {
					t.Errorf("seed %d: %s\n%s has %s, although %s helps", seed, concepts, after.Title(id), size.Text(), option.What)
				}
			}
		}
		for _, p := range proposed {
			if p.Chosen != nil {
				split++
			}
		}
		for _, result := range proof.WithSizes(after, sizes) {
			best, found := result.Best()
			if counted := countShards(after, best); found && best.Reads.Partitions.Known && best.Reads.Partitions.Typical != counted {
				t.Errorf("seed %d: %s\n%s is said to read %v partitions, counted %v", seed, concepts, after.Title(result.Query), best.Reads.Partitions.Typical, counted)
			}
		}
	}
	if split < 10 {
		t.Errorf("only %d tables were split", split)
	}
}

// countShards runs through the values of each column of the partition key that the query does
// not give, one by one.
func countShards(m *model.Model, j *proof.Judgement) float64 {
	relation := m.Physical.Relations[j.Table]
	if relation == nil {
		return 1
	}
	shards := []string{""}
	for _, item := range relation.SortedColumns() {
		if item.Value.Role != model.Partition || item.Value.Buckets.IsEmpty() {
			continue
		}
		if values, _, err := m.Evaluate(item.Value.Buckets); err == nil {
			var next []string
			for _, shard := range shards {
				for value := range int(values.Typical) {
					next = append(next, fmt.Sprint(shard, " ", value))
				}
			}
			shards = next
		}
	}
	return float64(len(shards))
}
