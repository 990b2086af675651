package advice

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
	"widerow/model/write"
)

// Statement is a statement on rows of a script, with the facts that rules need about its text.
type Statement struct {
	// Verb is SELECT, INSERT, UPDATE, DELETE or BATCH.
	Verb string
	// Relation is the table, "" if it is not known; Name its qualified name.
	Relation model.ID
	Name     string
	// Verdict is the way in which the server runs the statement, "" if the server refuses it.
	Verdict Verdict
	// Partitions is the number of partitions that it names, 0 if that is open.
	Partitions int
	// Nulls are columns that are set to the constant NULL, Whole collections that are set whole,
	// Lists lists whose elements are added, set or removed by position.
	Nulls, Whole, Lists []string
	// Fields are columns of which an UPDATE sets a field of a type.
	Fields []string
	// Sets are the columns that an UPDATE sets whole, Bound those of them that it sets to a bind marker. Selects are the columns
	// that a SELECT returns.
	Sets, Bound, Selects []string
	// Indexes are the names of the indexes that a SELECT uses, Conditions the columns that it gives or sorts by.
	Indexes, Conditions []string
	// Calls are functions whose value differs at each run: now(), uuid().
	Calls []string
	// Aggregate is a built-in aggregate that a SELECT has, such as count.
	Aggregate string
	// SetsTTL is the table option default_time_to_live that ALTER TABLE sets, "" for none. Its verb is ALTER.
	SetsTTL string
	// Counts reports that it changes a counter, Expires that it writes with a TTL.
	Counts, Expires bool
	// Grouped reports GROUP BY.
	Grouped bool
	// Filtering is ALLOW FILTERING. Conditional is a lightweight transaction. Limited has a LIMIT.
	Filtering, Conditional, Limited bool
	// Timestamp is the constant of USING TIMESTAMP in microseconds, 0 for none.
	Timestamp float64
	// Batch describes a batch, nil for others.
	Batch *Batch
}

// Batch describes the writes of a batch.
type Batch struct {
	Logged, Counter bool
	Statements      int
	// Partitions is the number of different partition keys: keys that are not provably equal count as different. Tables
	// are the tables.
	Partitions  int
	Tables      []string
	Conditional bool
	// Expires reports that part of the statements write with a TTL.
	Expires bool
	// Idempotent reports whether a repetition of all statements does no harm.
	Idempotent bool
}

// Verdict is the way in which a statement reads.
type Verdict string

// The verdicts, from the cheapest to the most expensive.
const (
	OnePartition   Verdict = "one partition"
	Several        Verdict = "several partitions"
	ByIndex        Verdict = "index"
	ByFiltering    Verdict = "filtering"
	ByScan         Verdict = "scan"
	RejectedByRule Verdict = "rejected"
	// FailsWhenRun is for a statement that the server prepares and then rejects each time it runs.
	FailsWhenRun Verdict = "fails when run"
)

// each statement of a script is visited with its number.
func (p *Pass) eachStatement(visit func(at int, s *Statement)) {
	for i := range p.Statements {
		visit(i+1, &p.Statements[i])
	}
}

func checkNulls(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		if len(s.Nulls) > 0 {
			p.report(Finding{Level: Warning, At: at, Element: s.Relation, Numbers: []Number{{"tombstones", float64(len(s.Nulls)), "per run"}},
				Message: fmt.Sprintf("%s of %s writes NULL to %s: a tombstone for each row, also where there was no value", s.Verb, s.Name, strings.Join(s.Nulls, ", "))})
		}
	})
}

func checkWholeCollections(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		if s.Verb == "UPDATE" && len(s.Whole) > 0 {
			p.report(Finding{Level: Warning, At: at, Element: s.Relation,
				Message: fmt.Sprintf("UPDATE sets the whole of %s.%s: each time a tombstone hides the elements before", s.Name, strings.Join(s.Whole, ", "))})
		}
	})
}

func checkListWrites(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		if len(s.Lists) > 0 {
			p.report(Finding{Level: Warning, At: at, Element: s.Relation,
				Message: fmt.Sprintf("A retry changes the list %s of %s twice: elements are added again, and "+
					"places are read before they are written", strings.Join(s.Lists, ", "), s.Name)})
		}
	})
}

func checkStatementScan(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		isWhole := !s.Limited || s.Aggregate != "" || s.Grouped // a LIMIT ends the scan
		if s.Verb == "SELECT" && s.Verdict == ByScan && !s.Filtering && isWhole && !system(s.Name) {
			p.report(
				Finding{Level: Warning, At: at, Element: s.Relation,
					Message: fmt.Sprintf("SELECT reads the whole of %s: all nodes, and more with each row", s.Name)})
		}
	})
}

func checkStatementFiltering(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		switch {
		case !s.Filtering || system(s.Name):
		case s.Verdict == ByFiltering || s.Verdict == OnePartition || s.Verdict == Several:
			p.report(
				Finding{Level: Info, At: at, Element: s.Relation,
					Message: fmt.Sprintf(
						"SELECT of %s reads rows of given partitions and drops those that do not match", s.Name)})
		default:
			p.report(
				Finding{Level: Warning, At: at, Element: s.Relation,
					Message: fmt.Sprintf(
						"SELECT of %s with ALLOW FILTERING reads the table on all nodes and drops what does not match",
						s.Name)})
		}
	})
}

func checkStatementIn(p *Pass) {
	keys := p.limit(PartitionKeysInRead)
	p.eachStatement(func(at int, s *Statement) {
		if count := float64(s.Partitions); s.Verb == "SELECT" && keys.level(count) != "" {
			p.report(Finding{Guardrail: keys.Guardrail, Level: keys.level(count), At: at, Element: s.Relation,
				Numbers: []Number{{"partitions", count, ""}, {"limit", keys.of(count), ""}},
				Message: fmt.Sprintf("SELECT reads %s partitions of %s with one IN; the limit is %s: one node "+
					"collects all, and the slowest decides", figure(count), s.Name, figure(keys.of(count)))})
		}
	})
}

// checkBatches reports batches over many partitions. How many statements a service takes is a matter of its target: check
// reports it.
func checkBatches(p *Pass) {
	limit := p.limit(BatchPartitions)
	p.eachStatement(func(at int, s *Statement) {
		b := s.Batch
		if b == nil || b.Statements < 2 {
			return
		}
		partitions := float64(b.Partitions)
		finding := Finding{Level: limit.level(partitions), Guardrail: limit.Guardrail, At: at, Numbers: []Number{
			{"statements", float64(b.Statements), ""}, {"partitions", partitions, ""}}}
		switch {
		case b.Logged && b.Partitions > 10: // the guardrail is about unlogged ones
			finding.Level, finding.Guardrail = Warning, ""
			finding.Message = fmt.Sprintf("The logged batch writes %s partitions: it is written to the logs of two more nodes first, and "+
				"waits for the slowest partition", figure(float64(b.Partitions)))
		case !b.Logged && !b.Counter && finding.Level != "":
			finding.Message = fmt.Sprintf("The unlogged batch writes %s partitions; the limit is %s: it saves nothing, and one node carries "+
				"the work of all", figure(float64(b.Partitions)), figure(limit.of(partitions)))
		default:
			return
		}
		p.report(finding)
	})
	p.checkBatchBytes()
}

// checkBatchBytes reports batches of updates that are larger than a policy allows.
func (p *Pass) checkBatchBytes() {
	limit := p.limit(BatchSize)
	p.updates(func(update *model.Update, plan *write.Plan) {
		for i := range plan.Steps {
			step := &plan.Steps[i]
			bytes := max(step.Bytes.Typical, step.Bytes.Worst)
			if !step.IsBatch() || !step.Bytes.Known || limit.level(bytes) == "" {
				continue
			}
			p.reportAs("update/batch-size", Finding{Level: limit.level(bytes), Element: plan.Update, Guardrail: limit.Guardrail,
				Numbers: []Number{{"bytes", bytes, "B"}, {"limit", limit.of(bytes), "B"}},
				Message: fmt.Sprintf("A batch of %s has %s at worst; the limit of the policy is %s", p.label(plan.Update),
					sizing.FormatBytes(bytes), sizing.FormatBytes(limit.of(bytes))),
				Hint: "Send the statements by themselves, or write fewer copies."})
			return
		}
	})
}

func checkConditionalBatch(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		if s.Batch != nil && s.Batch.Conditional && len(s.Batch.Tables) > 1 {
			p.report(Finding{Level: Error, At: at, Message: "A batch with a condition writes several tables: Cassandra rejects it",
				Hint: "Give all of its statements the same partition key, in one table."})
		}
	})
}

// checkTTLChanges reports a TTL that is changed in a script: rows that are there keep theirs.
func checkTTLChanges(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		if s.SetsTTL != "" {
			p.report(
				Finding{Level: Info, At: at, Element: s.Relation,
					Message: fmt.Sprintf(
						"ALTER TABLE sets the TTL of %s to %s: rows that are there already keep what they had", s.Name,
						s.SetsTTL)})
		}
	})
}

// earliest and latest bound what USING TIMESTAMP plausibly means: from 2000 to 2040, in microseconds.
const (
	earliest = 946684800e6
	latest   = 2208988800e6
)

func checkTimestamp(p *Pass) {
	p.eachStatement(func(at int, s *Statement) {
		switch {
		case s.Timestamp == 0:
		case s.Timestamp < earliest:
			p.report(Finding{Level: Warning, At: at, Element: s.Relation, Numbers: []Number{{"timestamp", s.Timestamp, "µs"}},
				Message: fmt.Sprintf("USING TIMESTAMP %.0f is before 2000 in microseconds: the write loses "+
					"against all others. Is it in milliseconds or seconds?", s.Timestamp)})
		case s.Timestamp > latest:
			p.report(Finding{Level: Warning, At: at, Element: s.Relation, Numbers: []Number{{"timestamp", s.Timestamp, "µs"}},
				Message: fmt.Sprintf("USING TIMESTAMP %.0f is after 2040 in microseconds: until then no other "+
					"write wins, and a deletion does not delete. Is it in nanoseconds?", s.Timestamp)})
		}
	})
}

func system(name string) bool {
	keyspace, _, _ := strings.Cut(name, ".")
	return slices.Contains([]string{"system", "system_schema", "system_auth", "system_distributed", "system_traces",
		"system_views", "system_virtual_schema"}, keyspace)
}
