package check_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"widerow/cql/check"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// ruleCase is a domain on which a rule fires with its numbers, and one close to it on which it is silent. The functions
// change what the text of a domain cannot say.
type ruleCase struct {
	code, fires, says string
	numbers           map[string]float64
	silent            string
	change, instead   func(t *testing.T, m *model.Model) *model.Model
}

const accounts = "Account: account_id, balance, owner\n---\nSELECT Account.balance, Account.owner WHERE Account.account_id = ?\n---\n"

const readers = "Reader: reader_id, name, city\n---\nSELECT Reader.name, Reader.city WHERE Reader.reader_id = ?\nSELECT Reader.name WHERE Reader.city = ?"

const photos = "Photo: photo_no, p1, p2, p3, p4, p5\n---\nSELECT Photo.p1, Photo.p2, Photo.p3, Photo.p4, Photo.p5 WHERE Photo.photo_no = ?"

const windows = "compaction = {'class': 'TimeWindowCompactionStrategy'}\ndefault_time_to_live = 1728000"

// Each rule that needs concepts, updates or rates fires on a domain with its numbers.
func TestRulesOnDomains(t *testing.T) {
	for _, test := range []ruleCase{
		{code: "write/unique", fires: "Reader: reader_id, email unique, name\n---\nSELECT Reader.name WHERE Reader.reader_id = ?\n---\nINSERT Reader",
			says:   "warning email of Reader must be unique, but no table has it as its key that U1 could insert IF NOT EXISTS",
			silent: "Reader: reader_id, email unique, name\n---\nSELECT Reader.name WHERE Reader.email = ?\n---\nINSERT Reader"},
		{code: "write/read-modify-write", fires: accounts + "CHANGE Account.balance WHERE Account.account_id = ?",
			says:   "info U1 sets Account.balance without a condition, and a query reads it",
			silent: accounts + "CHANGE Account.balance WHERE Account.account_id = ? IF UNCHANGED"},
		{code: "query/no-consistency", fires: accounts + "CHANGE Account.owner WHERE Account.account_id = ?",
			says: "error U1 has the consistency level ONE, which the policy astra lists in write_consistency_levels_disallowed", change: edits(policy("astra"), level("u1", "ONE")),
			silent: accounts + "CHANGE Account.owner WHERE Account.account_id = ?", instead: edits(policy("astra"), level("u1", "LOCAL_QUORUM"), level("q1", "ONE"))},
		{code: "schema/uncommented", fires: readers, says: "info The comment of shop.readers_by_city does not name Q2, for which it is there",
			change: edits(of("readers", "comment", "Q1: a reader"), of("readers_by_city", "comment", "by city")),
			silent: readers, instead: edits(of("readers", "comment", "Q1: a reader"), of("readers_by_city", "comment", "those of a city (Q2)"))},
		{code: "index/serves-much", fires: readers, says: "info An index answers 50 % of the reads of shop.readers, 20 a second: each asks all nodes (Q2)",
			numbers: map[string]float64{"reads": 20, "share": 50}, change: edits(indexed, rate("q1", "20"), rate("q2", "20")),
			silent: readers, instead: edits(indexed, rate("q1", "200"), rate("q2", "20"))},
		{code: "schema/duplicate", fires: readers, says: "warning shop.readers and shop.readers_by_city have the same primary key", change: edits(sameKey("reader_id")),
			silent: readers},
		{code: "size/row", fires: photos, says: "warning A row of shop.photos has 1.3 MB at worst; the limit is 1.0 MB", numbers: map[string]float64{"bytes": 1_250_020, "limit": 1 << 20},
			change: edits(keyspaces, texts("20", "250000")), silent: photos, instead: edits(keyspaces, texts("20", "200000"))},
		{code: "target/limit", fires: photos, says: "error A partition key of photos has 4,000 bytes at worst: the limit is 2,048 on Amazon Keyspaces",
			numbers: map[string]float64{"partition_key_bytes": 4000, "limit": 2048}, change: edits(keyspaces, texts("4000", "10")),
			silent: photos, instead: edits(keyspaces, texts("2048", "10"))},
		{code: "option/bloom", fires: readers, says: "info shop.readers caches no keys, and has 200 reads and 0 writes a second", numbers: map[string]float64{"reads": 200, "writes": 0},
			change: edits(of("readers", "options", "caching = {'keys': 'NONE'}"), rate("q1", "200")),
			silent: readers, instead: edits(of("readers", "options", "caching = {'keys': 'NONE'}"), rate("q1", "0.5"))},
		{code: "write/counter-retry", fires: "Ticket: number, title\n---\nSELECT Ticket.title WHERE Ticket.number = ?\n---\nCHANGE Ticket.title WHERE Ticket.number = ?",
			says: "error U1 increments Ticket.number, which identifies: a counter cannot return its new value", change: incrementing("number"),
			silent: "Ticket: number, title\n---\nSELECT Ticket.title WHERE Ticket.number = ?\n---\nCHANGE Ticket.title WHERE Ticket.number = ?"},
		{code: "write/null-tombstone", fires: readers + "\n---\nINSERT Reader", says: "warning U1 inserts city of shop.readers, which part of the rows do not have: a bound NULL is a tombstone, ~0.25 for each row, ~43,200 a day",
			numbers: map[string]float64{"tombstones": 0.25, "tombstones_a_day": 43200}, change: edits(of("readers.city", "filled", "0.75"), set("u1", "rate", "2")),
			silent: readers + "\n---\nINSERT Reader", instead: edits(of("readers.city", "filled", "1"), set("u1", "rate", "2"))},
		{code: "view/filtered-base", fires: readers + "\n---\nCHANGE Reader.city WHERE Reader.reader_id = ?", says: "warning U1 changes city, a key column of the view shop.by_city: each time its row is read",
			change: edits(indexed, viewBy("city")), silent: readers + "\n---\nCHANGE Reader.city WHERE Reader.reader_id = ?", instead: edits(indexed, viewBy("name"))},
		{code: "option/twcs", fires: readers + "\n---\nCHANGE Reader.city WHERE Reader.reader_id = ?", says: "warning U1 changes or deletes rows of shop.readers, which has TimeWindowCompactionStrategy",
			change: edits(of("readers", "options", windows)),
			silent: readers + "\n---\nINSERT Reader", instead: edits(of("readers", "options", windows))},
		{code: "write/resurrect", fires: readers + "\n---\nCHANGE Reader.name WHERE Reader.reader_id = ?\nDELETE Reader WHERE Reader.reader_id = ?",
			says:   "warning U1 of shop.readers can come after U2: an UPDATE of a row that is deleted brings part of it back",
			silent: readers + "\n---\nINSERT Reader\nDELETE Reader WHERE Reader.reader_id = ?"},
		{code: "model/foreign-key", fires: "Reader: reader_id, name\nLoan: loan_id, reader_id\n---\nSELECT Loan.reader_id WHERE Loan.loan_id = ?",
			says:   "warning Loan.reader_id is named like the key of Reader: a relationship type between both carries it already",
			silent: "Reader: reader_id, name\nLoan: loan_id, reader_name\n---\nSELECT Loan.reader_name WHERE Loan.loan_id = ?"},
		{code: "index/frequent-updates", fires: readers + "\n---\nCHANGE Reader.city WHERE Reader.reader_id = ?\nCHANGE Reader.name WHERE Reader.reader_id = ?",
			says: "warning 20 of 22 writes a second to shop.readers change city, which is indexed", numbers: map[string]float64{"changes": 20, "writes": 22},
			change: edits(indexed, set("u1", "rate", "20"), set("u2", "rate", "2")),
			silent: readers + "\n---\nCHANGE Reader.city WHERE Reader.reader_id = ?\nCHANGE Reader.name WHERE Reader.reader_id = ?", instead: edits(indexed, set("u1", "rate", "2"), set("u2", "rate", "20"))},
	} {
		m := derivedOf(t, test.fires)
		if test.change != nil {
			m = test.change(t, m)
		}
		found := adviceOf(m, test.code)
		if len(found) == 0 || !strings.HasPrefix(string(found[0].Severity)+" "+found[0].Message, test.says) {
			t.Errorf("%s on\n%s\ngot %+v, want %q", test.code, test.fires, found, test.says)
			continue
		}
		for name, want := range test.numbers {
			if got := found[0].Numbers[name].Value; got != want {
				t.Errorf("%s: %s = %g, want %g", test.code, name, got, want)
			}
		}
		m = derivedOf(t, test.silent)
		if test.instead != nil {
			m = test.instead(t, m)
		}
		if found := adviceOf(m, test.code); len(found) > 0 {
			t.Errorf("%s on\n%s\ngot %q, want nothing", test.code, test.silent, found[0].Message)
		}
	}
}

// adviceOf returns the advice with a code about a document.
func adviceOf(m *model.Model, code string) []check.Finding {
	report := check.Report{}
	check.AddDocumentAdvice(&report, "", m, mapping.Sizes(m, sizing.Disk), nil)
	return slices.DeleteFunc(report.Findings, func(f check.Finding) bool { return f.Code != code })
}

// change is an edit of a document.
type change func(t *testing.T, m *model.Model) *model.Model

func edits(all ...change) change {
	return func(t *testing.T, m *model.Model) *model.Model {
		for _, one := range all {
			m = one(t, m)
		}
		return m
	}
}

// of sets a field of a table, "readers", or of a column, "readers.city".
func of(name, field, value string) change {
	return func(t *testing.T, m *model.Model) *model.Model {
		table, column, isColumn := strings.Cut(name, ".")
		id, relation := relationNamed(m, table)
		if isColumn {
			id, _ = columnNamed(relation, column)
		}
		return changed(t, m, fieldEdit{id, field, value})
	}
}

// texts gives the key and the other columns of photos a length.
func texts(key, others string) change {
	all := []change{of("photos.photo_no", "type", "text"), of("photos.photo_no", "length", key)}
	for _, name := range []string{"p1", "p2", "p3", "p4", "p5"} {
		all = append(all, of("photos."+name, "type", "text"), of("photos."+name, "length", others))
	}
	return edits(all...)
}

func set(element model.ID, field, value string) change {
	return func(t *testing.T, m *model.Model) *model.Model {
		return changed(t, m, fieldEdit{element, field, value})
	}
}

func rate(query model.ID, value string) change {
	return func(t *testing.T, m *model.Model) *model.Model { return changed(t, m, fieldEdit{query, "rate", value}) }
}

func level(element model.ID, value string) change {
	return func(t *testing.T, m *model.Model) *model.Model {
		return changed(t, m, fieldEdit{element, "consistency", value})
	}
}

func policy(name string) change {
	return func(t *testing.T, m *model.Model) *model.Model {
		m.Policy.Name = name
		return m
	}
}

func keyspaces(_ *testing.T, m *model.Model) *model.Model {
	m.Target = model.Keyspaces
	return m
}

// indexed replaces the table of readers by their city by an index.
func indexed(t *testing.T, m *model.Model) *model.Model {
	_, relation := relationNamed(m, "readers_by_city")
	for logical := range relation.Realizes {
		m = apply(t, m, edit.Remove{Element: logical})
	}
	_, relation = relationNamed(m, "readers")
	column, _ := columnNamed(relation, "city")
	relation.Indexes = map[model.ID]*model.Index{"i": {Name: "by_city", Column: column, Class: "sai"}}
	return m
}

// incrementing makes the first update an increment of the attribute with a name.
func incrementing(name string) change {
	return func(_ *testing.T, m *model.Model) *model.Model {
		update := m.Workflow.Updates["u1"]
		update.Kind = model.Increment
		for _, entity := range m.Concepts.Entities {
			for id, attribute := range entity.Attributes {
				if attribute.Name == name {
					update.Writes = map[model.ID]*model.Write{"w": {Element: id}}
				}
			}
		}
		return m
	}
}

// viewBy adds a view of readers by another column.
func viewBy(name string) change {
	return func(t *testing.T, m *model.Model) *model.Model {
		base, relation := relationNamed(m, "readers")
		key, _ := columnNamed(relation, "reader_id")
		m.Physical.Relations["v"] = &model.Relation{Kind: model.MaterializedView, Keyspace: relation.Keyspace, Name: "by_" + name, Base: base, Columns: map[model.ID]*model.Column{
			"v1": {Name: name, Role: model.Partition, Type: relation.Columns[key].Type}, "v2": {Name: "reader_id", Role: model.Clustering, Type: relation.Columns[key].Type}}}
		return m
	}
}

// sameKey makes a column the whole primary key of readers_by_city.
func sameKey(name string) change {
	return func(t *testing.T, m *model.Model) *model.Model {
		_, relation := relationNamed(m, "readers_by_city")
		for _, column := range relation.Columns {
			column.Role = model.Regular
			if column.Name == name {
				column.Role = model.Partition
			}
		}
		return m
	}
}

// On a script, these rules report what its statements show, and nothing where only concepts or rates would tell.
func TestRulesOnScripts(t *testing.T) {
	const table = "CREATE TABLE s.t (a uuid PRIMARY KEY, email text, balance int, at timestamp);\n"
	const view = "CREATE MATERIALIZED VIEW s.v AS SELECT a, email FROM s.t WHERE a IS NOT NULL AND email IS NOT NULL PRIMARY KEY (email, a);\n"
	for _, test := range []struct{ code, script, says string }{
		{"view/filtered-base", table + view + "UPDATE s.t SET email = ? WHERE a = ?;", "warning 4:1 UPDATE changes email, a key column of the view s.v"},
		{"view/filtered-base", table + view + "UPDATE s.t SET balance = ? WHERE a = ?;", ""},
		{"option/twcs", strings.Replace(table, ";", " WITH compaction = {'class': 'TimeWindowCompactionStrategy'} AND default_time_to_live = 1728000;", 1) +
			"UPDATE s.t SET email = ? WHERE a = ?;", "warning 2:1 UPDATE changes or deletes rows of s.t, which has TimeWindowCompactionStrategy"},
		{"write/read-modify-write", table + "SELECT balance FROM s.t WHERE a = ?;\nUPDATE s.t SET balance = ? WHERE a = ?;",
			"info 4:1 UPDATE sets balance of s.t without a condition, and a query reads it"},
		{"write/read-modify-write", table + "SELECT balance FROM s.t WHERE a = ?;\nUPDATE s.t SET balance = ? WHERE a = ? IF balance = ?;", ""},
		{"write/read-modify-write", table + "SELECT email FROM s.t WHERE a = ?;\nUPDATE s.t SET balance = ? WHERE a = ?;", ""},
		{"write/counter-retry", "CREATE TABLE s.ids (name text PRIMARY KEY, next_id counter);", "info 2:44 s.ids.next_id is a counter that is named like a source of identifiers"},
		{"write/counter-retry", "CREATE TABLE s.ids (name text PRIMARY KEY, visits counter);", ""},
		{"write/unique", table + "INSERT INTO s.t (a, email) VALUES (?, ?);", ""},
		{"write/order", table + "SELECT email FROM s.t WHERE a = ?;\nDELETE FROM s.t WHERE a = ?;", ""},
		{"index/serves-much", table + "CREATE INDEX ON s.t (email);\nSELECT a FROM s.t WHERE email = ?;", ""},
		{"query/many-statements", table + "SELECT email FROM s.t WHERE a = ?;\nSELECT balance FROM s.t WHERE a = ?;\nSELECT at FROM s.t WHERE a = ?;", ""},
		{"query/no-consistency", table + "SELECT email FROM s.t WHERE a = ?;", ""},
		{"schema/uncommented", strings.Replace(table, ";", " WITH comment = 'accounts';", 1) + "SELECT email FROM s.t WHERE a = ?;", ""},
		{"size/row", table, ""},
	} {
		got := adviceOn(t, test.script, test.code)
		if test.says == "" && len(got) > 0 || test.says != "" && (len(got) != 1 || !strings.HasPrefix(got[0], test.says)) {
			t.Errorf("%s on\n%s\ngot %q, want %q", test.code, test.script, got, test.says)
		}
	}
}

func relationNamed(m *model.Model, name string) (model.ID, *model.Relation) {
	for id, relation := range m.Physical.Relations {
		if relation.Name == name {
			return id, relation
		}
	}
	panic(fmt.Sprint("no table ", name, " of ", slices.Collect(maps.Values(m.Physical.Relations))))
}

func columnNamed(r *model.Relation, name string) (model.ID, *model.Column) {
	for id, column := range r.Columns {
		if column.Name == name {
			return id, column
		}
	}
	panic("no column " + name)
}
