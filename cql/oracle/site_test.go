package oracle

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
)

// site is a domain whose tables are on a cluster, filled from a world.
type site struct {
	*domain
	*cluster
	derivation *mapping.Derivation
	world      *world
	// unclear holds the reasons why tables are not judged.
	unclear map[model.ID]error
	wrong   map[model.ID]bool // the queries whose answers are wrong
	// known holds the rows of tables in the present world, where they are kept.
	known map[*table]content
	// subjects holds what aboutOf has found.
	subjects map[subjectKey]subject
}

type subjectKey struct {
	m     *model.Model
	table *table
	query *model.Query
}

// derive derives the tables of a domain.
func (d *domain) derive(t *testing.T) *mapping.Derivation {
	t.Helper()
	derivation := mapping.Derive(d.m, nil, nil)
	if len(d.forms) > 0 {
		choices, err := d.choices(derivation)
		if err != nil {
			t.Fatal(err)
		}
		derivation = mapping.Derive(d.m, nil, choices)
	}
	after, err := edit.Apply(d.m, model.RandomIDs(), derivation.Commands(model.SeededIDs([]byte("derived")), nil)...)
	if err != nil {
		t.Fatal(err)
	}
	d.m = after
	return derivation
}

// newSite derives the tables of a domain and fills them from a random world.
func newSite(t *testing.T, d *domain, random *rand.Rand) *site {
	t.Helper()
	s := &site{domain: d, derivation: d.derive(t), unclear: map[model.ID]error{}, wrong: map[model.ID]bool{}}
	d.save(t, "")
	s.cluster = newCluster(t, d.m)
	s.world = newWorld(d.m, random, true)
	return s
}

// save writes the document to the folder of documents, if there is one, for widerow check.
func (d *domain) save(t *testing.T, suffix string) {
	t.Helper()
	if *documentsFlag == "" {
		return
	}
	text, _, err := d.m.Canonical()
	if err == nil {
		err = os.WriteFile(filepath.Join(*documentsFlag, d.name+suffix+".json"), text, 0o644)
	}
	if err != nil {
		t.Error(err)
	}
}

// subjectOf is aboutOf, found once.
func (s *site) subjectOf(t *table, p *path, query *model.Query) subject {
	key := subjectKey{s.m, t, query}
	known, is := s.subjects[key]
	if !is {
		if s.subjects == nil {
			s.subjects = map[subjectKey]subject{}
		}
		known = s.aboutOf(t, p, query)
		s.subjects[key] = known
	}
	return known
}

// aboutOf returns what the rows of a table must have: what its query is about, if all its queries need that,
// what those need that count, and what is a condition of one of them.
func (s *site) aboutOf(t *table, p *path, query *model.Query) subject {
	counted := model.IDSet{}
	for _, id := range t.queries {
		other, err := s.pathOf(id)
		if err != nil {
			continue
		}
		asked := s.m.Workflow.Queries[id]
		if slices.ContainsFunc(findsOf(s.m, asked), func(f find) bool { return f.aggregate != "" }) {
			for _, relationship := range other.via {
				counted[relationship] = true
			}
		}
		other.addConditions(t, asked, s.neededBy(t, other, asked), counted)
	}
	about := s.neededBy(t, p, query)
	about.counted = counted
	return about
}

// neededBy returns what a query is about if all queries of its table need that, else nothing.
func (s *site) neededBy(t *table, p *path, query *model.Query) subject {
	about := p.about(query)
	for _, id := range t.queries {
		if other, err := s.pathOf(id); err == nil && !other.needs(t, s.m.Workflow.Queries[id], p, about) {
			return subject{variable: -1, atom: -1}
		}
	}
	return about
}

// contentOf returns the expected rows of a table. They come from the first query that it serves
// whose path has all its columns.
func (s *site) contentOf(w *world, t *table) (content, error) {
	var first error
	for _, id := range t.queries {
		p, err := s.pathOf(id)
		if err == nil {
			var made content
			query := s.m.Workflow.Queries[id]
			if made, err = w.materialize(t, p, query, s.subjectOf(t, p, query)); err == nil {
				return made, nil
			}
		}
		if first == nil || !errors.As(err, new(unclearError)) {
			first = err
		}
	}
	if first == nil {
		first = unclearError("it serves no query")
	}
	return content{}, first
}

// fill makes all tables have what the world says.
func (s *site) fill(w *world) {
	for _, table := range s.tables {
		made, err := s.contentOf(w, table)
		if err != nil {
			s.unclear[table.id] = err
			continue
		}
		if err := s.repair(table, made.rows); err != nil {
			s.unclear[table.id] = err
		}
	}
}

// checkKeys looks for tables whose keys do not identify their rows in other worlds.
func (s *site) checkKeys(random *rand.Rand) {
	const worlds = 20
	for range worlds {
		w := newWorld(s.m, random, false)
		for _, table := range s.tables {
			if _, err := s.contentOf(w, table); err != nil && s.unclear[table.id] == nil {
				s.unclear[table.id] = err
			}
		}
	}
}
