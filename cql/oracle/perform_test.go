package oracle

import (
	"encoding/json"
	"fmt"
	"strings"

	"widerow/cql/perform"
	"widerow/model"
	"widerow/model/write"
)

// judgePerformed carries out a plan by the requests that the console sends, one by one, and compares the tables with the
// world after it. What the application computes would be a person's answer: such a plan is not judged.
func (s *site) judgePerformed(plan *write.Plan, update *model.Update) outcome {
	o := outcome{notJudged, "no instance to choose", ""}
	for range 3 {
		happened := s.event(update)
		if happened == nil {
			continue
		}
		if o = s.judgeUpdate(plan, happened); o.kind != right {
			return outcome{notJudged, "the plan itself is not right for it", o.details}
		}
		x := s.execution(happened)
		asks, err := x.perform(plan)
		if o = s.compareAfter(x, err); asks != "" {
			return outcome{notJudged, "a person would answer", asks}
		}
		if o.kind != right {
			return o
		}
	}
	return o
}

// perform sends the requests of a plan. It ends at a question.
func (x *execution) perform(plan *write.Plan) (question string, err error) {
	state := &perform.State{Given: map[string]string{}}
	for _, p := range perform.Parameters(x.m, plan) {
		if known := x.parameterOf(reference{p.Attribute(), p.Participant()}, p.IsWritten(), p.Operator); known != nil {
			state.Given[p.Key] = known.value.literal
			if literal := known.value.literal; len(known.value.parts) > 0 && !strings.HasPrefix(literal, "{") && !strings.HasPrefix(literal, "[") {
				state.Given[p.Key] = "[" + literal + "]" // the values of an IN
			}
		}
	}
	const most = 500
	for range most {
		kept, err := json.Marshal(state) // as the page keeps it
		if err != nil {
			return "", fmt.Errorf("keep the state: %w", err)
		}
		state = &perform.State{}
		if err := json.Unmarshal(kept, state); err != nil {
			return "", fmt.Errorf("read the state: %w", err)
		}
		p := perform.New(x.m, plan, state)
		action, err := p.Advance()
		switch {
		case err != nil:
			return "", err
		case action == nil:
			x.isStopped = state.Stopped != ""
			return "", nil
		case len(action.Questions) > 0:
			return action.Questions[0].Name + " of " + action.Questions[0].About, nil
		}
		if err := x.request(p, action, action.Requests[state.Sent]); err != nil {
			return "", err
		}
	}
	return "", fmt.Errorf("it sends more than %d requests", most)
}

// request sends one request of a plan.
func (x *execution) request(p *perform.Performance, action *perform.Action, request perform.Request) error {
	x.log = append(x.log, request.Text)
	if action.Step.Kind == write.Read {
		rows, err := x.literals(request)
		if err == nil {
			err = p.Read(&request, rows)
		}
		if err != nil {
			return err
		}
	} else {
		applied, err := true, error(nil)
		if request.Conditional {
			applied, err = x.session.Query(request.Text).MapScanCAS(map[string]any{})
		} else {
			err = x.session.Query(request.Text).Exec()
		}
		if err != nil {
			return fmt.Errorf("%w: %s", err, request.Text)
		}
		if !applied {
			p.Refused(action, "not applied")
			return nil
		}
	}
	p.Sent(action, "done")
	return nil
}

// literals returns the rows of a read, as CQL by column.
func (x *execution) literals(request perform.Request) ([]map[string]string, error) {
	iterator := x.session.Query(request.Text).Iter()
	var names, types []string
	for _, column := range iterator.Columns() {
		names = append(names, column.Name)
		typ := ""
		for _, t := range x.tables {
			if c := t.column(column.Name); c != nil && strings.EqualFold(t.name, request.Tables[0]) {
				typ = c.elementType()
			}
		}
		types = append(types, typ)
	}
	if err := iterator.Close(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, request.Text)
	}
	read, err := x.read(request.Text, types)
	if err != nil {
		return nil, err
	}
	var rows []map[string]string
	for _, values := range read {
		row := map[string]string{}
		for i, name := range names {
			row[name] = values[i].literal
		}
		rows = append(rows, row)
	}
	return rows, nil
}
