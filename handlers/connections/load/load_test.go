package load_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"widerow/cql/cassandratest"
	"widerow/cql/print"
	"widerow/cql/sample"
	"widerow/handlers/connections/load"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/example"
	"widerow/model/proof"
	"widerow/store/cluster"
)

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }

const rows = 2000

// open connects with a cluster.
func open(t *testing.T) *cluster.Session {
	t.Helper()
	session, err := cluster.Open(t.Context(), cluster.Options{Hosts: []string{cassandratest.Address(t)}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(session.Close)
	return session
}

func exampleOf(t *testing.T, slug string) *model.Model {
	t.Helper()
	m, err := example.Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// filled loads a model into keyspaces that are dropped after the test.
func filled(t *testing.T, session *cluster.Session, m *model.Model, job load.Job) *load.Result {
	t.Helper()
	job.Model = m
	result, err := load.Run(t.Context(), session, job, func(load.Step) {})
	for _, keyspace := range result.Keyspaces {
		cassandratest.DropAfter(t, cassandratest.Session(t), keyspace)
	}
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestQueriesFindRows loads each example, and runs each of its queries with parameters from rows of its tables: each
// finds the row.
func TestQueriesFindRows(t *testing.T) {
	session := open(t)
	for _, e := range example.All() {
		t.Run(e.Slug, func(t *testing.T) {
			m := exampleOf(t, e.Slug)
			result := filled(t, session, m, load.Job{Rows: rows, Seed: 5, Naming: sample.Naming{Keyspace: "e2e_" + e.Slug}})
			for _, table := range result.Tables {
				if table.Rows == 0 || table.Guessed {
					t.Errorf("%s has %d rows, guessed %v", table.Name, table.Rows, table.Guessed)
				}
			}
			schema, err := sample.NewSchema(m, sample.Naming{Keyspace: "e2e_" + e.Slug})
			if err != nil {
				t.Fatal(err)
			}
			for _, proved := range proof.All(schema.Model) {
				query := schema.Model.Workflow.Queries[proved.Query]
				best, found := proved.Best()
				if !found || !best.Serves() {
					t.Errorf("%s has no table", query.Label)
					continue
				}
				a := &asker{t: t, session: session, judged: best}
				a.ask(query.Label)
			}
		})
	}
}

// asker runs the statement of a query with values of a row.
type asker struct {
	t       *testing.T
	session *cluster.Session
	judged  *proof.Judgement
	columns map[string]cluster.Cell
}

func (a *asker) ask(label string) {
	table := a.judged.Access
	sampled := run(a.t, a.session, cluster.Statement{Text: fmt.Sprintf("SELECT * FROM %s.%s LIMIT 1", table.Keyspace, table.Name)})
	if len(sampled.Rows) == 0 {
		a.t.Errorf("%s: %s has no rows", label, table.Name)
		return
	}
	a.columns = map[string]cluster.Cell{}
	for i, column := range sampled.Columns {
		a.columns[column.Name] = sampled.Rows[0][i]
	}
	shape := a.judged.Select
	shape.Where = slices.Clone(shape.Where)
	for i := range shape.Where {
		a.bind(&shape.Where[i])
	}
	if shape.Limit != nil && shape.Limit.Kind == access.Marker {
		shape.Limit = &access.Value{Kind: access.Integer, Text: "10"}
	}
	text := print.SelectLine(table, shape)
	if strings.Contains(text, "?") {
		a.t.Errorf("%s: a parameter is left: %s", label, text)
		return
	}
	if got := run(a.t, a.session, cluster.Statement{Text: text}); len(got.Rows) == 0 {
		a.t.Errorf("%s finds nothing: %s", label, text)
	} else {
		a.t.Logf("%s: %d rows: %s", label, len(got.Rows), text)
	}
}

// bind puts the value of the row into a condition. One that excludes its bound takes the row all the same.
func (a *asker) bind(c *access.Condition) {
	for i, value := range c.Values {
		if value.Kind == access.Marker {
			c.Values = slices.Clone(c.Values)
			c.Values[i] = access.Value{Kind: access.Integer, Text: a.columns[c.Columns[0]].Text} // printed as it is
		}
	}
	switch {
	case c.Operator == access.In && !c.List:
		c.List = true
	case c.Operator == access.Greater:
		c.Operator = access.GreaterOrEqual
	case c.Operator == access.Less:
		c.Operator = access.LessOrEqual
	}
}

func run(t *testing.T, session *cluster.Session, statement cluster.Statement) *cluster.Result {
	t.Helper()
	statement.PageSize = 5000
	result, err := session.Run(t.Context(), statement)
	if err != nil {
		t.Fatalf("%s: %v", statement.Text, err)
	}
	return result
}

func texts(result *cluster.Result) []string {
	var all []string
	for _, row := range result.Rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, cell.Text)
		}
		all = append(all, strings.Join(cells, " | "))
	}
	slices.Sort(all)
	return all
}

// TestAnswersAgree: queries that read different tables for the same concept have the same answers.
func TestAnswersAgree(t *testing.T) {
	session := open(t)
	hotel, market := exampleOf(t, "hotel"), exampleOf(t, "supermarket")
	filled(t, session, hotel, load.Job{Rows: rows, Seed: 11, Naming: sample.Naming{Keyspace: "agree"}})
	filled(t, session, market, load.Job{Rows: rows, Seed: 11, Naming: sample.Naming{Keyspace: "market"}})
	filled(t, session, exampleOf(t, "likes"), load.Job{Rows: rows, Seed: 11, Naming: sample.Naming{Keyspace: "liked"}})
	for _, pair := range [][2]string{
		{"SELECT hotel_id, poi_name FROM agree_hotel.pois_by_hotel", "SELECT hotel_id, poi_name FROM agree_hotel.hotels_by_poi"},
		{"SELECT confirm_number, hotel_id, room_number, start_date, end_date, guest_id FROM agree_reservation.reservations_by_guest",
			"SELECT confirm_number, hotel_id, room_number, start_date, end_date, guest_id FROM agree_reservation.reservations_by_hotel_date"},
		{"SELECT confirm_number, hotel_id, start_date FROM agree_reservation.reservations_by_guest",
			"SELECT confirm_number, hotel_id, start_date FROM agree_reservation.reservations_by_confirmation"},
		{"SELECT order_id, customer_id, delivery_address_key, status, products, remarks FROM market_order_delivery.orders_by_customer",
			"SELECT order_id, customer_id, delivery_address_key, status, products, remarks FROM market_order_delivery.orders_by_delivery_date"},
		{"SELECT user_id, item_id, liked_at FROM liked.likes_by_user", "SELECT user_id, item_id, liked_at FROM liked.likes_by_item"},
		{"SELECT user_id, item_id, liked_at FROM liked.likes_by_user", "SELECT user_id, item_id, liked_at FROM liked.likes"},
	} {
		one, other := texts(run(t, session, cluster.Statement{Text: pair[0]})), texts(run(t, session, cluster.Statement{Text: pair[1]}))
		if len(one) < 3 || !slices.Equal(one, other) {
			t.Errorf("%d rows of %s\n%d rows of %s", len(one), pair[0], len(other), pair[1])
		}
	}
	counted := map[string]string{}
	for _, row := range run(t, session, cluster.Statement{Text: "SELECT item_id, number_of_likes FROM liked.like_counts"}).Rows {
		counted[row[0].Text] = row[1].Text
	}
	for _, row := range run(t, session, cluster.Statement{Text: "SELECT item_id, count(*) FROM liked.likes_by_item GROUP BY item_id"}).Rows {
		if counted[row[0].Text] != row[1].Text {
			t.Errorf("item %s has %s likes, and the counter says %s", row[0].Text, row[1].Text, counted[row[0].Text])
		}
	}
}

// TestRefusals: a keyspace that is not ours is never touched, nor one that somebody else uses, too; and sample data is
// dropped only if somebody allows it.
func TestRefusals(t *testing.T) {
	session, own := open(t), cassandratest.Session(t)
	m := exampleOf(t, "magazine")
	foreign := cassandratest.Keyspace(t, own)
	cassandratest.Run(t, own, "CREATE TABLE "+foreign+".magazines (id int PRIMARY KEY)")
	refused := func(job load.Job) *load.Refused {
		t.Helper()
		job.Model, job.Rows = m, 50
		_, err := load.Run(t.Context(), session, job, func(load.Step) {})
		var refused *load.Refused
		if !errors.As(err, &refused) {
			t.Fatalf("not refused: %v", err)
		}
		return refused
	}
	for _, again := range []bool{false, true} {
		if r := refused(load.Job{Naming: sample.Naming{Keyspace: foreign}, Again: again}); r.Again || !strings.Contains(r.Message, "Widerow has not made it") {
			t.Errorf("a foreign keyspace: %+v", r)
		}
	}
	cassandratest.Run(t, own, "CREATE TABLE "+foreign+".widerow_sample (id text PRIMARY KEY)")
	if r := refused(load.Job{Naming: sample.Naming{Keyspace: foreign}, Again: true}); r.Again {
		t.Errorf("a table of the marker's name: %+v", r)
	}
	cassandratest.Run(t, own, "INSERT INTO "+foreign+".magazines (id) VALUES (1)")

	mine := foreign + "_mine"
	first := filled(t, session, m, load.Job{Rows: 50, Seed: 3, Naming: sample.Naming{Keyspace: mine}})
	if r := refused(load.Job{Naming: sample.Naming{Keyspace: mine}}); !r.Again {
		t.Errorf("sample data that is there: %+v", r)
	}
	again := filled(t, open(t), m, load.Job{Rows: 50, Naming: sample.Naming{Keyspace: mine}, Again: true})
	if again.Seed != 3 || again.Rows() != first.Rows() || again.Resumed {
		t.Errorf("the second time: seed %d, %d rows, resumed %v", again.Seed, again.Rows(), again.Resumed)
	}
	cassandratest.Run(t, own, "CREATE TABLE "+mine+".notes (id int PRIMARY KEY)")
	if r := refused(load.Job{Naming: sample.Naming{Keyspace: mine}, Again: true}); r.Again || !strings.Contains(r.Message, "notes") {
		t.Errorf("tables beside the sample data: %+v", r)
	}
	if got := run(t, session, cluster.Statement{Text: "SELECT * FROM " + foreign + ".magazines"}); len(got.Rows) != 1 {
		t.Errorf("the foreign table has %d rows", len(got.Rows))
	}
}

// TestGoesOn ends a load in the middle, at each of its tables: the same job goes on there, and the rows are those of a
// load that nothing has ended. Increments are not repeated.
func TestGoesOn(t *testing.T) {
	session := open(t)
	m := exampleOf(t, "likes")
	whole := filled(t, session, m, load.Job{Rows: 600, Seed: 4, Naming: sample.Naming{Keyspace: "whole_likes"}})
	for _, at := range []string{"Creating", "items_by_seller", "like_counts", "likes_by_user"} {
		t.Run(at, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			gone := errors.New("the person has left")
			job := load.Job{Model: m, Rows: 600, Seed: 4, Naming: sample.Naming{Keyspace: "broken_likes"}}
			session := open(t) // one that has prepared nothing for the tables of another test
			first, err := load.Run(ctx, session, job, func(s load.Step) {
				if strings.Contains(s.What, at) {
					cancel(gone)
				}
			})
			cassandratest.DropAfter(t, cassandratest.Session(t), "broken_likes")
			if err == nil {
				t.Fatal("it did not end")
			}
			if at == "Creating" {
				return // whether there is a keyspace yet depends on when the server hears of the end
			}
			if len(first.Left) == 0 || first.Left[0] != "broken_likes."+at {
				t.Errorf("left: %v, after %v", first.Left, err)
			}
			second, err := load.Run(t.Context(), open(t), job, func(load.Step) {})
			if err != nil || !second.Resumed || second.Rows() != whole.Rows() || !slices.ContainsFunc(second.Tables, func(t load.Table) bool { return t.Before }) {
				t.Fatalf("the second time: %v, %+v", err, second)
			}
			for _, table := range second.Tables {
				one := texts(run(t, session, cluster.Statement{Text: "SELECT * FROM whole_likes." + table.Name}))
				other := texts(run(t, session, cluster.Statement{Text: "SELECT * FROM broken_likes." + table.Name}))
				if !slices.Equal(one, other) {
					t.Errorf("%s has %d rows, and %d where nothing ended the load, or others", table.Name, len(other), len(one))
				}
			}
		})
	}
}
