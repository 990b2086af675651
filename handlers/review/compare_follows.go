package review

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"widerow/cql/check"
	"widerow/cql/compare"
	"widerow/cql/migration"
	"widerow/cql/textlines"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

// follow adds what follows from the changes, as a whole and from each of the list:
// sizes, verdicts, findings, steps of the plan.
func (s *comparisons) follow(page *webreview.ComparePage, found *comparison) {
	effects := compare.EffectsOf(s.compareStates(found))
	page.Sizes, page.Queries = sizeRows(found, effects.Tables), queryRows(effects.Queries)
	page.New, page.Mended = compareFindings(effects.New), compareFindings(effects.Mended)
	following := compare.NewFollowing(found.from.Model, found.to.Model, found.changes, effects)
	steps := s.planOf(found).byElement
	for i := range page.Changes {
		change := found.changes[page.Changes[i].Number-1]
		page.Changes[i].Follows = s.followsOf(found, following, steps, change)
	}
}

// followsOf lists the effects of one change. An effect that is also one of the
// change's own words, such as the findings of a table that is new, is listed all the same.
func (s *comparisons) followsOf(found *comparison, following *compare.Following,
	byElement map[string][]migration.Step, change compare.Change) webreview.CompareFollows {
	effects := following.Of(change)
	follows := webreview.CompareFollows{Sizes: sizeRows(found, effects.Tables), Queries: queryRows(effects.Queries),
		New: compareFindings(effects.New), Mended: compareFindings(effects.Mended)}
	follows.Shorten()
	var steps []migration.Step
	for name := range following.Names(change) {
		steps = append(steps, byElement[name]...)
	}
	if len(steps) == 0 {
		return follows
	}
	slices.SortFunc(steps, func(a, b migration.Step) int { return cmp.Compare(a.Number, b.Number) })
	steps = slices.CompactFunc(steps, func(a, b migration.Step) bool { return a.Number == b.Number })
	var words []string
	for _, step := range steps {
		words = append(words, fmt.Sprintf("%d %s", step.Number, step.Kind))
		follows.Loses = follows.Loses || step.Loses()
	}
	follows.Steps = strings.Join(words, " · ")
	follows.Plan = web.SafeHref(fmt.Sprintf("%s#step-%d", s.compareAddress(found, compareView{tab: planTab}), steps[0].Number))
	return follows
}

// sizeRows are the tables whose sizes differ by more than the words of a size show.
func sizeRows(found *comparison, tables []compare.Table) (rows []webreview.CompareRow) {
	for _, table := range tables {
		row := webreview.CompareRow{Name: table.Table, Before: extentWords(found.from, table.ID, table.Before), After: extentWords(found.to, table.ID, table.After)}
		if row.Before != row.After {
			rows = append(rows, row)
		}
	}
	return rows
}

func queryRows(queries []compare.Query) (rows []webreview.CompareRow) {
	for _, query := range queries {
		rows = append(rows, webreview.CompareRow{Name: query.Query, Before: cmp.Or(query.Before.Words(), "not there"),
			After: cmp.Or(query.After.Words(), "not there")})
	}
	return rows
}

// compareStates judges both states, at the same time.
func (j *judgements) compareStates(found *comparison) (before, after *compare.State) {
	var judging sync.WaitGroup
	judging.Go(func() { before = j.stateOf(found.from) })
	after = j.stateOf(found.to)
	judging.Wait()
	return before, after
}

func (j *judgements) stateOf(d feature.Document) *compare.State {
	state, found := j.states.Get(d.Revision.DocumentHash)
	if !found {
		state = j.states.Add(d.Revision.DocumentHash, compare.StateOf(d.Model), stateBytes*int64(len(d.Stored)))
	}
	return state
}

func compareFindings(findings []check.Finding) []webreview.CompareFinding {
	shown := make([]webreview.CompareFinding, len(findings))
	for i, finding := range findings {
		shown[i] = webreview.CompareFinding{Level: feature.Levels[finding.Severity], Severity: string(finding.Severity), Text: finding.Message}
	}
	return shown
}

// extentWords describes the partition size of a table in a state.
func extentWords(d feature.Document, table model.ID, extent *compare.Extent) string {
	switch {
	case d.Model.Physical.Relations[table] == nil:
		return "not there"
	case extent == nil:
		return "unknown"
	}
	about := ""
	if extent.Assumed {
		about = "~"
	}
	typical, worst := about+sizing.FormatBytes(extent.Typical.Bytes), about+sizing.FormatBytes(extent.Worst.Bytes)
	if typical == worst {
		return typical
	}
	return typical + ", worst " + worst
}

// planOf plans the migration between both states.
func (j *judgements) planOf(found *comparison) keptPlan {
	key := [2]store.Hash{found.from.Revision.DocumentHash, found.to.Revision.DocumentHash}
	kept, known := j.plans.Get(key)
	if !known {
		plan := migration.New(found.from.Model, found.to.Model)
		kept = keptPlan{plan.Steps, plan.ByElement(), plan.Names}
		kept = j.plans.Add(key, kept, planBytes*int64(1+len(kept.steps)))
	}
	return kept
}

func (s *comparisons) comparePlan(found *comparison) *webreview.ComparePlan {
	file := func(name string, from, to feature.Document, more string) string {
		if found.drift {
			return strings.TrimPrefix(found.at, string(s.URL().Path(""))) + "?file=" + name + "&download" + more
		}
		query := url.Values{"from": {found.named(from)}, "to": {found.named(to)}}
		return fmt.Sprintf("/m/%s/%s?%s&download%s", url.PathEscape(found.id), name, query.Encode(), more)
	}
	plan := &webreview.ComparePlan{
		Up: s.URL().Path(file("migration.cql", found.from, found.to, "")), UpDrops: s.URL().Path(file("migration.cql", found.from, found.to, "&drops=1")),
		Down: s.URL().Path(file("migration.cql", found.from, found.to, "&down=1")), Words: s.URL().Path(file("migration.md", found.from, found.to, "")),
	}
	steps := s.planOf(found).steps
	plan.Left = max(0, len(steps)-shownSteps)
	for _, step := range steps[:len(steps)-plan.Left] {
		shown := webreview.CompareStep{Number: step.Number, Kind: string(step.Kind), Element: step.Element, Statement: step.Statement,
			Instruction: step.Instruction, Warning: step.Warning, Cleanup: step.Cleanup}
		for line := range strings.SplitSeq(strings.TrimRight(step.Statement, "\n"), "\n") {
			shown.Code = append(shown.Code, web.CodeLine{Spans: []web.Span{{Text: line}}})
		}
		plan.Steps = append(plan.Steps, shown)
	}
	return plan
}

// linkSteps links the lines of the steps that are statements, and the others by what they
// are about.
func (s *comparisons) linkSteps(plan *webreview.ComparePlan, found *comparison, marks *LineMarks) {
	before, after := compare.Names(found.from.Model), compare.Names(found.to.Model)
	for name, renamed := range s.planOf(found).names {
		after[renamed] = after[name]
	}
	for i := range plan.Steps {
		step := &plan.Steps[i]
		m, id := found.to.Model, after[step.Element]
		if id == "" || step.Kind == string(migration.Drop) && before[step.Element] != "" {
			m, id = found.from.Model, before[step.Element]
		}
		element, exists := m.Element(id)
		if id == "" || !exists {
			continue
		}
		if step.Statement == "" {
			step.Mark = marks.Element(element)
			continue
		}
		if feature.IsPart(element.Kind) && element.Kind != model.IndexKind {
			id = element.Parent // the statement alters it
		}
		for j, mark := range marks.Of(textlines.OfStatement(m, id, step.Statement)) {
			step.Code[j].Mark = mark
		}
	}
}

// migrationFile serves the plan between two revisions as a script or as
// Markdown.
func (s *comparisons) migrationFile(markdown bool) echo.HandlerFunc {
	return func(c echo.Context) error {
		found, done, err := s.compared(c)
		if err != nil {
			return err
		}
		defer done()
		plan := migration.New(found.from.Model, found.to.Model)
		name := fmt.Sprintf("%s-r%d-r%d", feature.FileName(found.to.Model.Name), found.from.Revision.Number, found.to.Revision.Number)
		if c.QueryParam("down") == "1" {
			plan, name = plan.Back(found.from.Model), name+"-down"
		}
		if markdown {
			return feature.Download(c, name, "md", "text/markdown; charset=utf-8", []byte(plan.Markdown()))
		}
		return feature.Download(c, name, "cql", "text/plain; charset=utf-8", []byte(plan.Script(c.QueryParam("drops") == "1")))
	}
}
