package oracle

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"widerow/cql/print"
	"widerow/model/write"
)

// execution is an application that carries out a plan, statement by statement.
type execution struct {
	*site
	*event
	reads []*readRows
	log   []string
	// limit is the number of requests that write, after which the application fails; -1 for none.
	limit, sent int
	// isStopped reports that the application stopped: a read found what must not be there, or a lightweight
	// transaction was not applied.
	isStopped bool
	// isRepeated reports that the application carries the update out again after a failure.
	isRepeated bool
}

// errFailed is the failure of the application after some requests.
var errFailed = errors.New("the application fails")

func (s *site) execution(e *event) *execution { return &execution{site: s, event: e, limit: -1} }

// carryOut runs the steps of a plan.
func (x *execution) carryOut(plan *write.Plan) error {
	x.reads = make([]*readRows, len(plan.Steps))
	for i := range plan.Steps {
		if err := x.carryOutStep(plan, i); err != nil || x.isStopped {
			return err
		}
	}
	return nil
}

func (x *execution) carryOutStep(plan *write.Plan, at int) error {
	step := &plan.Steps[at]
	var texts []string
	conditional := false
	for k := range step.Statements {
		s := &step.Statements[k]
		if s.Refusal != nil {
			return fmt.Errorf("the plan has a statement that Cassandra rejects: %s", x.line(s))
		}
		runs, err := x.runs(s)
		if err == nil && s.IfGroup != write.AnyGroup {
			runs, err = x.inGroups(s, runs)
		}
		if err == nil && s.UnlessWritten {
			runs, err = x.leftOf(plan, s, runs)
		}
		if err != nil {
			return err
		}
		if step.Kind == write.Read {
			if err := x.readFor(at, s, runs); err != nil {
				return err
			}
			x.isStopped = s.Stops && len(x.reads[at].rows) > 0
			continue
		}
		conditional = conditional || s.Conditional()
		for _, one := range runs {
			if text, err := x.text(s, one); err != nil {
				return err
			} else if !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return x.send(step, texts, conditional)
}

func (x *execution) line(s *write.Statement) string {
	return strings.TrimSuffix(print.StatementLine(print.UpdateStatement(s)), ";")
}

func (x *execution) send(step *write.Step, texts []string, conditional bool) error {
	if len(texts) > 1 && step.IsBatch() {
		batch := "BEGIN BATCH "
		if step.Kind == write.UnloggedBatch {
			batch = "BEGIN UNLOGGED BATCH "
		}
		texts = []string{batch + strings.Join(texts, "; ") + "; APPLY BATCH"}
	}
	for _, text := range texts {
		if x.sent++; x.limit >= 0 && x.sent > x.limit {
			return errFailed
		}
		x.log = append(x.log, text)
		applied, err := true, error(nil)
		if conditional {
			applied, err = x.session.Query(text).MapScanCAS(map[string]any{})
		} else {
			err = x.session.Query(text).Exec()
		}
		if err != nil {
			return fmt.Errorf("%w: %s", err, text)
		}
		if x.isStopped = !applied; x.isStopped {
			return nil
		}
	}
	return nil
}
