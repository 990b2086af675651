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
	"widerow/model/write"
)

// addLookups makes the lookup tables that plans propose, as one who follows each proposal.
func addLookups(m *model.Model) *model.Model {
	ids := model.SeededIDs([]byte("lookups"))
	for round, added := 0, true; added && round < 6; round++ {
		added = false
		for _, plan := range write.All(m) {
			if len(plan.Lookups) == 0 {
				continue
			}
			for _, fix := range write.Fixes(m, plan.Update, ids) {
				after, err := model.Apply(m, ids, fix.Commands...)
				if strings.HasPrefix(fix.Text, "Derive a lookup table") && err == nil {
					m, added = after, true
					break
				}
			}
		}
	}
	return m
}

// withLookups returns the site with the tables that plans propose, made and filled.
func (s *site) withLookups(t *testing.T) *site {
	t.Helper()
	made, of := *s, *s.domain
	of.m = addLookups(s.m)
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
		if rest, is := strings.CutPrefix(one, "CREATE TABLE "); is {
			name, _, _ := strings.Cut(rest, " ")
			made[name] = one
		}
	}
	return made
}
