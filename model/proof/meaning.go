package proof

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/stored"
)

// hold compares the meaning of a table's rows with the pattern of a query. A table of other
// instances does not serve the query, whatever its columns are called; the judgement has the
// reason. A query that was recovered from a statement is not compared.
func (p *prover) hold(id model.ID, j *Judgement) {
	if j.Verdict == None {
		return
	}
	if condition := j.filtered(); condition != "" {
		j.Mismatch, j.Verdict = "it has only rows with "+condition+", which the query does not ask for", None
		return
	}
	if p.model.Workflow.Queries[id].Statement != "" || p.rows.Mirrors(id, j.Table) {
		return
	}
	if via := p.rows.Unconnected(id); via != "" {
		j.Mismatch, j.Verdict = via, None
		return
	}
	p.compare(id, j)
}

// compare is hold by the meanings themselves.
func (p *prover) compare(id model.ID, j *Judgement) {
	rows := p.rows.Of(j.Table)
	if rows == nil {
		return
	}
	reason := ""
	for i, pattern := range p.rows.PatternsIn(id, j.Table) {
		h := &holding{prover: p, id: id, query: j.statement.query, j: j, asked: pattern, rows: rows, facts: p.rows.Facts()}
		other := h.mismatch()
		if other != "" && len(j.Missing) > 0 {
			h.prune()
			other = h.mismatch()
		}
		if other == "" {
			return
		}
		if i == 0 {
			reason = other
		}
	}
	if j.Mismatch = reason; reason != "" {
		j.Verdict = None
	}
}

// holding compares a pattern with the rows of a table.
type holding struct {
	*prover
	id          model.ID // of the query
	query       *model.Query
	j           *Judgement
	asked, rows *stored.Meaning
	facts       *stored.Concepts
}

// prune removes the branches of the pattern that the table does not store, and those that further
// statements look up.
func (h *holding) prune() {
	used := make([]bool, len(h.asked.Nodes))
	lacking := make([]bool, len(h.asked.Nodes))
	for part, value := range h.asked.Columns {
		r := h.part(part)
		missing := slices.ContainsFunc(h.j.Missing, func(m Missing) bool { return m.Attribute != "" && h.concepts.contains(r.attribute, m.Attribute) })
		used[value.Node] = used[value.Node] || !missing
		lacking[value.Node] = lacking[value.Node] || missing
	}
	gone := make([]bool, len(h.asked.Nodes))
	for changed := true; changed; {
		changed = false
		for at := range h.asked.Nodes {
			if gone[at] || used[at] {
				continue
			}
			degree, near := 0, lacking[at]
			for _, l := range h.asked.Links {
				if l.From != at && l.To != at {
					continue
				}
				if other := l.From + l.To - at; gone[other] {
					near = true
				} else {
					degree++
				}
			}
			if near && degree < 2 {
				gone[at], changed = true, true
			}
		}
	}
	h.asked = h.asked.Without(gone)
}

// part returns what a part of the query names.
func (h *holding) part(id model.ID) reference {
	if find := h.query.Find[id]; find != nil {
		return reference{find.Attribute, find.Name, find.Participant}
	}
	if given := h.query.Given[id]; given != nil {
		return reference{given.Attribute, given.Name, given.Participant}
	}
	if sort := h.query.SortBy[id]; sort != nil {
		return reference{sort.Attribute, sort.Name, sort.Participant}
	}
	return reference{}
}

// mismatch returns the difference between the rows and the pattern, or "".
func (h *holding) mismatch() string {
	rows := *h.rows
	rows.Grouped = false
	answers := h.facts.Answers(&rows, h.asked, nil)
	if len(answers) == 0 {
		return h.otherPath()
	}
	reason := ""
	for i := range answers {
		switch other := h.otherInstance(&answers[i]); {
		case other != "":
			reason = other
		case answers[i].Repeats && !h.query.Distinct:
			reason = h.repeats(&answers[i])
		case h.isNone(answers[i].Lacking):
			h.j.None = h.names(answers[i].Lacking)
			return ""
		case len(answers[i].Lacking) > 0:
			reason = h.lacks(answers[i].Lacking) + ", and the query asks only for those that have it"
		default:
			return ""
		}
	}
	return reason
}

// otherInstance names a part of the query that the table stores of another instance.
func (h *holding) otherInstance(answer *stored.Answer) string {
	t := h.byID[h.j.Table]
	for _, part := range slices.Sorted(maps.Keys(h.asked.Columns)) {
		r, node := h.part(part), answer.At[h.asked.Columns[part].Node]
		columns := h.columnsOf(t, r)
		if h.asked.Columns[part].Attribute == "" || len(columns) == 0 {
			continue
		}
		if !slices.ContainsFunc(columns, func(c *column) bool { return h.isOf(c.id, node) }) {
			return fmt.Sprintf("its %s is not that of the %s that the query means", columns[0].name, h.concepts.nameOf(r))
		}
	}
	return ""
}

// isOf reports whether a column stores something of a node, or of what is in a collection.
func (h *holding) isOf(column model.ID, node int) bool {
	value, known := h.rows.Columns[column]
	is := func(v stored.Value) bool { return v.Node == node || h.rows.Nodes[v.Node].Collected }
	return !known || is(value) || slices.ContainsFunc(h.rows.Merged[column], is)
}

func (h *holding) repeats(answer *stored.Answer) string {
	var each []string
	for at, known := range h.facts.Closure(h.rows).Of(answer.At, nil) {
		if !known && !h.rows.Nodes[at].Collected && !h.facts.IsRelationship(h.rows.Nodes[at].Of) {
			each = appendNew(each, h.model.Title(h.rows.Nodes[at].Of))
		}
	}
	if len(each) == 0 {
		return "it has several rows for one of those that the query asks for"
	}
	return "it has a row for each " + list(each) + ", so what the query asks for comes several times"
}

// isNone reports whether a row without some nodes has nulls for all that the query finds of them,
// which is as good as no row: of a list the application would have to drop it.
func (h *holding) isNone(lacking []int) bool {
	return len(lacking) > 0 && !h.j.statement.aggregates() && h.prover.rows.FindsOne(h.id) && len(h.facts.Unseen(h.asked, lacking)) == 0
}

// lacks names the parts that some rows do not have.
func (h *holding) lacks(nodes []int) string {
	return "some of its rows have no " + list(h.names(nodes))
}

func (h *holding) names(nodes []int) []string {
	var names []string
	for _, at := range nodes {
		names = appendNew(names, h.model.Title(h.asked.Nodes[at].Of))
	}
	return names
}

// otherPath says by which relationship types the rows are related, and by which the query
// asks for them.
func (h *holding) otherPath() string {
	theirs, asked := h.relationships(h.rows), h.relationships(h.asked)
	by := func(names []string) string {
		if len(names) == 0 {
			return "no relationship"
		}
		return list(names)
	}
	if slices.Equal(theirs, asked) {
		return "its rows are other " + list(h.entities(h.rows)) + " than those that the query asks for"
	}
	text := fmt.Sprintf("its rows are related by %s, not by %s", by(theirs), by(asked))
	if len(h.query.Path) > 0 {
		text = "was served by another path than VIA: " + text
	}
	return text
}

func (h *holding) relationships(m *stored.Meaning) []string {
	return h.titles(m, func(of model.ID) bool { return h.facts.IsRelationship(of) })
}

func (h *holding) entities(m *stored.Meaning) []string {
	return h.titles(m, func(of model.ID) bool { return !h.facts.IsRelationship(of) })
}

func (h *holding) titles(m *stored.Meaning, is func(model.ID) bool) []string {
	var names []string
	for _, n := range m.Nodes {
		if is(n.Of) && !n.Optional {
			names = append(names, h.model.Title(n.Of))
		}
	}
	slices.SortFunc(names, strings.Compare)
	return slices.Compact(names)
}
