package mapping_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
	"widerow/model/proof"
)

// damage is an edit of a table or an arrow by which a query may find other rows.
type damage struct {
	kind string
	m    *model.Model
}

// damagesOf returns a document with each damage of a table that serves a query.
func damagesOf(m *model.Model, table, query model.ID, path []model.ID) []damage {
	var all []damage
	add := func(kind string, change func(t *model.LogicalTable, m *model.Model)) {
		copied := m.Clone()
		change(copied.Logical.Tables[table], copied)
		all = append(all, damage{kind, copied})
	}
	columns := m.Logical.Tables[table].SortedColumns()
	for i, item := range columns {
		id, column := item.ID, item.Value
		role := func(kind string, to model.Role) {
			add(kind, func(t *model.LogicalTable, _ *model.Model) { t.Columns[id].Role = to })
		}
		switch column.Role {
		case model.Clustering:
			role("clustering to partition", model.Partition)
			role("clustering to regular", model.Regular)
			add("other direction", func(t *model.LogicalTable, _ *model.Model) { t.Columns[id].Descending = !column.Descending })
			if i+1 < len(columns) && columns[i+1].Value.Role == model.Clustering {
				add("order of clustering columns", func(t *model.LogicalTable, _ *model.Model) {
					a, b := t.Columns[id], t.Columns[columns[i+1].ID]
					a.Order, b.Order = b.Order, a.Order
				})
			}
		case model.Partition:
			role("partition to clustering", model.Clustering)
		case model.Regular:
			role("static", model.Static)
			if column.Collection != model.SingleValue {
				add("one value", func(t *model.LogicalTable, _ *model.Model) { t.Columns[id].Collection = model.SingleValue })
			}
		case model.Static:
			role("static to regular", model.Regular)
		}
		add("column dropped", func(t *model.LogicalTable, _ *model.Model) { delete(t.Columns, id) })
		if element, found := m.Element(column.Attribute); found {
			for other := range m.AttributesOf(element.Parent) {
				if other != column.Attribute {
					add("other attribute", func(t *model.LogicalTable, _ *model.Model) { t.Columns[id].Attribute = other })
				}
			}
		}
		for role, participation := range er.NewRoles(m) {
			element, found := m.Element(column.Attribute)
			isSame := column.Participant == "" && slices.Contains(path, participation.Relationship) // its only instance has that role
			if found && !isSame && role != column.Participant && participation.Entity == element.Parent {
				add("other role", func(t *model.LogicalTable, _ *model.Model) { t.Columns[id].Participant = role })
			}
		}
	}
	for other := range m.Logical.Tables {
		if other != table && len(m.TablesOf(query)) == 1 {
			add("arrow to another table", func(_ *model.LogicalTable, m *model.Model) {
				for _, arrow := range m.Logical.Arrows {
					if arrow.Access == query {
						arrow.To = other
					}
				}
			})
		}
	}
	return all
}

// TestDamagesAreNoticed damages derived tables in every way, fills them with random data
// by their columns, and runs the statements that the proof shows. A damage after which one
// returns other rows has a finding, or a worse verdict.
func TestDamagesAreNoticed(t *testing.T) {
	count := uint64(8)
	if testing.Short() {
		count = 6
	}
	noticed, unnoticed, harmless, alarms := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for seed := range count {
		random := rand.New(rand.NewPCG(seed, 14))
		m := mapping.WideModel(t, random, 3)
		d := mapping.Derive(m, nil, nil)
		ids := model.SeededIDs([]byte("damages"))
		after, err := edit.Apply(m, ids, d.Commands(ids, nil)...)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		after.Physical.Relations = nil
		faults := 0
		whole := &stored{t: t, name: fmt.Sprint("seed ", seed), m: after, d: d, world: mapping.NewWorld(m, random), random: random, seen: map[string]int{}, faults: &faults}
		whole.fill()
		before := map[model.ID]proof.Result{}
		for _, result := range proof.All(after) {
			before[result.Query] = result
		}
		for _, query := range slices.Sorted(maps.Keys(before)) {
			was := before[query]
			best, found := was.Best()
			if !found || !best.Serves() || len(best.Missing) > 0 || !whole.isRight(query, &was) {
				continue
			}
			for _, damage := range damagesOf(after, best.Table, query, d.Plan(query).Path.Relationships) {
				spoilt := *whole
				spoilt.m = damage.m
				spoilt.fill()
				is := proof.Of(damage.m, query)
				told := isWorse(&was, &is) || len(mapping.Overwrites(damage.m)) > 0 || len(mapping.Damages(damage.m)) > 0
				switch right := told && !is.Served() || spoilt.isRight(query, &is); {
				case right && told && is.Served():
					alarms[damage.kind]++
				case right:
					harmless[damage.kind]++
				case told:
					noticed[damage.kind]++
				default:
					unnoticed[damage.kind]++
					now, _ := is.Best()
					t.Errorf("seed %d, %s: %s of %s: now %s, %s", seed, whole.text(after.Workflow.Queries[query]), damage.kind, whole.words(best.Table), spoilt.words(now.Table), selectText(now.Select))
				}
			}
		}
	}
	t.Log("noticed", noticed, "unnoticed", unnoticed, "harmless or rejected", harmless, "findings on harmless ones", alarms)
	if len(noticed) < 4 {
		t.Errorf("only %d kinds of damage matter", len(noticed))
	}
}

// isWorse reports whether a query is answered worse than before, by its proofs.
func isWorse(was, is *proof.Result) bool {
	best, _ := is.Best()
	return !is.Served() || was.Verdict().Better(is.Verdict()) || len(best.Missing) > 0
}

// fill writes all rows into the tables. A static column has the last value of its partition.
func (s *stored) fill() {
	s.tables = map[model.ID]map[string]row{}
	for _, query := range model.Sorted(s.m.Workflow.Queries) {
		for _, table := range s.m.TablesOf(query.ID) {
			if plan := s.d.Plan(s.filledFor(table, query.ID)); plan != nil && !plan.Fatal() && !plan.IsOpen() {
				s.write(table, s.filledFor(table, query.ID))
			}
		}
	}
	for table, rows := range s.tables {
		s.spreadStatics(table, rows)
	}
}

// filledFor returns the query whose rows a table has: the one that it was derived for.
func (s *stored) filledFor(table, query model.ID) model.ID {
	for _, proposal := range s.d.Proposals {
		if slices.Contains(proposal.Queries, query) || proposal.Name != s.m.Title(table) {
			continue
		}
		return proposal.Queries[0]
	}
	return query
}

func (s *stored) spreadStatics(table model.ID, rows map[string]row) {
	for _, c := range s.m.Logical.Tables[table].SortedColumns() {
		if c.Value.Role != model.Static || s.collects(c.Value) {
			continue
		}
		last := map[string][]int{}
		partition := func(r row) string {
			text := ""
			for _, k := range s.m.Logical.Tables[table].SortedColumns() {
				if k.Value.Role == model.Partition {
					text += fmt.Sprint(r[k.ID], " ")
				}
			}
			return text
		}
		for _, place := range slices.Sorted(maps.Keys(rows)) {
			if values, has := rows[place][c.ID]; has {
				last[partition(rows[place])] = values
			}
		}
		for _, r := range rows {
			if values, has := last[partition(r)]; has {
				r[c.ID] = values
			}
		}
	}
}

// isRight reports whether the statement of a query returns what it asks for, for some of its
// instances.
func (s *stored) isRight(query model.ID, result *proof.Result) bool {
	best, found := result.Best()
	plan, asked := s.d.Plan(query), s.m.Workflow.Queries[query]
	if !found || !best.Serves() || len(best.Missing) > 0 || plan.Fatal() || plan.IsOpen() {
		return false
	}
	instances := plan.Rows(s.world)
	*s.faults = 0
	for _, one := range instances[:min(len(instances), 12)] {
		given, ok := s.given(asked, one, instances)
		if !ok {
			continue
		}
		want, ok := s.want(asked, plan, instances, given)
		if !ok {
			return true
		}
		got, ok := s.got(asked, best, given, "")
		if !ok {
			return true
		}
		collects := slices.ContainsFunc(s.m.Logical.Tables[best.Table].SortedColumns(), func(c model.Item[*model.LogicalColumn]) bool { return s.collects(c.Value) })
		if asked.Distinct || collects {
			slices.Sort(want)
			slices.Sort(got)
			want, got = slices.Compact(want), slices.Compact(got)
		}
		if !sameSet(want, got) {
			return false
		}
	}
	return *s.faults == 0
}

// TestDamagedRelations finds physical tables whose key no longer identifies their rows,
// static columns that are not, and columns of what the rows are not about.
func TestDamagedRelations(t *testing.T) {
	for _, test := range []struct {
		slug, code string
		change     func(m *model.Model)
	}{
		{"magazine", "overwrite", func(m *model.Model) {
			m.Physical.Relations["pmagazinesbypublisher"].Columns["pq2id"].Role = model.Regular
		}},
		{"magazine", "static", func(m *model.Model) {
			m.Physical.Relations["pmagazinesbypublisher"].Columns["pq2name"].Role = model.Static
		}},
		{"magazine", "static", func(m *model.Model) {
			table := m.Logical.Tables[first(m.Physical.Relations["pmagazinesbypublisher"].Realizes)]
			for column := range m.Physical.Relations["pmagazinesbypublisher"].Columns["pq2name"].From {
				table.Columns[column].Role = model.Static
			}
		}},
		{"magazine", "", func(m *model.Model) {
			m.Physical.Relations["pmagazinesbypublisher"].Columns["pq2id"].Role = model.Partition
		}},
		{"magazine", "", func(*model.Model) {}},
	} {
		m, err := example.Load(test.slug)
		if err != nil {
			t.Fatal(err)
		}
		test.change(m)
		problems := mapping.Damages(m)
		if len(problems) != min(len(test.code), 1) || len(problems) > 0 && (problems[0].Code != test.code || m.Title(problems[0].Element) != "magazines_by_publisher") {
			t.Errorf("%s: %+v", test.code, problems)
		}
	}
}

// TestMergedGroups takes the column that groups the rows of a counting table out of its physical key. The
// key of what is counted may go, as long as the group follows from what stays.
func TestMergedGroups(t *testing.T) {
	m := document(t, "Tenant: tenant_id\nweak Expert: *expert_no, field\nweak Claim: *claim_no, filed_at\nTenant 1 knows n Expert\nweak Document: *document_no\nTenant 1 handles n Claim\nClaim 1 attaches n Document\nExpert n assesses m Claim within Tenant",
		"SELECT Expert.field, count(assesses) WHERE Claim.claim_no = ? GROUP BY Expert.field VIA assesses, attaches")
	var stored model.ID
	for _, choice := range []string{"", "field"} {
		derived := apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
		for _, relation := range derived.Physical.Relations {
			for id, column := range relation.Columns {
				if column.Name == choice && column.Role.InKey() {
					stored, column.Role = id, model.Regular
				}
			}
		}
		problems := mapping.Damages(derived)
		if choice == "" && len(problems) > 0 || choice != "" && (stored == "" || len(problems) != 1 || problems[0].Code != "overwrite") {
			t.Errorf("without %q in the key: %+v", choice, problems)
		}
	}
}

func first(ids model.IDSet) model.ID { return slices.Min(slices.Collect(maps.Keys(ids))) }

// TestLookupTablesAreSound takes a physical table that finds one instance by its e-mail address
// as a lookup, and one that lists by a status as damaged.
func TestLookupTablesAreSound(t *testing.T) {
	for name, want := range map[string]string{"email": "unique", "status": "overwrite"} {
		m := model.New("Shop")
		m.Concepts.Entities = map[model.ID]*model.Entity{"customer": {Name: "Customer", Attributes: map[model.ID]*model.Attribute{
			"id": {Name: "customer_id", Key: model.Key}, "value": {Name: name}}}}
		m.Logical.Tables = map[model.ID]*model.LogicalTable{"lookup": {Name: "customers_by_" + name, Columns: map[model.ID]*model.LogicalColumn{
			"lvalue": {Name: name, Role: model.Partition, Attribute: "value"}, "lid": {Name: "customer_id", Role: model.Regular, Attribute: "id"}}}}
		m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k": {Name: "shop"}}
		m.Physical.Relations = map[model.ID]*model.Relation{"r": {Name: "customers_by_" + name, Keyspace: "k", Kind: model.Table, Realizes: model.IDSet{"lookup": true}, Columns: map[model.ID]*model.Column{
			"pvalue": {Name: name, Role: model.Partition, Type: model.Native("text"), From: model.IDSet{"lvalue": true}},
			"pid":    {Name: "customer_id", Role: model.Regular, Type: model.Native("uuid"), From: model.IDSet{"lid": true}}}}}
		if found := mapping.Damages(m); len(found) != 1 || found[0].Code != want {
			t.Errorf("by %s: %+v, want %s", name, found, want)
		}
	}
}

// TestAggregatesNeedTheirRows: a table from whose rows a query computes has one row for each
// instance. Without the key of the instances, each group would count as one of them.
func TestAggregatesNeedTheirRows(t *testing.T) {
	for _, query := range []string{
		"SELECT avg(Purchase.total) WHERE Customer.customer_id = ?",
		"SELECT count(Purchase) WHERE Customer.customer_id = ?",
		"SELECT Purchase.status, count(Purchase) WHERE Customer.customer_id = ? GROUP BY Purchase.status",
	} {
		m := document(t, "Purchase: purchase_id, total, status\nCustomer: customer_id, name\nCustomer 1 places n Purchase", query)
		m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
		if problems := mapping.Overwrites(m); len(problems) > 0 {
			t.Errorf("%s: %+v", query, problems)
		}
		for _, table := range m.Logical.Tables {
			for id, column := range table.Columns {
				if column.Name == "purchase_id" {
					delete(table.Columns, id)
				}
			}
		}
		if problems := mapping.Overwrites(m); len(problems) != 1 || problems[0].Code != "overwrite" {
			t.Errorf("%s without the key: %+v", query, problems)
		}
	}
}
