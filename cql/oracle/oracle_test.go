package oracle

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/proof"
	"widerow/model/querytext"
	"widerow/model/write"
)

var (
	seedFlag      = flag.Uint64("oracle-seed", 0, "seed of worlds, random queries and updates; 0 for one that is printed")
	domainsFlag   = flag.String("oracle-domains", "testdata/*.txt", "files of domains; those of testdata/further are added with -oracle-all")
	documentsFlag = flag.String("oracle-documents", "", "folder for the derived documents, which widerow check shows")
	mutantsFlag   = flag.Int("oracle-mutants", 0, "random damages to the tables of each domain")
	randomFlag    = flag.Int("oracle-random", 0, "random queries, and random updates, of each domain")
	allFlag       = flag.Bool("oracle-all", false, "all domains, with other data each time")
)

// share is the part of the domains that go test runs, always with the same data; make oracle runs all.
const share = 9

// TestDomains derives the tables of each domain, asks its queries and carries out its updates on a
// real Cassandra, and compares with what the concepts say.
func TestDomains(t *testing.T) {
	files, seed := chosen(t)
	total := counts{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			d, err := readDomain(file)
			if err != nil {
				t.Fatal(err)
			}
			random := d.randomized(rand.New(rand.NewPCG(seed, 3)), *randomFlag, *randomFlag)
			judge(t, d, seed, total, "")
			if *randomFlag > 0 {
				judge(t, random, seed, total, "random ")
			}
		})
	}
	t.Logf("seed %d:\n%s", seed, total)
}

// TestFilling fills the tables of each domain by plans of inserts on a real Cassandra.
func TestFilling(t *testing.T) {
	files, seed := chosen(t)
	if !*allFlag {
		files = files[:1]
	}
	total := counts{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			d, err := readDomain(file)
			if err != nil {
				t.Fatal(err)
			}
			random := d.randomized(rand.New(rand.NewPCG(seed, 3)), *randomFlag, 0)
			judgeFilling(t, d, seed, total, "filling")
			if *randomFlag > 0 {
				judgeFilling(t, random, seed, total, "random filling")
			}
		})
	}
	t.Logf("seed %d:\n%s", seed, total)
}

// chosen returns the files of the domains that are judged, and the seed.
func chosen(t *testing.T) (files []string, seed uint64) {
	files, err := filepath.Glob(*domainsFlag)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	if *allFlag && *domainsFlag == flag.Lookup("oracle-domains").DefValue {
		files = append(files, furtherFiles(t)...)
	}
	seed = *seedFlag
	switch {
	case !*allFlag:
		seed = 1
		some := []string{}
		for i := 1; i < len(files); i += share {
			some = append(some, files[i])
		}
		files = some
	case seed == 0:
		seed = uint64(time.Now().UnixNano()) % 1_000_000
	}
	return files, seed
}

// judge judges all queries and updates of a domain.
func judge(t *testing.T, d *domain, seed uint64, total counts, what string) {
	s := newSite(t, d, rand.New(rand.NewPCG(seed, 7)))
	s.fill(s.world)
	s.checkKeys(rand.New(rand.NewPCG(seed, 8)))
	for _, result := range proof.All(s.m) {
		back := s.goWhere(func() bool { return s.answers(result.Query) })
		o := s.judgeQuery(&result, 4)
		back()
		total.add(what+"query", o)
		text := querytext.Format(s.m, querytext.Of(s.m.Workflow.Queries[result.Query]))
		s.wrong[result.Query] = o.kind == wrong
		tell(t, d, s.m.Title(result.Query), strings.ReplaceAll(text, "\n", " "), o)
	}
	s.judgeMutants(t, rand.New(rand.NewPCG(seed, 9)), *mutantsFlag, total)
	judgeAllUpdates(t, d, s, total, what)
}

// judgeAllUpdates judges the updates of a site, and those for which a table is missing after it was made.
func judgeAllUpdates(t *testing.T, d *domain, s *site, total counts, what string) {
	pending := model.IDSet{}
	for _, plan := range write.All(s.m) {
		if pending[plan.Update] = s.judgePlan(t, d, &plan, total, what+"update").kind == missing; !pending[plan.Update] {
			delete(pending, plan.Update)
		}
	}
	if len(pending) == 0 || !*allFlag {
		return
	}
	made := s.withLookups(t)
	for _, plan := range write.All(made.m) {
		if pending[plan.Update] {
			made.judgePlan(t, d, &plan, total, what+"update with its lookup")
		}
	}
}

// judgePlan judges a plan: as it is, with values that are taken, with failures, and damaged.
func (s *site) judgePlan(t *testing.T, d *domain, plan *write.Plan, total counts, what string) outcome {
	update := s.m.Workflow.Updates[plan.Update]
	defer s.goWhere(func() bool { return s.finds(update) })()
	o := s.judgeUpdates(plan, update, 4)
	total.add(what, o)
	tell(t, d, update.Name, what, o)
	if o.kind != right {
		return o
	}
	if violated := s.judgeViolations(plan, update); violated.kind != "" {
		total.add("violation", violated)
		tell(t, d, update.Name, "violation", violated)
	}
	if *allFlag {
		if damaged := s.judgeDamaged(plan, update, s.world.random); damaged.kind != "" {
			total.add("damaged plan", damaged)
			if damaged.kind != right {
				tell(t, d, update.Name, "damaged plan", damaged)
			}
		}
	}
	performed := s.judgePerformed(plan, update)
	total.add("performed "+what, performed)
	tell(t, d, update.Name, "performed "+what, performed)
	failed := s.judgeFailures(plan, update)
	total.add("failure", failed)
	tell(t, d, update.Name, "failure", failed)
	return o
}

// goWhere fills the tables from a crowded world, if the present one has nothing to judge, until the returned function is
// called.
func (s *site) goWhere(isFit func() bool) (back func()) {
	before := s.world
	for range 6 {
		if isFit() {
			break
		}
		s.world = newCrowdedWorld(s.m, before.random)
	}
	if s.world == before {
		return func() {}
	}
	s.fill(s.world)
	return func() {
		s.world = before
		s.fill(before)
	}
}

// answers reports whether the present world has an answer to a query, or its meaning is open.
func (s *site) answers(query model.ID) bool {
	p, err := s.pathOf(query)
	return err != nil || len(s.world.choices(p, optional{})) > 0
}

// finds reports whether an update finds an instance in the present world.
func (s *site) finds(update *model.Update) bool {
	for range 12 {
		if s.event(update) != nil {
			return true
		}
	}
	return false
}

func tell(t *testing.T, d *domain, name, text string, o outcome) {
	switch known := d.known[name]; {
	case o.kind == wrong && !known:
		t.Errorf("%s: %s: %s: %s", name, text, o.reason, o.details)
	case o.kind != right || o.reason != "":
		t.Logf("%s: %s: %s: %s: %s", name, text, o.kind, o.reason, o.details)
	}
}
