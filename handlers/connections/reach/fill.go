package reach

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"widerow/cql/sample"
	"widerow/handlers/connections/load"
	"widerow/handlers/progress"
	"widerow/model"
	"widerow/store/cluster"
)

// LongestFill bounds a job that loads sample data.
const LongestFill = 20 * time.Minute

// Fill asks to load sample data for the tables of a model. Its steps are said to the context: see progress.
type Fill struct {
	Document []byte // the model
	Revision string
	Rows     int
	Seed     uint64
	Naming   sample.Naming
	Again    bool
}

// Filled is the result of a load. Problem is the reason why the load is incomplete, and Refused describes the
// keyspace that was left alone.
type Filled struct {
	Result  *load.Result
	Problem string
	Refused *load.Refused
}

// run loads the data.
func (f *Fill) run(ctx context.Context, session *cluster.Session) (*Filled, error) {
	document, err := model.Decode(f.Document)
	if err != nil {
		return nil, fmt.Errorf("read the model: %w", err)
	}
	server, err := session.Server(ctx)
	if err != nil {
		return nil, err
	}
	if server.Target != "" {
		document.Target = model.Target(server.Target)
	}
	result, err := load.Run(ctx, session, load.Job{Model: document, Revision: f.Revision, Rows: f.Rows, Seed: f.Seed, Naming: f.Naming, Again: f.Again},
		func(s load.Step) { progress.Say(ctx, progress.Step{What: s.What, Done: int(s.Rows), Of: int(s.Of)}) })
	filled := &Filled{Result: result}
	if err != nil {
		filled.Problem = err.Error()
		errors.As(err, &filled.Refused)
	}
	return filled, nil
}

// hear passes the steps of a child on to who watches the job.
func hear(ctx context.Context) func([]byte) {
	return func(text []byte) {
		var step progress.Step
		if json.Unmarshal(text, &step) == nil {
			progress.Say(ctx, step)
		}
	}
}

// saying returns a context whose steps are sent to the server.
func saying(ctx context.Context, note func([]byte) error) context.Context {
	return progress.With(ctx, func(step progress.Step) {
		if text, err := json.Marshal(step); err == nil {
			_ = note(text) // a server that is gone ends the child
		}
	})
}
