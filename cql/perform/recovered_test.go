package perform_test

import (
	"strings"
	"testing"

	"widerow/cql/perform"
	"widerow/model"
	"widerow/model/write"
)

// TestPerformRecovered: the plan of an update that is a statement of the application is that statement with the
// values, one for each parameter and one for all of a name.
func TestPerformRecovered(t *testing.T) {
	const id = "00000000-0000-4000-8000-000000000007"
	for _, test := range []struct {
		statement string
		names     string // of the parameters; ! is required
		values    []string
		want      string // after "orders", …
		tables    string
	}{
		{"INSERT INTO shop.orders (id, total, note) VALUES (?, ?, 'it''s; new') USING TTL ?", "id! uuid, total decimal, TTL int", []string{id, "2.50", "60"},
			"INSERT INTO shop.orders (id, total, note) VALUES (" + id + ", 2.50, 'it''s; new') USING TTL 60", "shop.orders"},
		// A column without a value is left out: null would be a tombstone. One that is typed is written.
		{"INSERT INTO shop.orders (note, id, total) VALUES (?, ?, ?) IF NOT EXISTS", "note text, id! uuid, total decimal", []string{"", id, ""},
			"INSERT INTO shop.orders (id) VALUES (" + id + ") IF NOT EXISTS", "shop.orders"},
		{"INSERT INTO shop.orders (id, note, total) VALUES (?, ?, 2.50) USING TTL ?", "id! uuid, note text, TTL int", []string{id, "null", "60"},
			"INSERT INTO shop.orders (id, note, total) VALUES (" + id + ", null, 2.50) USING TTL 60", "shop.orders"},
		{"BEGIN BATCH INSERT INTO shop.orders (id, \"total\", note) VALUES (:id, :total, :note); INSERT INTO shop.orders_by_day (day, id, total) " +
			"VALUES (?, :id, :total); APPLY BATCH", "id! uuid, total decimal, note text, orders_by_day.day! date", []string{id, "", "'x'", "'2026-11-29'"},
			"BEGIN BATCH INSERT INTO shop.orders (id, note) VALUES (" + id + ", 'x'); INSERT INTO shop.orders_by_day (day, id) " +
				"VALUES ('2026-11-29', " + id + "); APPLY BATCH", "shop.orders shop.orders_by_day"},
		{"UPDATE shop.orders SET note = ?, tags = tags + ? WHERE id IN ? IF EXISTS", "note text, tags set, id! uuid", []string{"", "{'a'}", "{" + id + ", " + id + "}"},
			"UPDATE shop.orders SET note = null, tags = tags + {'a'} WHERE id IN (" + id + ", " + id + ") IF EXISTS", "shop.orders"},
		{"UPDATE shop.visits SET visits = visits + ? WHERE page = ?", "visits! bigint, page! text", []string{"1", "'?'"},
			"UPDATE shop.visits SET visits = visits + 1 WHERE page = '?'", "shop.visits"},
		{"DELETE note FROM shop.orders WHERE id = :which", "which! uuid", []string{id}, "DELETE note FROM shop.orders WHERE id = " + id, "shop.orders"},
		{"BEGIN BATCH USING TIMESTAMP ? INSERT INTO shop.orders (id, total) VALUES (:id, ?); " +
			"INSERT INTO shop.orders_by_day (day, id, total) VALUES (?, :id, ?); APPLY BATCH;",
			"TIMESTAMP bigint, id! uuid, orders.total decimal, orders_by_day.day! date, orders_by_day.total decimal", []string{"1", id, "2", "'2026-11-29'", "3"},
			"BEGIN BATCH USING TIMESTAMP 1 INSERT INTO shop.orders (id, total) VALUES (" + id + ", 2); " +
				"INSERT INTO shop.orders_by_day (day, id, total) VALUES ('2026-11-29', " + id + ", 3); APPLY BATCH", "shop.orders shop.orders_by_day"},
	} {
		m, plan := recovered(t, test.statement)
		if why := perform.Impossible(plan); why != "" {
			t.Errorf("%s: %s", test.statement, why)
			continue
		}
		state := &perform.State{Given: map[string]string{}}
		var names []string
		for i, p := range perform.Parameters(m, plan) {
			name := p.Name
			if p.Required {
				name += "!"
			}
			names = append(names, name+" "+p.Type.Name)
			if p.Type.Kind == model.SetType {
				names[i] = name + " set"
			}
			if i < len(test.values) {
				state.Given[p.Key] = test.values[i]
			}
		}
		if got := strings.Join(names, ", "); got != test.names {
			t.Errorf("%s asks for %s", test.statement, got)
		}
		p := perform.New(m, plan, state)
		action, err := p.Advance()
		if err != nil || len(action.Requests) != 1 || action.Requests[0].Text != test.want || strings.Join(action.Requests[0].Tables, " ") != test.tables {
			t.Errorf("%s sends %+v, %v", test.statement, action, err)
			continue
		}
		if conditional := strings.Contains(test.statement, " EXISTS"); action.Requests[0].Conditional != conditional {
			t.Errorf("%s is conditional: %v", test.statement, !conditional)
		}
		p.Sent(action, "done")
		if !p.Done() {
			t.Errorf("%s is not done after its statement", test.statement)
		}
	}
}

// recovered makes an update of a statement on tables of orders and visits, and returns its plan.
func recovered(t *testing.T, statement string) (*model.Model, *write.Plan) {
	t.Helper()
	keyspace := &model.Keyspace{Name: "shop"}
	m := &model.Model{Target: model.Cassandra50}
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"shop": keyspace}
	m.Physical.Relations = map[model.ID]*model.Relation{
		"orders":        tableOf("orders", "id uuid P", "total decimal", "tags set<text>", "note text"),
		"orders_by_day": tableOf("orders_by_day", "day date P", "id uuid C", "total decimal"),
		"visits":        tableOf("visits", "page text P", "visits counter"),
	}
	m.Workflow.Updates = map[model.ID]*model.Update{"u1": {Label: "U1", Kind: model.Change, Statement: statement, Conditional: strings.Contains(statement, " IF ")}}
	plan := write.Of(m, "u1")
	return m, &plan
}

// tableOf makes a table: P marks the partition key, and C a clustering column.
func tableOf(name string, columns ...string) *model.Relation {
	relation := &model.Relation{Name: name, Kind: model.Table, Keyspace: "shop", Columns: map[model.ID]*model.Column{}}
	for i, text := range columns {
		words := strings.Fields(text)
		column := &model.Column{Name: words[0], Type: model.Native(words[1]), Role: model.Regular, Order: model.Order(string(rune('a' + i)))}
		if words[1] == "set<text>" {
			column.Type = model.Type{Kind: model.SetType, Arguments: []model.Type{model.Native("text")}}
		}
		if len(words) > 2 {
			column.Role = map[string]model.Role{"P": model.Partition, "C": model.Clustering}[words[2]]
		}
		relation.Columns[model.ID(name+"."+words[0])] = column
	}
	return relation
}
