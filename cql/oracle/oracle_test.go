package oracle

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/model/proof"
	"widerow/model/write"
)

var (
	seedFlag    = flag.Uint64("oracle-seed", 0, "seed of worlds, random queries and updates; 0 for one that is printed")
	domainsFlag = flag.String("oracle-domains", "testdata/*.txt", "files of domains")
	allFlag     = flag.Bool("oracle-all", false, "all domains with all random queries and updates")
)

// counts are the outcomes of a run, by kind and reason.
type counts map[string]int

func (c counts) add(what string, o outcome) {
	name := what + " " + string(o.kind)
	if o.reason != "" {
		name += ": " + o.reason
	}
	c[name]++
}

func (c counts) String() string {
	var lines []string
	for name, count := range c {
		lines = append(lines, fmt.Sprintf("%5d %s", count, name))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(a[6:], b[6:]) })
	return strings.Join(lines, "\n")
}

// TestDomains derives the tables of each domain, asks its queries and carries out its updates on a
// real Cassandra, and compares with what the concepts say.
func TestDomains(t *testing.T) {
	if !*allFlag {
		t.Skip("make oracle runs all domains")
	}
	seed := *seedFlag
	if seed == 0 {
		seed = uint64(time.Now().UnixNano()) % 1_000_000
	}
	files, err := filepath.Glob(*domainsFlag)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	total := counts{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			d, err := readDomain(file)
			if err != nil {
				t.Fatal(err)
			}
			s := newSite(t, d, rand.New(rand.NewPCG(seed, 7)))
			s.fill(s.world)
			s.checkKeys(rand.New(rand.NewPCG(seed, 8)))
			for _, result := range proof.All(s.m) {
				o := s.judgeQuery(&result, 4)
				total.add("query", o)
				if o.kind == wrong {
					t.Errorf("%s: %s: %s", s.m.Title(result.Query), o.reason, o.details)
				} else if o.kind != right {
					t.Logf("%s: %s: %s: %s", s.m.Title(result.Query), o.kind, o.reason, o.details)
				}
			}
			for _, plan := range write.All(s.m) {
				o := s.judgeUpdates(&plan, s.m.Workflow.Updates[plan.Update], 4)
				total.add("update", o)
				name := s.m.Workflow.Updates[plan.Update].Name
				if o.kind == wrong {
					t.Errorf("%s: %s", name, o.details)
				} else if o.kind != right {
					t.Logf("%s: %s: %s: %s", name, o.kind, o.reason, o.details)
				}
			}
		})
	}
	t.Logf("seed %d:\n%s", seed, total)
}
