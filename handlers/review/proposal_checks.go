package review

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/compare"
	"widerow/cql/migration"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/diff"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/proposals"
	"widerow/model/sizing"
	"widerow/store"
	"widerow/web"
)

type conflict = diff.Conflict

// blocking are the words of the checks that block a merge.
func (c *proposalChecks) blocking() (words []string) {
	for _, result := range c.results {
		if !result.passes && result.gate == proposals.Block {
			words = append(words, result.words)
		}
	}
	return words
}

func (s *Feature) checkProposal(ctx context.Context, p *proposal) (*proposalChecks, error) {
	found := &proposalChecks{changes: compare.Models(p.base.Model, p.branch.Model, true)}
	for _, change := range found.changes {
		if change.Breaking {
			found.breaking++
		}
	}
	before, after, err := s.outlook(p, found)
	if err != nil {
		return nil, err
	}
	open, err := s.openThreads(ctx, p.branch.Revision.Model)
	if err != nil {
		return nil, err
	}
	results := []checkResult{s.queriesCheck(before, after), s.findingsCheck(before, after)}
	results = append(results, adviceChecks(before.Model, after.Model)...)
	results = append(results, sizesCheck(before.Model, after.Model), lossCheck(before.Model, after.Model),
		checkResult{check: proposals.Comments, passes: open == 0, words: web.Counted(open, "open thread", "open threads") + " of comments"},
		approvalsCheck(p), ownersCheck(p))
	for _, result := range results {
		if result.gate = p.rules.Of(result.check); result.gate != proposals.Off && result.words != "" {
			found.results = append(found.results, result)
		}
	}
	return found, nil
}

// outlook returns the model of today and the model after a merge. If the merge
// would ask or be refused, they are the base and the branch.
func (s *Feature) outlook(p *proposal, found *proposalChecks) (before, after feature.Document, err error) {
	if p.Ended() || p.behind() == 0 {
		return p.base, p.branch, nil
	}
	m := &merging{source: p.branch, base: p.base, named: true, words: "merged", choice: func(model.ID) string { return "" }}
	merged, _, err := m.make(p.head, nil)
	var unmergeable *feature.Unmergeable
	var refusal *feature.Error
	switch {
	case errors.As(err, &unmergeable):
		elements := map[model.ID]bool{}
		for _, conflict := range unmergeable.Conflicts {
			elements[diff.ElementAt(conflict.Path)] = true
		}
		found.conflicts = len(elements)
	case errors.As(err, &refusal):
		found.clash = refusal.Advice
	case err != nil:
		return before, after, err
	default:
		text := merged.Encode()
		return p.head, feature.Document{Model: merged, Stored: text, Revision: store.Revision{DocumentHash: store.HashOf(text)}}, nil
	}
	return p.base, p.branch, nil
}

func (s *Feature) openThreads(ctx context.Context, id store.ModelID) (int, error) {
	said, err := s.Discussion(ctx, id)
	if err != nil {
		return 0, err
	}
	return said.OpenThreads(), nil
}

// queriesCheck fails for queries that a table answers now and none would after the
// merge, and for new ones that none answers.
func (s *Feature) queriesCheck(before, after feature.Document) checkResult {
	result := checkResult{check: proposals.Queries}
	was, is := s.stateOf(before), s.stateOf(after)
	lost := 0
	for _, query := range compare.Queries(was, is) {
		switch {
		case query.After != proof.None && query.After != proof.Scan:
		case query.Before == "":
			result.details = append(result.details, fmt.Sprintf("%s is new: %s", query.Query, query.After.Words()))
		case query.Before.Better(query.After):
			lost++
			result.details = append(result.details, fmt.Sprintf("%s: %s → %s", query.Query, query.Before.Words(), query.After.Words()))
		}
	}
	result.passes = len(result.details) == 0
	served, all := is.Served()
	servedBefore, _ := was.Served()
	result.words = fmt.Sprintf("%d of %d queries served", served, all)
	if served != servedBefore {
		result.words += fmt.Sprintf(" (%+d)", served-servedBefore)
	}
	if lost > 0 {
		result.words = web.Counted(lost, "query loses its table", "queries lose their tables")
	}
	return result
}

// findingsCheck fails for new errors.
func (s *Feature) findingsCheck(before, after feature.Document) checkResult {
	findings := compare.FindingsOf(s.stateOf(before), s.stateOf(after))
	errorsOf := func(f check.Finding) bool { return f.Severity == cql.Error }
	result := checkResult{check: proposals.Findings, passes: !slices.ContainsFunc(findings.New, errorsOf), words: "no new errors"}
	for _, finding := range findings.New {
		if errorsOf(finding) {
			result.details = append(result.details, strings.TrimPrefix(finding.Element+": ", ": ")+finding.Message)
		}
	}
	if !result.passes {
		result.words = web.Counted(len(result.details), "new error", "new errors")
	} else if warnings := len(findings.New); warnings > 0 {
		result.words += ", " + web.Counted(warnings, "new warning", "new warnings")
	}
	if len(findings.Mended) > 0 {
		result.words += fmt.Sprintf(", %d mended", len(findings.Mended))
	}
	return result
}

// adviceLevels are the levels of advice, the worst first, with the checks of what is new.
var adviceLevels = []struct {
	level     advice.Level
	check     proposals.Check
	one, many string
}{
	{advice.Error, proposals.AdviceErrors, "error", "errors"},
	{advice.Warning, proposals.AdviceWarnings, "warning", "warnings"},
	{advice.Info, proposals.AdviceNotes, "note", "notes"},
}

// adviceChecks fail for advice that the model of today does not have, or has with a milder level. Accepted findings do not
// count.
func adviceChecks(before, after *model.Model) []checkResult {
	was, is := openAdvice(before), openAdvice(after)
	results := make([]checkResult, len(adviceLevels))
	for i, of := range adviceLevels {
		result := checkResult{check: of.check, passes: true, words: "no new " + of.many + " of advice"}
		mended := 0
		for key, finding := range is {
			if known, found := was[key]; finding.Level == of.level && (!found || levelRank(known) > i) {
				result.details = append(result.details, finding.Message)
			}
		}
		for key, finding := range was {
			if _, found := is[key]; !found && finding.Level == of.level {
				mended++
			}
		}
		slices.Sort(result.details)
		if added := len(result.details); added > 0 {
			result.passes, result.words = false, web.Counted(added, "new "+of.one+" of advice", "new "+of.many+" of advice")
		}
		if mended > 0 {
			result.words += fmt.Sprintf(", %d mended", mended)
		}
		results[i] = result
	}
	return results
}

// levelRank is the place of a finding's level among adviceLevels.
func levelRank(f advice.Finding) int {
	for i, of := range adviceLevels {
		if of.level == f.Level {
			return i
		}
	}
	return len(adviceLevels)
}

// openAdvice returns the advice that is not accepted, by key.
func openAdvice(m *model.Model) map[string]advice.Finding {
	open := map[string]advice.Finding{}
	for _, finding := range advice.Open(m, advice.OfDocument(m, advice.Known{})) {
		open[finding.Key()] = finding
	}
	return open
}

var limitRank = map[sizing.Level]int{sizing.Warn: 1, sizing.Bad: 2}

// sizesCheck fails for tables whose partitions come to be above a limit.
func sizesCheck(before, after *model.Model) checkResult {
	was, is := mapping.Sizes(before, sizing.Disk), mapping.Sizes(after, sizing.Disk)
	result := checkResult{check: proposals.Sizes, passes: true, words: "no partition above the limits"}
	for _, id := range model.SortedIDs(after.Physical.Relations) {
		if limitRank[is[id].Level] > limitRank[was[id].Level] {
			result.passes = false
			result.details = append(result.details, fmt.Sprintf("%s: %s on disk, worst %s", compare.Name(after, id),
				sizing.FormatBytes(is[id].Typical.Bytes), sizing.FormatBytes(is[id].Worst.Bytes)))
		}
	}
	if !result.passes {
		result.words = web.Counted(len(result.details), "table comes", "tables come") + " to have partitions above the limits"
		return result
	}
	largest, smaller := largestPartition(was), largestPartition(is)
	if largest != smaller && largest != "" && smaller != "" {
		result.words += fmt.Sprintf("; the largest %s → %s", largest, smaller)
	}
	return result
}

// largestPartition is the size of the largest partition at worst, "" if none is
// known.
func largestPartition(sizes map[model.ID]sizing.Size) string {
	known, largest := false, sizing.Size{}
	for _, size := range sizes {
		if size.Level != sizing.Unknown && (!known || size.Worst.Bytes > largest.Worst.Bytes) {
			known, largest = true, size
		}
	}
	if !known {
		return ""
	}
	return sizing.FormatBytes(largest.Worst.Bytes)
}

// lossCheck fails if the migration loses data.
func lossCheck(before, after *model.Model) checkResult {
	result := checkResult{check: proposals.Loss, passes: true, words: "the migration loses no data"}
	for _, step := range migration.New(before, after).Steps {
		if step.Loses() {
			result.passes = false
			result.details = append(result.details, step.Element+": "+step.Warning)
		}
	}
	if !result.passes {
		result.words = web.Counted(len(result.details), "step of the migration loses", "steps of the migration lose") + " data"
	}
	return result
}

func approvalsCheck(p *proposal) checkResult {
	wanted, got := p.rules.Approvals, len(p.standing.Approved)
	result := checkResult{check: proposals.Approvals, passes: got >= wanted && len(p.standing.Requests) == 0,
		words: fmt.Sprintf("%d of %s", got, web.Counted(wanted, "approval", "approvals"))}
	if len(p.standing.Requests) > 0 {
		result.words = namesOf(p.standing.Requests) + " requested changes"
	} else if got < wanted && len(p.standing.Lapsed) > 0 {
		result.words += "; lapsed: " + namesOf(p.standing.Lapsed)
	}
	return result
}

// ownersCheck fails if no owner of a keyspace that the proposal changes has approved it. It has no words where nobody owns one.
func ownersCheck(p *proposal) checkResult {
	result := checkResult{check: proposals.Owners, passes: true}
	agreed := 0
	for _, asked := range p.owners {
		if asked.Agreed() {
			agreed++
			continue
		}
		result.passes = false
		names := namesOf(slices.DeleteFunc(slices.Clone(asked.Owners), p.Author.Is))
		result.details = append(result.details, fmt.Sprintf("%s: one of its owners has to approve: %s", p.keyspaceName(asked.Keyspace), names))
	}
	if len(p.owners) > 0 {
		result.words = fmt.Sprintf("owners of %d of %s approved", agreed, web.Counted(len(p.owners), "keyspace", "keyspaces"))
	}
	return result
}

// keyspaceName returns the name of a keyspace in the branch, or in the model if the branch lacks it.
func (p *proposal) keyspaceName(id model.ID) string {
	for _, m := range []*model.Model{p.branch.Model, p.base.Model} {
		if keyspace := m.Physical.Keyspaces[id]; keyspace != nil {
			return keyspace.Name
		}
	}
	return string(id)
}

func namesOf(people []proposals.Person) string {
	names := make([]string, len(people))
	for i, person := range people {
		names[i] = person.Name
	}
	return strings.Join(names, ", ")
}
