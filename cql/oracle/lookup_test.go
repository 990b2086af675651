package oracle

import (
	"maps"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/write"
)

// addLookups derives the lookup tables of all updates, as one press does.
func addLookups(t *testing.T, m *model.Model) *model.Model {
	t.Helper()
	ids := model.SeededIDs([]byte("lookups"))
	after, err := edit.Apply(m, ids, write.AllLookupTables(m, ids).Commands...)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// withLookups returns the site with the tables that plans propose, made and filled.
func (s *site) withLookups(t *testing.T) *site {
	t.Helper()
	made, of := *s, *s.domain
	of.m = addLookups(t, s.m)
	made.domain, made.unclear = &of, maps.Clone(s.unclear)
	of.save(t, "_lookups")
	made.cluster = &cluster{s.session, tablesOf(of.m)}
	before := creationsOf(s.m)
	for name, text := range creationsOf(of.m) {
		if before[name] == text {
			continue
		}
		if before[name] != "" {
			cassandratest.Run(t, s.session, "DROP TABLE "+name)
		}
		cassandratest.Run(t, s.session, text)
	}
	for _, t := range made.tables {
		delete(made.unclear, t.id)
	}
	made.fill(made.world)
	return &made
}

// creationsOf are the statements that make the tables of a document, by the names of the tables.
func creationsOf(m *model.Model) map[string]string {
	text := cql.PrintModel(m, cql.PrintOptions{})
	made := map[string]string{}
	for _, statement := range parse.Parse(text).Statements {
		at := syntax.Place(statement)
		one := text[at.Start.Offset:at.End.Offset]
		rest, is := strings.CutPrefix(one, "CREATE TABLE ")
		if !is {
			rest, is = strings.CutPrefix(one, "CREATE MATERIALIZED VIEW ")
		}
		if index, creates := strings.CutPrefix(one, "CREATE INDEX "); creates {
			made[index] = one
		}
		if is {
			name, _, _ := strings.Cut(rest, " ")
			made[name] = one
		}
	}
	return made
}
