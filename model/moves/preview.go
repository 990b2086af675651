package moves

import (
	"fmt"
	"reflect"
	"slices"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/sizing"
)

// Preview describes the changes of a move.
type Preview struct {
	Commands []edit.Command
	// After is the model after the move.
	After *model.Model
	// Words describes the move for the history, Cost its costs.
	Words, Cost string
	// Tables are the relations that it changes, adds or removes.
	Tables []TableChange
	// Queries read one of these tables, before or after.
	Queries []QueryChange
}

// TableChange is a relation with its size before and after a move. A size is nil
// where the relation does not exist.
type TableChange struct {
	Table         model.ID
	Before, After *sizing.Size
}

// QueryChange is the proof of a query before and after a move. Worse reports that it is served
// worse than before; Notes describe the difference. Added reports that the move adds the query.
type QueryChange struct {
	Query         model.ID
	Added         bool
	Before, After proof.Result
	Worse         bool
	Notes         []string
}

// Preview applies the move to a copy of its model. The error is as for Commands.
func (m Move) Preview(ids model.IDs) (*Preview, error) {
	p, err := m.Sizes(ids)
	if err != nil {
		return nil, err
	}
	p.compareQueries(m.model)
	return p, nil
}

// Compare previews a change that is no move: what it does to relations and queries.
func Compare(before, after *model.Model) *Preview {
	p := &Preview{After: after}
	p.compareTables(before, nil, "")
	p.compareQueries(before)
	return p
}

// Sizes returns the preview without its queries, which is faster.
func (m Move) Sizes(ids model.IDs) (*Preview, error) { return m.sizes(ids, nil) }

// sizes is like Sizes, for a caller that may know the sizes of all relations before the
// move.
func (m Move) sizes(ids model.IDs, before map[model.ID]sizing.Size) (*Preview, error) {
	e, err := m.edit(ids)
	if err != nil {
		return nil, err
	}
	after, err := edit.Apply(m.model, ids, e.commands...)
	if err != nil {
		return nil, err
	}
	p := &Preview{Commands: e.commands, After: after, Words: e.words, Cost: e.cost}
	p.compareTables(m.model, before, m.Table)
	return p, nil
}

// compareTables lists the relations that differ: the moved one first, then others
// that were there before. The sizes before are computed if they are nil.
func (p *Preview) compareTables(before *model.Model, sizes map[model.ID]sizing.Size, moved model.ID) {
	was, is := p.changed(before)
	if sizes == nil {
		sizes = mapping.SizesOf(before, was, sizing.Disk)
	}
	after := mapping.SizesOf(p.After, is, sizing.Disk)
	for _, id := range was {
		p.Tables = append(p.Tables, TableChange{Table: id, Before: sizeIn(sizes, id), After: sizeIn(after, id)})
	}
	for _, id := range is {
		if before.Physical.Relations[id] == nil {
			p.Tables = append(p.Tables, TableChange{Table: id, After: sizeIn(after, id)})
		}
	}
	slices.SortStableFunc(p.Tables, func(a, b TableChange) int {
		return lastIf(a.Table != moved) - lastIf(b.Table != moved)
	})
}

// changed returns the relations that differ: those that were there before, and those
// that are there after the move.
func (p *Preview) changed(before *model.Model) (was, is []model.ID) {
	for _, item := range model.Sorted(before.Physical.Relations) {
		after := p.After.Physical.Relations[item.ID]
		if after != nil && reflect.DeepEqual(item.Value, after) {
			continue
		}
		if was = append(was, item.ID); after != nil {
			is = append(is, item.ID)
		}
	}
	for _, item := range model.Sorted(p.After.Physical.Relations) {
		if before.Physical.Relations[item.ID] == nil {
			is = append(is, item.ID)
		}
	}
	return was, is
}

// sizeIn returns the size of a relation, nil if it is not there.
func sizeIn(sizes map[model.ID]sizing.Size, id model.ID) *sizing.Size {
	if size, found := sizes[id]; found {
		return &size
	}
	return nil
}

// lastIf is a rank that sorts what a condition holds for after the rest.
func lastIf(condition bool) int {
	if condition {
		return 1
	}
	return 0
}

func (p *Preview) compareQueries(before *model.Model) {
	after := map[model.ID]proof.Result{}
	for _, result := range proof.All(p.After) {
		after[result.Query] = result
	}
	for _, was := range proof.All(before) {
		is := after[was.Query]
		if !p.reads(&was) && !p.reads(&is) {
			continue
		}
		change := QueryChange{Query: was.Query, Before: was, After: is}
		change.compare(p.After)
		p.Queries = append(p.Queries, change)
	}
	for _, item := range model.Sorted(p.After.Workflow.Queries) {
		if before.Workflow.Queries[item.ID] == nil {
			p.Queries = append(p.Queries, QueryChange{Query: item.ID, Added: true, After: after[item.ID]})
		}
	}
}

// reads reports whether a query may read a table that the move changes.
func (p *Preview) reads(result *proof.Result) bool {
	changed := func(table model.ID) bool {
		return slices.ContainsFunc(p.Tables, func(t TableChange) bool { return t.Table == table })
	}
	return slices.ContainsFunc(result.Judgements, func(j proof.Judgement) bool {
		return changed(j.Table) || slices.ContainsFunc(j.Lookups, func(l proof.Lookup) bool { return changed(l.Table) })
	})
}

// compare notes how the query is served worse, or better.
func (c *QueryChange) compare(after *model.Model) {
	was, _ := c.Before.Best()
	is, _ := c.After.Best()
	worse := func(format string, arguments ...any) {
		c.Worse = true
		c.Notes = append(c.Notes, fmt.Sprintf(format, arguments...))
	}
	switch {
	case was.Serves() && !is.Serves():
		worse("is not served any more")
	case was.Verdict.Better(is.Verdict) && is.Verdict == proof.Partitions:
		worse("reads %s", partitionsText(is.Reads.Partitions))
	case was.Verdict.Better(is.Verdict):
		worse("is served by %s", is.Verdict.Words())
	}
	if was.Ordered && !is.Ordered {
		worse("gets rows that the application must sort")
	}
	if before, after := was.Reads, is.Reads; before.Rows.Known && after.Rows.Known && !after.AtMost && moreRows*before.Rows.Typical < after.Rows.Typical {
		c.Notes = append(c.Notes, fmt.Sprintf("reads %s rows instead of %s", sizing.FormatMean(after.Rows.Typical), sizing.FormatMean(before.Rows.Typical)))
	}
	for i := range is.Lookups {
		if lost := lost(was.Missing, is.Lookups[i].Finds); len(lost) > 0 {
			how := "a second read"
			if is.Lookups[i].Each {
				how = "a read for each row"
			}
			worse("reads %s from %s, %s", lostNames(after, lost), after.Title(is.Lookups[i].Table), how)
		}
	}
	if lost := lost(was.Lacking(), is.Lacking()); len(lost) > 0 && is.Serves() {
		worse("does not get %s any more", lostNames(after, lost))
	}
	if !c.Worse && is.Whole().Better(was.Whole()) {
		c.Notes = append(c.Notes, "is served better")
	}
}

// moreRows is the factor by which a query's rows must grow for a note: buckets are rounded up.
const moreRows = 1.5

func partitionsText(a proof.Amount) string {
	if !a.Known {
		return "several partitions"
	}
	return sizing.FormatMean(a.Typical) + " partitions"
}

// lost returns what the SELECT clause lacks now and did not lack before.
func lost(was, is []proof.Missing) []proof.Missing {
	return slices.DeleteFunc(slices.Clone(is), func(m proof.Missing) bool { return slices.Contains(was, m) })
}

func lostNames(m *model.Model, lost []proof.Missing) string {
	var names []string
	for _, missing := range lost {
		name := missing.Name
		if missing.Attribute != "" {
			name = m.Title(missing.Attribute)
		}
		names = append(names, name)
	}
	return list(names)
}
