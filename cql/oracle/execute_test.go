package oracle

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/model/write"
)

// execution is an application that carries out a plan, statement by statement.
type execution struct {
	*site
	*event
	reads []*readRows
	log   []string
}

// carryOut runs the steps of a plan.
func (x *execution) carryOut(plan *write.Plan) error {
	x.reads = make([]*readRows, len(plan.Steps))
	for i := range plan.Steps {
		step := &plan.Steps[i]
		var texts []string
		for k := range step.Statements {
			s := &step.Statements[k]
			if s.Refusal != nil {
				return fmt.Errorf("the plan has a statement that Cassandra rejects: %s", x.line(s))
			}
			runs, err := x.runs(s)
			if err != nil {
				return err
			}
			if step.Kind == write.Read {
				if err := x.readFor(i, s, runs); err != nil {
					return err
				}
				continue
			}
			for _, one := range runs {
				if text, err := x.text(s, one); err != nil {
					return err
				} else if !slices.Contains(texts, text) {
					texts = append(texts, text)
				}
			}
		}
		if err := x.send(step, texts); err != nil {
			return err
		}
	}
	return nil
}

func (x *execution) line(s *write.Statement) string {
	return strings.TrimSuffix(cql.StatementLine(cql.UpdateStatement(s)), ";")
}

func (x *execution) send(step *write.Step, texts []string) error {
	if len(texts) > 1 && step.IsBatch() {
		batch := "BEGIN BATCH "
		if step.Kind == write.UnloggedBatch {
			batch = "BEGIN UNLOGGED BATCH "
		}
		texts = []string{batch + strings.Join(texts, "; ") + "; APPLY BATCH"}
	}
	for _, text := range texts {
		x.log = append(x.log, text)
		if err := x.session.Query(text).Exec(); err != nil {
			return fmt.Errorf("%w: %s", err, text)
		}
	}
	return nil
}
