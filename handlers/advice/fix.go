package advice

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/derive"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/edit"
	"widerow/model/moves"
	"widerow/web"
	webadvice "widerow/web/advice"
)

// repair is the effect of one press: the remedy of a finding, or of all findings of its kind.
type repair struct {
	all      bool
	findings []advice.Finding
	left     []advice.Finding // findings to which the remedy does not apply
	after    *model.Model
}

// repairOf makes the repair that a form names on a model.
func repairOf(m *model.Model, findings []advice.Finding, key string, all bool, ids model.IDs) (*repair, error) {
	at := slices.IndexFunc(findings, func(f advice.Finding) bool { return f.Key() == key })
	if at < 0 || findings[at].Remedy == nil {
		return nil, submission.ErrNotAsShown
	}
	r := &repair{all: all, findings: findings[at : at+1]}
	if !all {
		commands, err := findings[at].Remedy.Commands(m, ids)
		if err != nil {
			return nil, err
		}
		r.after, err = edit.Apply(m, ids, commands...)
		if err != nil {
			return nil, err
		}
		cql.FollowRenames(m, r.after)
		return r, nil
	}
	same := sameKind(advice.Open(m, findings), &findings[at])
	after, commands, left := advice.RemedyAll(m, ids, same)
	if len(commands) == 0 {
		return nil, errors.New("none of them can be repaired this way")
	}
	r.findings, r.after = nil, after
	for _, finding := range same {
		if slices.Contains(left, finding.Key()) {
			r.left = append(r.left, finding)
		} else {
			r.findings = append(r.findings, finding)
		}
	}
	cql.FollowRenames(m, r.after)
	return r, nil
}

// sameKind returns the findings of one rule that one kind of remedy repairs.
func sameKind(findings []advice.Finding, of *advice.Finding) []advice.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f advice.Finding) bool {
		return f.Code != of.Code || f.Remedy == nil || f.Remedy.ID != of.Remedy.ID
	})
}

// mark identifies what a repair does: the CQL of the model after it.
func (r *repair) mark() string {
	hash := sha256.Sum256([]byte(cql.PrintModel(r.after, cql.PrintOptions{}) + string(rune(len(r.findings)))))
	return hex.EncodeToString(hash[:8])
}

// words describe the repair for the history.
func (r *repair) words(m *model.Model) string {
	first := &r.findings[0]
	if r.all {
		return "followed advice " + first.Code + " in " + web.Count(len(r.findings), "place")
	}
	return "followed advice " + first.Code + ": " + web.Lower(first.Remedy.Title[:1]) + first.Remedy.Title[1:] + " (" + titleOf(m, first.Element) + ")"
}

// titleOf names the element of a finding.
func titleOf(m *model.Model, id model.ID) string {
	if title := m.Title(id); title != "" {
		return title
	}
	return m.Name
}

// preview shows a repair before it is applied.
func (l *listing) preview(key string, all bool) *webadvice.Preview {
	l.findings = l.Advice() // no remedy repairs what check alone finds
	at := slices.IndexFunc(l.findings, func(f advice.Finding) bool { return f.Key() == key })
	if at < 0 || l.findings[at].Remedy == nil {
		return nil
	}
	finding := &l.findings[at]
	view := &webadvice.Preview{Title: finding.Remedy.Title, Back: l.link(), Key: key, All: all, Stale: l.form.Stale}
	if same := sameKind(advice.Open(l.Model, l.findings), finding); len(same) > 1 && !all {
		view.Others, view.OthersCount = l.link("fix", key, "all", "1"), len(same)
	}
	if table := l.owner(*finding); l.Model.Physical.Relations[table] != nil && strings.Contains(finding.Remedy.ID, "split") {
		view.Moves = l.SplitLink(table)
	}
	repaired, err := repairOf(l.Model, l.findings, key, all, derive.DesignIDs(l.Context))
	if err != nil {
		view.Problem = feature.Capital(err.Error()) + "."
		return view
	}
	if all {
		view.Title += " in " + web.Count(len(repaired.findings), "place")
	}
	view.Mark = repaired.mark()
	l.describe(view, repaired)
	return view
}

// describe shows what a repair does to the CQL, to tables and queries, and to advice.
func (l *listing) describe(view *webadvice.Preview, r *repair) {
	for _, finding := range r.findings {
		view.Items = append(view.Items, finding.Message)
	}
	for _, finding := range r.left {
		view.Left = append(view.Left, finding.Message)
	}
	view.Lines = changedLines(cql.PrintModel(l.Model, cql.PrintOptions{}), cql.PrintModel(r.after, cql.PrintOptions{}))
	view.Effect = derive.Effect(l.Context, shapes(l.Model, moves.Compare(l.Model, r.after)))
	is := func(findings []advice.Finding, one advice.Finding) bool {
		return slices.ContainsFunc(findings, func(f advice.Finding) bool { return f.Key() == one.Key() })
	}
	after := advice.OfDocument(r.after, advice.Known{})
	for _, finding := range l.findings {
		if !is(after, finding) && !is(r.findings, finding) {
			view.Mended = append(view.Mended, finding.Message)
		}
	}
	for _, finding := range after {
		if !is(l.findings, finding) || is(r.findings, finding) {
			view.Added = append(view.Added, finding.Message)
		}
	}
}

// shapes leaves out tables that only have other options: their pictures are the same.
func shapes(before *model.Model, p *moves.Preview) *moves.Preview {
	p.Tables = slices.DeleteFunc(p.Tables, func(change moves.TableChange) bool {
		was, is := before.Physical.Relations[change.Table], p.After.Physical.Relations[change.Table]
		return was != nil && is != nil && was.Kind == is.Kind && sameColumns(before, p.After, was, is)
	})
	if len(p.Tables) == 0 {
		p.Queries = nil
	}
	return p
}

func sameColumns(before, after *model.Model, was, is *model.Relation) bool {
	return slices.EqualFunc(was.SortedColumns(), is.SortedColumns(), func(a, b model.Item[*model.Column]) bool {
		return a.ID == b.ID && a.Value.Name == b.Value.Name && a.Value.Role == b.Value.Role && a.Value.Descending == b.Value.Descending &&
			before.TypeText(a.Value.Type) == after.TypeText(b.Value.Type)
	})
}

// mostLines bounds the lines of CQL that a preview shows.
const mostLines = 200

// changedLines returns the lines that only one of two scripts has, in the order of the later one, those that go before those
// that come.
func changedLines(before, after string) []webadvice.Line {
	count := map[string]int{}
	for line := range strings.Lines(before) {
		count[line]++
	}
	var come []webadvice.Line
	for line := range strings.Lines(after) {
		if count[line] > 0 {
			count[line]--
		} else if strings.TrimSpace(line) != "" {
			come = append(come, webadvice.Line{Text: strings.TrimRight(line, "\n")})
		}
	}
	var lines []webadvice.Line
	for line := range strings.Lines(before) {
		if count[line] > 0 && strings.TrimSpace(line) != "" {
			count[line]--
			lines = append(lines, webadvice.Line{Text: strings.TrimRight(line, "\n"), Gone: true})
		}
	}
	lines = append(lines, come...)
	return lines[:min(len(lines), mostLines)]
}
