package proof_test

import (
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// monthly is the hotel with the rooms split by month: the month comes from the
// same logical column as the date, and has 24 values.
func monthly(t *testing.T) *model.Model {
	t.Helper()
	m := load(t, "hotel").Clone()
	rooms := m.Physical.Relations["pavailablerooms"]
	rooms.Columns["month"] = &model.Column{Name: "month", Order: "z", Type: model.Native("date"), Role: model.Partition, From: model.SetOfIDs("q4date"), Buckets: "24"}
	return m
}

// TestComputedBucket: a condition on the date gives the month.
func TestComputedBucket(t *testing.T) {
	for _, test := range []struct {
		name     string
		operator model.Operator // of the date, "" for no condition
		verdict  proof.Verdict
		known    bool
		count    float64
	}{
		{"a range needs some months", model.Range, proof.Partitions, false, 0},
		{"a date has one month", model.Equal, proof.Partition, true, 1},
		{"no date needs all months", "", proof.Partitions, true, 24},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := monthly(t)
			query := m.Workflow.Queries["q4"]
			for id, given := range query.Given {
				if given.Attribute != "nightdate" {
					continue
				}
				if given.Operator = test.operator; test.operator == "" {
					delete(query.Given, id)
				}
			}
			result := proof.Of(m, "q4")
			best, _ := result.Best()
			if read := best.Reads.Partitions; best.Verdict != test.verdict || !best.Ordered || read.Known != test.known || read.Typical != test.count {
				t.Errorf("%s, ordered %v, reads %+v partitions", best.Verdict, best.Ordered, read)
			}
		})
	}
}

// TestHashBucket: its rows are in no order across buckets, and every value is read.
func TestHashBucket(t *testing.T) {
	m := load(t, "hotel").Clone()
	rooms := m.Physical.Relations["pavailablerooms"]
	rooms.Columns["bucket"] = &model.Column{Name: "bucket", Order: "z", Type: model.Native("int"), Role: model.Partition, Buckets: "8"}
	result := proof.Of(m, "q4")
	best, _ := result.Best()
	if best.Verdict != proof.Partitions || best.Ordered || best.Reads.Partitions != (proof.Amount{Known: true, Typical: 8, Worst: 8}) || best.Spread.InOrder {
		t.Errorf("%s, ordered %v, reads %+v partitions", best.Verdict, best.Ordered, best.Reads.Partitions)
	}
}

// TestHashBucketOfAllRows: where nothing is given by =, a hash spreads the rows of the
// constant bucket, and a query of all rows reads each of its buckets, whether it takes the
// place of the constant one or stands beside it.
func TestHashBucketOfAllRows(t *testing.T) {
	for name, split := range map[string]func(r *model.Relation, constant model.ID){
		"in its place": func(r *model.Relation, constant model.ID) {
			r.Columns[constant].Type, r.Columns[constant].Buckets = model.Native("int"), "128"
		},
		"beside it": func(r *model.Relation, _ model.ID) {
			r.Columns["shard"] = &model.Column{Name: "hash_bucket", Order: "z", Type: model.Native("int"), Role: model.Partition, Buckets: "128"}
		},
	} {
		m := load(t, "hotel").Clone()
		m.Workflow.Queries["all"] = &model.Query{Label: "Q0", Order: "z", Find: map[model.ID]*model.Find{"f": {Attribute: "hotelname"}}}
		ids := model.SeededIDs([]byte(name))
		m, err := edit.Apply(m, ids, mapping.Derive(m, []model.ID{"all"}, nil).Commands(ids, nil)...)
		if err != nil {
			t.Fatal(err)
		}
		read := func() proof.Amount {
			result := proof.Of(m, "all")
			best, _ := result.Best()
			if wants := best.Reads.Partitions.Typical > 1; wants != (best.Verdict == proof.Partitions) || wants != (best.Spread != nil) {
				t.Errorf("%s: %s with %+v partitions, run for %+v", name, best.Verdict, best.Reads.Partitions, best.Spread)
			}
			return best.Reads.Partitions
		}
		if got := read(); got.Typical != 1 {
			t.Errorf("before: reads %+v partitions", got)
		}
		for _, relation := range m.Physical.Relations {
			for id, column := range relation.Columns {
				if column.Name == "bucket" && relation.Realizes[m.TablesOf("all")[0]] {
					split(relation, id)
				}
			}
		}
		if got := read(); got.Typical != 128 || got.Worst != 128 {
			t.Errorf("%s: reads %+v partitions, want 128", name, got)
		}
	}
}

// TestUncountedHash: shards of an unknown number have no order, while months are one after the other.
func TestUncountedHash(t *testing.T) {
	for name, inOrder := range map[string]bool{"shard": false, "month": true} {
		m := load(t, "hotel").Clone()
		m.Physical.Relations["pavailablerooms"].Columns["added"] = &model.Column{Name: name, Order: "z", Type: model.Native("int"), Role: model.Partition}
		result := proof.Of(m, "q4")
		if best, _ := result.Best(); best.Verdict != proof.Partitions || best.Ordered != inOrder {
			t.Errorf("%s: %s, ordered %v", name, best.Verdict, best.Ordered)
		}
	}
}

// TestCopyOutsideOfKey: a condition restricts the key column, not a copy beside it.
func TestCopyOutsideOfKey(t *testing.T) {
	m := monthly(t)
	m.Physical.Relations["pavailablerooms"].Columns["month"].Role = model.Regular
	result := proof.Of(m, "q4")
	if best, _ := result.Best(); best.Verdict != proof.Partition || len(best.Select.Where) != 3 {
		t.Errorf("%s with %+v", best.Verdict, best.Select.Where)
	}
}

// TestNoBucket: an identifier called like a bucket is none: what it identifies is what a row, or a
// partition, is about.
func TestNoBucket(t *testing.T) {
	for _, test := range []struct {
		name, partition, clustering string
		others                      []string // the whole key of another table
		bucket                      string   // "" for none
	}{
		{"the key of buckets", "bucket_id", "", nil, ""},
		{"objects of a bucket", "bucket_id", "object_key", nil, ""},
		{"a chunk of a file", "file_id chunk", "", nil, ""},
		{"a shard of the messages of a user", "user_id shard_id", "message_id", nil, "shard_id"},
		{"a shard that is a server", "user_id shard_id", "message_id", []string{"shard_id"}, ""},
		{"a week", "user_id week", "message_id", nil, "week"},
	} {
		m := model.New("test")
		add := func(id model.ID, partition, clustering string) {
			relation := &model.Relation{Name: string(id), Kind: model.Table, Columns: map[model.ID]*model.Column{}}
			logical := &model.LogicalTable{Name: string(id), Columns: map[model.ID]*model.LogicalColumn{}}
			for role, names := range map[model.Role]string{model.Partition: partition, model.Clustering: clustering, model.Regular: "note"} {
				for i, name := range strings.Fields(names) {
					of := id + model.ID(name)
					logical.Columns["l"+of] = &model.LogicalColumn{Name: name, Role: role, Order: model.Nth(i)}
					relation.Columns[of] = &model.Column{Name: name, Role: role, Order: model.Nth(i), Type: model.Native("text"), From: model.SetOfIDs("l" + of)}
				}
			}
			relation.Realizes = model.SetOfIDs("l" + id)
			m.Logical.Tables["l"+id], m.Physical.Relations[id] = logical, relation
		}
		m.Logical.Tables, m.Physical.Relations = map[model.ID]*model.LogicalTable{}, map[model.ID]*model.Relation{}
		add("t", test.partition, test.clustering)
		for _, other := range test.others {
			add("other", other, "")
		}
		m.Workflow.Queries = map[model.ID]*model.Query{"q": {Label: "Q1", Find: map[model.ID]*model.Find{"f": {Name: "note"}}}}
		m.Logical.Arrows = map[model.ID]*model.QueryArrow{"a": {Access: "q", To: "lt"}}
		result := proof.Of(m, "q")
		best, _ := result.Best()
		if got := strings.Join(best.Buckets, " "); got != test.bucket {
			t.Errorf("%s: the buckets are %q, want %q", test.name, got, test.bucket)
		}
	}
}
