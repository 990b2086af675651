package proposals_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"widerow/model"
	"widerow/model/diff"
	. "widerow/model/proposals"
)

var (
	ada   = Person{ID: "adas-id", Name: "Ada"}
	grace = Person{ID: "graces-id", Name: "Grace"}
	noon  = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
)

func must(t testing.TB) func(*Proposals, error) *Proposals {
	return func(p *Proposals, err error) *Proposals {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// opened is proposal 3 of Ada, open, with Grace as its reviewer by name.
func opened(t testing.TB) *Proposals {
	t.Helper()
	p := must(t)(New().Add(3, Words{Title: " Split by month ", Text: "Too\r\nlarge", Reviewers: []string{"@grace", " ", "Grace"}}, ada, noon))
	return must(t)(p.Offer(3, Open))
}

func review(by Person, verdict Verdict, content string) Review {
	return Review{By: by, At: noon, Verdict: verdict, Text: "because", Content: content}
}

func TestActs(t *testing.T) {
	first := opened(t)
	proposal := first.Of(3)
	if proposal.Title != "Split by month" || proposal.Text != "Too\nlarge" || len(proposal.Reviewers) != 1 || first.Of(2) != nil {
		t.Errorf("added %+v", proposal)
	}
	reviewed := must(t)(first.Review(3, "r1", review(grace, Approves, "c1")))
	if got := reviewed.Of(3).Reviewers; len(got) != 1 || got[0] != grace {
		t.Errorf("reviewers %v, want Grace with her id", got)
	}
	if len(first.Of(3).Reviews) != 0 || first.Of(3).Reviewers[0].ID != "" {
		t.Error("a review has changed the proposals before it")
	}
	edited := must(t)(reviewed.Edit(3, Words{Title: "Other", Reviewers: []string{"GRACE", "Eve"}}))
	if got := edited.Of(3).Reviewers; len(got) != 2 || got[0] != grace {
		t.Errorf("reviewers %v after an edit", got)
	}
	closed := must(t)(edited.Close(3, ada, noon))
	if reopened := must(t)(closed.Reopen(3)); reopened.Of(3).State != Open || reopened.Of(3).Closed != nil {
		t.Errorf("reopened %+v", reopened.Of(3))
	}
	merged := must(t)(closed.Merge(3, Merge{Revision: 9, By: ada, At: noon}))
	if merged.Of(3).State != Merged || merged.Open() != 0 || first.Open() != 1 {
		t.Errorf("merged %+v", merged.Of(3))
	}
	for _, p := range []*Proposals{first, reviewed, closed, merged} {
		decoded, err := Decode(p.Encode())
		if err != nil || !bytes.Equal(decoded.Encode(), p.Encode()) {
			t.Errorf("decoded %s, error %v", p.Encode(), err)
		}
	}
}

// TestStanding holds that an approval is about the content that was seen, and a
// request for changes is open until its reviewer approves.
func TestStanding(t *testing.T) {
	approved := must(t)(opened(t).Review(3, "r1", review(grace, Approves, "c1")))
	requested := must(t)(approved.Review(3, "r2", review(grace, Requests, "c1")))
	again := must(t)(requested.Review(3, "r3", review(Person{Name: "grace"}, Approves, "c2")))
	two := must(t)(approved.SetRules(Rules{Approvals: 2, Gates: map[Check]Gate{Queries: Block, Findings: Off, Sizes: Warn, Loss: Warn, Comments: Warn, Approvals: Block}}))
	for name, test := range map[string]struct {
		p       *Proposals
		content string
		want    Phase
		lapsed  int
	}{
		"nobody":            {opened(t), "c1", Phase(Open), 0},
		"approved":          {approved, "c1", Approved, 0},
		"changed since":     {approved, "c2", Phase(Open), 1},
		"wants changes":     {requested, "c1", ChangesRequested, 0},
		"changed, still":    {requested, "c2", ChangesRequested, 0},
		"approves at last":  {again, "c2", Approved, 0},
		"two are asked for": {two, "c1", Phase(Open), 0},
		"closed":            {must(t)(approved.Close(3, ada, noon)), "c1", Phase(Closed), 0},
	} {
		standing := test.p.Of(3).StandingOf(test.content)
		if got := test.p.Of(3).PhaseOf(standing, test.p.Rules); got != test.want || len(standing.Lapsed) != test.lapsed {
			t.Errorf("%s: %s, standing %+v; want %s", name, got, standing, test.want)
		}
	}
	if standing := approved.Of(3).StandingOf("c2"); len(standing.Waiting) != 1 || standing.Waiting[0] != grace {
		t.Errorf("waiting for %v", standing.Waiting)
	}
	if two.Rules.Of(Queries) != Block || approved.Rules.Of(Queries) != Warn {
		t.Error("wrong gates")
	}
}

func TestProblems(t *testing.T) {
	p := opened(t)
	merged := must(t)(p.Merge(3, Merge{Revision: 9, By: ada, At: noon}))
	for name, want := range map[string]struct {
		message string
		act     func() (*Proposals, error)
	}{
		"no title":      {"Give the proposal a title", func() (*Proposals, error) { return p.Add(4, Words{Title: " "}, ada, noon) }},
		"long title":    {"has 121 characters", func() (*Proposals, error) { return p.Edit(3, Words{Title: strings.Repeat("é", 121)}) }},
		"hostile title": {"The title", func() (*Proposals, error) { return p.Edit(3, Words{Title: "a\u202eb"}) }},
		"1 MB":          {"has 1024 KB", func() (*Proposals, error) { return p.Edit(3, Words{Title: "a", Text: strings.Repeat("x", 1<<20)}) }},
		"control":       {"U+0007", func() (*Proposals, error) { return p.Edit(3, Words{Title: "a", Text: "x\a"}) }},
		"reviewer":      {"name of a reviewer", func() (*Proposals, error) { return p.Edit(3, Words{Title: "a", Reviewers: []string{"a\u202eb"}}) }},
		"own":           {"somebody else approves", func() (*Proposals, error) { return p.Review(3, "r", review(ada, Approves, "c")) }},
		"no words":      {"which changes", func() (*Proposals, error) { return p.Review(3, "r", Review{By: grace, Verdict: Requests}) }},
		"no verdict":    {"approves or requests", func() (*Proposals, error) { return p.Review(3, "r", Review{By: grace, Verdict: "likes"}) }},
		"none":          {"no such proposal", func() (*Proposals, error) { return p.Close(4, ada, noon) }},
		"merged":        {"merged in the meantime", func() (*Proposals, error) { return merged.Review(3, "r", review(grace, Approves, "c")) }},
		"reopen merged": {"is merged", func() (*Proposals, error) { return merged.Reopen(3) }},
		"state":         {"neither", func() (*Proposals, error) { return p.Offer(3, Merged) }},
		"approvals":     {"from 0 to 20", func() (*Proposals, error) { return p.SetRules(Rules{Approvals: 21}) }},
		"gate": {"off, warns or blocks", func() (*Proposals, error) {
			return p.SetRules(Rules{Approvals: 1, Gates: map[Check]Gate{Queries: "maybe"}})
		}},
	} {
		before := p.Encode()
		_, err := want.act()
		var problem *model.Rejected
		if !errors.As(err, &problem) || !strings.Contains(problem.Message, want.message) {
			t.Errorf("%s: %v, want %q", name, err, want.message)
		}
		if !bytes.Equal(p.Encode(), before) {
			t.Errorf("%s: the proposals have changed", name)
		}
	}
}

func TestContent(t *testing.T) {
	move := diff.Operation{Path: []string{"layout", "physical", "t1"}, New: []byte(`{"x":1}`)}
	tidied := diff.Operation{Path: []string{"tidied", "physical"}, New: []byte(`900`)}
	rename := diff.Operation{Path: []string{"physical", "relations", "t1", "name"}, Old: []byte(`"a"`), New: []byte(`"b"`)}
	if Content(diff.Patch{move, tidied, rename}) != Content(diff.Patch{rename}) {
		t.Error("a moved box makes another content")
	}
	if Content(diff.Patch{rename}) == Content(nil) {
		t.Error("a renamed table is no other content")
	}
}

func TestPatch(t *testing.T) {
	before := opened(t)
	after := must(t)(before.Review(3, "r1", review(grace, Approves, "c1")))
	patch, err := diff.Make(before.Encode(), after.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if applied, err := diff.Apply(before.Encode(), patch.Encode()); err != nil || !bytes.Equal(applied, after.Encode()) {
		t.Errorf("applied: %s, error %v", applied, err)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(opened(f).Encode())
	f.Add([]byte(`{"format":"proposals/1","proposals":{"p1":{"number":1,"title":"a","author":{"name":"A"},"at":"2026-03-01T12:00:00Z","state":"open","new":1}},"rules":{"approvals":1,"gates":{"x":"y"}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		decoded, err := Decode(text)
		if err != nil {
			return
		}
		again, err := Decode(decoded.Encode())
		if err != nil || !bytes.Equal(again.Encode(), decoded.Encode()) {
			t.Errorf("%q becomes %q, error %v", text, decoded.Encode(), err)
		}
		for _, proposal := range again.Listed() {
			proposal.PhaseOf(proposal.StandingOf("c"), again.Rules)
		}
	})
}
