package oracle

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/write"
)

// roundsOfInserts is how often each type gets a new instance.
const roundsOfInserts = 4

// withInserts returns a domain whose updates insert an instance of each type.
func (d *domain) withInserts() *domain {
	with := *d
	with.name, with.m, with.known = "fill_"+d.name, d.m.Clone(), map[string]bool{}
	with.m.Logical, with.m.Physical = model.New("").Logical, model.New("").Physical
	with.m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: keyspaceOf(with.name), Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
	with.m.Workflow.Updates = map[model.ID]*model.Update{}
	add := func(of model.ID) {
		number := len(with.m.Workflow.Updates)
		with.m.Workflow.Updates[model.ID(fmt.Sprintf("i%02d", number))] = &model.Update{Label: fmt.Sprint("I", number), Name: "insert " + d.m.Title(of),
			Kind: model.Insert, Order: model.Nth(number), Writes: map[model.ID]*model.Write{model.ID(fmt.Sprintf("iw%02d", number)): {Element: of}}}
	}
	for _, entity := range model.Sorted(d.m.Concepts.Entities) {
		add(entity.ID)
	}
	for _, relationship := range model.Sorted(d.m.Concepts.Relationships) {
		if !relationship.Value.Identifying {
			add(relationship.ID)
		}
	}
	return &with
}

// judgeFilling fills empty tables by the insert plans of all types, one after the other, and compares them
// with the tables that the concepts say.
func judgeFilling(t *testing.T, d *domain, seed uint64, total counts, what string) {
	s := newSite(t, d.withInserts(), rand.New(rand.NewPCG(seed, 11))).withLookups(t)
	empty, _, _ := s.world.clone()
	empty.instances, empty.facts = map[model.ID][]*instance{}, map[model.ID][]*fact{}
	s.world = empty
	s.fill(s.world)
	lacking, log := map[model.ID]bool{}, []string(nil)
	for range roundsOfInserts {
		for _, plan := range write.All(s.m) {
			happened := s.event(s.m.Workflow.Updates[plan.Update])
			if lacking[plan.Update] = len(plan.Lookups) > 0; happened == nil || happened.isRefused || lacking[plan.Update] {
				continue
			}
			x := s.execution(happened)
			if err := x.carryOut(&plan); err != nil {
				o := outcome{wrong, reasonOf(err.Error()), err.Error() + "\n        ran " + strings.Join(x.log, "\n            ")}
				total.add(what, o)
				tell(t, s.domain, s.m.Title(plan.Update), what, o)
				return
			}
			s.world, log = happened.after, append(log, x.log...)
		}
	}
	for _, update := range slices.Sorted(maps.Keys(lacking)) {
		if lacking[update] {
			total.add(what, outcome{missing, "", s.m.Title(update)})
		}
	}
	s.compareFilled(t, log, total, what)
}

// compareFilled compares each table with what the concepts say.
func (s *site) compareFilled(t *testing.T, log []string, total counts, what string) {
	for _, table := range s.tables {
		want, err := s.contentOf(s.world, table)
		if s.unclear[table.id] != nil || err != nil || slices.ContainsFunc(table.columns, func(c *tableColumn) bool { return c.aggregate != "" }) {
			total.add(what, outcome{notJudged, "table", ""})
			continue
		}
		has, err := s.dump(table)
		if err != nil {
			t.Error(err)
			continue
		}
		o := outcome{kind: right}
		if len(want.rows) == 0 && len(has) == 0 {
			o = outcome{notJudged, "no rows", ""}
		}
		if wrongs := s.changes(table, want, has, false); wrongs != "" {
			about := slices.DeleteFunc(slices.Clone(log), func(line string) bool { return !strings.Contains(line, table.name+" ") })
			o = outcome{wrong, reasonOf(wrongs), wrongs + "\n        ran " + strings.Join(about, "\n            ")}
		}
		total.add(what, o)
		tell(t, s.domain, table.name, what, o)
	}
}
