// Package stress writes profiles for cassandra-stress, the load generator of Apache Cassandra: a
// table with the sizes and numbers of a model, and its queries with their rates.
//
// A profile is about one table, so a model has one for each; the queries on a materialized view are
// in the profile of its base table. Read Profiles first, then table.go (the columns), query.go (the
// statements) and write.go (the YAML).
package stress

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/capacity"
	"widerow/model/proof"
)

// Profile is the profile of one table.
type Profile struct {
	// Keyspace and Table name the table. Table is the name as it is stored.
	Keyspace, Table string
	Text            string
	// Queries are the names of its operations beside insert.
	Queries []string
	// Notes list what the profile changes or leaves out; its comments say the same.
	Notes []string
}

// File is the name of the profile's file.
func (p Profile) File() string { return fileName(p.Keyspace) + "." + fileName(p.Table) + ".yaml" }

// Profiles returns the profiles of all tables in the order of the script.
func Profiles(m *model.Model, now time.Time) []Profile {
	w := newWriter(m, now)
	var profiles []Profile
	taken := map[string]bool{}
	for _, table := range w.tables() {
		profile := w.profile(table)
		for taken[profile.File()] {
			profile.Table += "_"
		}
		taken[profile.File()] = true
		profiles = append(profiles, profile)
	}
	return profiles
}

// defaultKeyspace holds the tables of a model without keyspaces.
const defaultKeyspace = "stress"

// writer writes the profiles of one model. bare is a copy in which columns have types that
// cassandra-stress can generate.
type writer struct {
	model, bare *model.Model
	changed     map[model.ID][]string // the notes on changed columns, by table
	definitions []cql.Definition
	input       capacity.Input
	cluster     capacity.Cluster
	loads       map[model.ID]capacity.Table
	evaluator   *model.Evaluator
}

func newWriter(m *model.Model, now time.Time) *writer {
	w := &writer{model: m, bare: m.Clone(), changed: map[model.ID][]string{}, input: capacity.Read(m, now),
		loads: map[model.ID]capacity.Table{}, evaluator: m.NewEvaluator()}
	w.simplify()
	w.definitions = cql.Definitions(w.bare)
	w.cluster = capacity.Of(m, w.input)
	for _, table := range w.cluster.Tables {
		w.loads[table.Relation] = table
	}
	return w
}

// tables returns the tables in the order of the script.
func (w *writer) tables() []model.ID {
	var tables []model.ID
	for _, definition := range w.definitions {
		if relation := w.bare.Physical.Relations[definition.Element]; relation != nil && relation.Kind == model.Table {
			tables = append(tables, definition.Element)
		}
	}
	return tables
}

// profile writes the profile of a table.
func (w *writer) profile(id model.ID) Profile {
	relation := w.bare.Physical.Relations[id]
	p := &page{Profile: Profile{Keyspace: defaultKeyspace, Table: relation.Name, Notes: slices.Clone(w.changed[id])}, writes: w.loads[id].Writes.Typical}
	keyspace := "CREATE KEYSPACE " + defaultKeyspace + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
	if home := w.bare.Physical.Keyspaces[relation.Keyspace]; home != nil {
		p.Keyspace, keyspace = home.Name, w.definition(relation.Keyspace)
	}
	p.keyspace, p.table = statementLine(keyspace), w.definition(id)
	accepted := w.addExtras(p, id)
	p.columns, p.partitions = w.columns(id)
	p.rows = max(1, w.input.Sizes[id].Typical.Rows)
	w.addQueries(p, id, accepted)
	p.Text = p.write(w.model.Name)
	return p.Profile
}

func (w *writer) definition(id model.ID) string {
	at := slices.IndexFunc(w.definitions, func(d cql.Definition) bool { return d.Element == id })
	if at < 0 {
		return ""
	}
	return w.definitions[at].Text
}

// addExtras adds the indexes and views of a table, and returns the model of what Cassandra accepts
// of the profile's statements: an index on a column that became a blob may be none.
func (w *writer) addExtras(p *page, id model.ID) *model.Model {
	script := p.keyspace + ";\nUSE " + syntax.QuoteName(p.Keyspace) + ";\n" + p.table + "\n"
	for _, definition := range w.definitions {
		view := w.bare.Physical.Relations[definition.Element]
		if definition.Table != id && (view == nil || view.Base != id) {
			continue
		}
		next := script + definition.Text + "\n"
		if _, findings := cql.ImportFindings(w.model.Target, next, p.Keyspace); refused(findings) {
			p.note("%s is left out: Cassandra rejects it on the types of this profile", firstWords(definition.Text))
			continue
		}
		script = next
		p.extras = append(p.extras, repeatable(statementLine(definition.Text)))
	}
	accepted, _ := cql.ImportFindings(w.model.Target, script, p.Keyspace)
	return accepted
}

// repeatable makes a statement one that may run twice: a profile is used to fill a table and again to load it.
func repeatable(statement string) string {
	for _, kind := range []string{"CREATE INDEX ", "CREATE CUSTOM INDEX ", "CREATE MATERIALIZED VIEW "} {
		if rest, is := strings.CutPrefix(statement, kind); is {
			return kind + "IF NOT EXISTS " + rest
		}
	}
	return statement
}

func refused(findings []cql.Finding) bool {
	return slices.ContainsFunc(findings, func(f cql.Finding) bool { return f.Severity == cql.Error })
}

// judged reports whether Cassandra accepts a statement on rows.
func judged(m *model.Model, statement, keyspace string) bool {
	verdicts := cql.JudgeStatements(m, parse.ParseFor(m.Target, statement), keyspace)
	return len(verdicts) == 1 && !refused(verdicts[0].Findings)
}

// addQueries adds the statements of the queries that the table or one of its views answers best.
func (w *writer) addQueries(p *page, id model.ID, accepted *model.Model) {
	names := map[string]bool{insertName: true}
	levels := map[model.Consistency]bool{}
	proofs := map[model.ID]*proof.Result{}
	for i := range w.input.Proofs {
		proofs[w.input.Proofs[i].Query] = &w.input.Proofs[i]
	}
	for _, item := range model.Sorted(w.model.Workflow.Queries) {
		result := proofs[item.ID]
		if result == nil || len(result.Judgements) == 0 {
			continue
		}
		for _, s := range w.statements(item.Value, &result.Judgements[0]) {
			if relation := w.model.Physical.Relations[s.table]; s.table != id && (relation == nil || relation.Base != id) {
				continue
			}
			text, problem := s.text()
			if problem == "" && !judged(accepted, text, p.Keyspace) {
				problem = "Cassandra rejects it on the types of this profile"
			}
			if problem != "" {
				p.note("%s is left out: %s", item.Value.Label, problem)
				continue
			}
			q := query{name: unique(names, item.Value.Label), title: item.Value.Name, text: text, rate: s.rate}
			p.queries, p.Queries = append(p.queries, q), append(p.Queries, q.name)
			levels[item.Value.Consistency] = true
		}
	}
	if found := slices.Collect(maps.Keys(levels)); len(found) == 1 {
		p.level = cmp.Or(found[0], p.level)
	}
}
