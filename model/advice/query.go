package advice

import (
	"fmt"
	"math"
	"slices"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/capacity"
	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// served calls visit with each query that a table answers, and how.
func (p *Pass) served(visit func(id model.ID, query *model.Query, j *proof.Judgement)) {
	for _, result := range p.Proofs {
		if len(result.Judgements) > 0 && result.Judgements[0].Serves() {
			visit(result.Query, p.Model.Workflow.Queries[result.Query], &result.Judgements[0])
		}
	}
}

func checkInPartitions(p *Pass) {
	if p.Script {
		return // checkStatementIn does
	}
	keys, product := p.limit(PartitionKeysInRead), p.limit(CartesianProduct)
	p.served(func(id model.ID, query *model.Query, j *proof.Judgement) {
		if !slices.ContainsFunc(j.Select.Where, func(c access.Condition) bool { return c.Operator == access.In }) || !j.Reads.Partitions.Known || j.Spread != nil {
			return
		}
		count := j.Reads.Partitions.Worst
		finding := Finding{Element: id}
		switch {
		case keys.level(count) != "":
			finding.Guardrail = keys.Guardrail
			finding.Level, finding.Numbers = keys.level(count), []Number{{"partitions", count, ""}, {"limit", keys.of(count), ""}}
			finding.Message = fmt.Sprintf("%s reads %s partitions with one IN; the limit is %s: one node "+
				"collects all, and the slowest decides", p.label(id), figure(count), figure(keys.of(count)))
		case product.level(count) != "" && inCount(j) > 1:
			finding.Guardrail = product.Guardrail
			finding.Level, finding.Numbers = product.level(count), []Number{{"combinations", count, ""}, {"limit", product.of(count), ""}}
			finding.Message = fmt.Sprintf("%s combines several IN to %s partitions; the limit is %s", p.label(id), figure(count), figure(product.of(count)))
		default:
			return
		}
		p.report(finding)
	})
}

func inCount(j *proof.Judgement) int {
	count := 0
	for _, c := range j.Select.Where {
		if c.Operator == access.In {
			count++
		}
	}
	return count
}

func checkPage(p *Pass) {
	limit := p.limit(PageSize)
	p.served(func(id model.ID, query *model.Query, j *proof.Judgement) {
		if page := float64(query.PageSize); limit.Guardrail != "" && limit.level(page) != "" {
			p.report(Finding{Level: limit.level(page), Element: id, Guardrail: limit.Guardrail,
				Numbers: []Number{{"page_size", page, ""}, {"limit", limit.of(page), ""}},
				Message: fmt.Sprintf("%s has pages of %s rows; the limit is %s", p.label(id), sizing.FormatNumber(page), sizing.FormatNumber(limit.of(page)))})
			return
		}
		rows := j.Reads.Rows
		if !rows.Known || rows.Worst <= limit.Warn || limit.Warn == 0 || query.Limit > 0 || query.PageSize > 0 || aggregates(query) {
			return
		}
		p.report(Finding{Level: Info, Element: id, Assumed: j.Reads.AtMost, Numbers: []Number{{"rows", rows.Worst, ""}, {"limit", limit.Warn, ""}},
			Message: fmt.Sprintf("%s returns up to %s rows without LIMIT or PAGE: no driver fetches more than %s at once", p.label(id),
				sizing.FormatNumber(rows.Worst), sizing.FormatNumber(limit.Warn))})
	})
}

func aggregates(query *model.Query) bool {
	for _, find := range query.Find {
		if find.Aggregate != "" {
			return true
		}
	}
	return false
}

// tombstoneWarning and tombstoneFailure are the defaults of tombstone_warn_threshold and tombstone_failure_threshold.
const (
	tombstoneWarning = 1_000
	tombstoneFailure = 100_000
)

// defaultGrace is the default of gc_grace_seconds.
const defaultGrace = 10 * day

// checkQueues reports partitions whose rows are read from one end and deleted there.
func checkQueues(p *Pass) {
	p.served(func(id model.ID, query *model.Query, j *proof.Judgement) {
		r, found := p.table(j.Table)
		if !found || len(r.clustering) == 0 || newestFirst(r) || !readsHead(query, j) {
			return
		}
		for i := range p.Plans {
			plan := &p.Plans[i]
			if !p.deletesRows(plan, r) {
				continue
			}
			if finding, few := p.queue(id, r, plan); !few {
				p.report(finding)
				return
			}
		}
	})
}

// newestFirst reports whether rows are in the order of time, the newest first: what is done with them and deleted is at
// the other end.
func newestFirst(r relation) bool {
	first := r.clustering[0].Value
	return first.Descending && isTime(first.Type)
}

// readsHead reports whether a query reads the first rows of a partition.
func readsHead(query *model.Query, j *proof.Judgement) bool {
	for _, c := range j.Select.Where {
		for _, name := range c.Columns {
			if column := columnOf(j.Access, name); column != nil && column.Role == model.Clustering {
				return false
			}
		}
	}
	return query.Limit > 0 || query.PageSize > 0
}

// deletesRows reports whether a plan deletes single rows of a table.
func (p *Pass) deletesRows(plan *write.Plan, r relation) bool {
	return slices.ContainsFunc(writesOf(plan, r.id), func(s *statement) bool {
		if s.Write.Delete == nil || len(s.Write.Delete.Columns) > 0 {
			return false
		}
		conditions := len(s.Write.Delete.Where)
		if s.Text != "" { // a statement of the application is kept as text
			conditions = len(p.Model.Workflow.Updates[plan.Update].Given)
		}
		return conditions > len(r.partition)
	})
}

// queue words a finding, and reports whether so few rows are deleted that no read notices.
func (p *Pass) queue(id model.ID, r relation, plan *write.Plan) (finding Finding, few bool) {
	grace, given := r.number("gc_grace_seconds")
	if !given {
		grace = defaultGrace
	}
	label, reads := p.label(plan.Update), p.label(id)
	finding = Finding{Level: Warning, Element: id,
		Message: fmt.Sprintf("%s reads %s from the end at which %s deletes: a queue. Each read skips the "+
			"tombstones of %s (gc_grace_seconds)", reads, r.name, label, duration(grace))}
	partitions := max(1, p.partitions(r))
	if plan.Rate.Known && plan.Rate.Typical > 0 {
		perDay := plan.Rate.Typical * day / partitions
		tombstones := perDay * grace / day
		finding.Numbers = []Number{{"deletions", perDay, "per day and partition"}, {"gc_grace_seconds", grace, "s"}, {"tombstones", tombstones, ""}}
		finding.Message = fmt.Sprintf("%s reads %s from the end at which %s deletes: %s deletions a day × %s "+
			"of gc_grace_seconds = %s tombstones in front of the next row; a read warns at %s and fails at %s",
			reads, r.name, label, figure(math.Round(perDay)), duration(grace), figure(math.Round(tombstones)), figure(tombstoneWarning), figure(tombstoneFailure))
		finding.Assumed = partitions == 1 && p.partitions(r) == 0
		few = tombstones < tombstoneWarning
	}
	return finding, few
}

// table returns a table by its id.
func (p *Pass) table(id model.ID) (relation, bool) {
	i := slices.IndexFunc(p.tables, func(r relation) bool { return r.id == id })
	if i < 0 {
		return relation{}, false
	}
	return p.tables[i], true
}

// partitions returns the number of partitions of a relation, 0 if it is unknown.
func (p *Pass) partitions(r relation) float64 {
	if table := p.loads[r.id]; table != nil && table.Err == "" && table.From != capacity.Assumed {
		return table.Partitions.Typical
	}
	return 0
}

// rates returns the typical reads and writes of a relation in a second, as far as they are known.
func (p *Pass) rates(id model.ID) (reads, writes float64) {
	if table := p.loads[id]; table != nil {
		return table.Reads.Typical, table.Writes.Typical
	}
	return 0, 0
}

// label names a query or an update: by its label, or in a script by its verb.
func (p *Pass) label(id model.ID) string {
	query, update := p.Model.Workflow.Queries[id], p.Model.Workflow.Updates[id]
	switch {
	case p.Script && query != nil:
		return "SELECT"
	case p.Script && update != nil:
		return map[model.UpdateKind]string{model.Insert: "INSERT", model.Change: "UPDATE", model.Delete: "DELETE", model.Increment: "UPDATE"}[update.Kind]
	case query != nil:
		return query.Label
	case update != nil:
		return update.Label
	}
	return ""
}
