package proof

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// NoPartitionKey is the refusal of a table without a partition key, which cannot
// exist.
var NoPartitionKey = &access.Code{Text: "No PRIMARY KEY specifed for table '{column}' (exactly one required)",
	Hint: "Make a column the partition key."}

// filteringCodes are the refusals that ALLOW FILTERING lifts.
var filteringCodes = []*access.Code{access.NeedsFiltering, access.ClusteringContains}

// prefixCodes are the refusals of conditions that are no prefix of the clustering
// columns. ALLOW FILTERING lifts them, too, which is worth it only where no other table
// could do better.
var prefixCodes = []*access.Code{access.PrecedingMissing, access.AfterSlice, access.SliceBefore}

// judge builds the statement of a query on a table and judges it as Cassandra
// does.
func (p *prover) judge(query *model.Query, t *table) Judgement {
	return p.judgeStatement(p.build(query, t))
}

func (p *prover) judgeStatement(s *statement) Judgement {
	t := s.table
	j := Judgement{Table: t.id, Logical: t.logical, Unrealized: t.unrealized(p.model), Access: t.access,
		Verdict: None, Spread: s.spread, Missing: s.missing, statement: s}
	for _, c := range s.buckets {
		j.Buckets = append(j.Buckets, c.name)
	}
	var plan access.Plan
	if len(t.partition) == 0 {
		j.Refusal = &access.Refusal{Code: NoPartitionKey, Column: t.name(), Table: t.access}
	} else {
		plan, j.Refusal = t.access.Select(s.shape)
	}
	if j.Refusal == nil {
		j.Verdict = verdictOf(plan)
	} else if plan = j.filter(); j.Verdict == None && s.leaveOrder() {
		if plan, j.Refusal = t.access.Select(s.shape); j.Refusal == nil {
			j.Verdict = verdictOf(plan)
		} else {
			plan = j.filter()
		}
	}
	if j.Verdict != None {
		if refusal := s.judgeRuns(); refusal != nil {
			j.Verdict, j.Refusal, plan = None, refusal, access.Plan{}
		}
	}
	j.Select, j.Indexes = s.shape, plan.Indexes
	if s.spread != nil && j.Verdict == Partition {
		j.Verdict = Partitions
	}
	j.Sort, j.Repeats, j.Prefixes, j.Rowless, j.Counted = s.sort, s.repeats, s.prefixes, s.rowless, s.counted()
	if s.sort == nil && (s.repeats || s.multiplies || s.spread != nil && s.spread.Combines) {
		j.Limit = s.query.Limit
	}
	j.Ordered = s.sort == nil && (s.spread == nil || len(s.spread.Merge) == 0 || s.spread.InOrder)
	j.Reads = s.reads(&j, plan)
	if j.Verdict == Filtering && !s.mustFilter() {
		j.Filters = s.filters()
	}
	return j
}

// filters returns the restricted columns outside of the key.
func (s *statement) filters() []string {
	var names []string
	for _, c := range s.table.columns {
		if s.restricted[c] != unrestricted && !c.role.InKey() {
			names = append(names, c.name)
		}
	}
	return names
}

// name returns the name of a table, qualified by its keyspace if it has one.
func (t *table) name() string {
	if t.access.Keyspace == "" {
		return t.access.Name
	}
	return t.access.Keyspace + "." + t.access.Name
}

// filter judges the statement with ALLOW FILTERING if that lifts the refusal.
func (j *Judgement) filter() access.Plan {
	if !slices.Contains(filteringCodes, j.Refusal.Code) && !(slices.Contains(prefixCodes, j.Refusal.Code) && j.statement.mustFilter()) {
		return access.Plan{}
	}
	shape := &j.statement.shape
	shape.AllowFiltering = true
	plan, refusal := j.Access.Select(*shape)
	if refusal != nil {
		shape.AllowFiltering = false
		return access.Plan{}
	}
	j.Verdict = verdictOf(plan)
	return plan
}

func verdictOf(plan access.Plan) Verdict {
	switch plan.Kind {
	case access.Partitions:
		return Partitions
	case access.Index:
		return Index
	case access.FilterInPartition:
		return Filtering
	case access.Scan:
		return Scan
	}
	return Partition
}
