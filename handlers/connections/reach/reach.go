// Package reach asks clusters something in child processes of the server: a server that is hostile,
// endless or broken can end a child, and never the app.
//
// Read Job and Answer first, then Pool, the server's side, and Serve, the child's.
package reach

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"widerow/diagram/engine/process"
	"widerow/store/cluster"
)

// Target is a cluster and the way to reach it, with its secrets.
type Target struct {
	Hosts                      []string
	Datacenter, User, Password string
	TLS                        *cluster.TLS
	Bundle                     []byte // of Astra DB, instead of hosts
	AWS                        *cluster.AWS
	// Allowed lists the addresses that may be dialled, as for cluster.ParseDialList.
	Allowed string
}

// Job asks a cluster about its servers, for its schema, or to execute a statement.
type Job struct {
	Target    Target
	Server    bool
	Schema    bool
	Keyspaces []string // of the schema and the sizes; none for all
	Statement *cluster.Statement
	JSON      bool // asks for the values of the rows as JSON, too
	// Agree waits until all nodes have the same schema. It may take twice as long as other jobs.
	Agree bool
	// Sizes asks all nodes for the sizes of tables, Applications for the statements of clients.
	Sizes, Applications bool
	// Fill loads sample data.
	Fill *Fill
}

// longest bounds the job.
func (j Job) longest() time.Duration {
	switch {
	case j.Fill != nil:
		return LongestFill
	case j.Agree:
		return 2 * Longest
	}
	return Longest
}

// Answer has what the job asked for.
type Answer struct {
	Server  cluster.Server
	Schema  string
	Virtual []string // keyspaces without a schema of their own
	Result  *cluster.Result
	JSON    [][]json.RawMessage // of the rows, if the job asks for it
	Down    []string            // nodes that are down, and do not have the schema of the others
	Sizes   *cluster.Sizes
	// Applications are the statements of clients, as one script. Statements counts them, and Missing has the
	// nodes that did not answer, with the reason.
	Applications string
	Statements   int
	Missing      map[string]string
	Filled       *Filled
}

// Runner does jobs.
type Runner interface {
	Do(ctx context.Context, job Job) (*Answer, error)
}

// Longest bounds a job: connecting, and what follows.
const Longest = time.Minute

// Local does jobs in this process. Tests use it, and a server that can start no process.
type Local struct{}

// Do implements Runner.
func (Local) Do(ctx context.Context, job Job) (*Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, job.longest())
	defer cancel()
	session, err := open(ctx, job.Target)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	return job.with(ctx, session)
}

func open(ctx context.Context, t Target) (*cluster.Session, error) {
	allowed, err := cluster.ParseDialList(t.Allowed)
	if err != nil {
		return nil, fmt.Errorf("%w: the list of allowed addresses: %w", cluster.ErrOptions, err)
	}
	return cluster.Open(ctx, cluster.Options{Hosts: t.Hosts, Datacenter: t.Datacenter, User: t.User, Password: t.Password, TLS: t.TLS,
		Bundle: t.Bundle, AWS: t.AWS, Dial: allowed})
}

// with does the job in an open session.
func (j Job) with(ctx context.Context, session *cluster.Session) (*Answer, error) {
	answer := &Answer{}
	var err error
	if j.Server {
		if answer.Server, err = session.Server(ctx); err != nil {
			return nil, err
		}
	}
	if j.Schema {
		if answer.Schema, answer.Virtual, err = session.Schema(ctx, j.Keyspaces...); err != nil {
			return nil, err
		}
	}
	if j.Statement != nil {
		if answer.Result, err = session.Run(ctx, *j.Statement); err != nil {
			return nil, err
		}
	}
	if err := j.onNodes(ctx, session, answer); err != nil {
		return nil, err
	}
	if j.Fill != nil {
		if answer.Filled, err = j.Fill.run(ctx, session); err != nil {
			return nil, err
		}
	}
	if j.JSON && answer.Result != nil {
		for _, row := range answer.Result.Rows {
			values := make([]json.RawMessage, len(row))
			for i := range row {
				values[i] = row[i].JSON()
			}
			answer.JSON = append(answer.JSON, values)
		}
	}
	return answer, nil
}

// onNodes does the parts of the job that ask each node.
func (j Job) onNodes(ctx context.Context, session *cluster.Session, answer *Answer) (err error) {
	if j.Agree {
		if answer.Down, err = session.AwaitAgreement(ctx); err != nil {
			return err
		}
	}
	if j.Sizes {
		if answer.Sizes, err = session.Sizes(ctx, j.Keyspaces...); err != nil {
			return err
		}
	}
	if j.Applications {
		statements, missing, err := session.Applications(ctx)
		if err != nil {
			return err
		}
		answer.Applications, answer.Statements, answer.Missing = cluster.Script(statements), len(statements), missing
	}
	return nil
}

// Work names the jobs of this package after process.Verb.
const Work = "clusters"

// Limits on a child. An answer of a server has 16 MiB at most.
const (
	childMemory = 192 << 20
	maxFrame    = 64 << 20
	childIdle   = time.Minute
	atOnce      = 4
)

// Pool does jobs in child processes.
type Pool struct{ processes *process.Pool }

// NewPool returns a pool without a child. Its owner closes it.
func NewPool(program string, log *slog.Logger) *Pool {
	return &Pool{process.NewPool(process.Options{Name: "cluster process", Command: []string{program, process.Verb, Work}, Size: atOnce,
		Memory: childMemory, MaxMemory: 2 * childMemory, MaxFrame: maxFrame, Idle: childIdle, Logger: log})}
}

// Close ends all children.
func (p *Pool) Close() error { return p.processes.Close() }

// Do implements Runner.
func (p *Pool) Do(ctx context.Context, job Job) (*Answer, error) {
	body, err := json.Marshal(job)
	if err != nil {
		return nil, fmt.Errorf("ask a cluster: %w", err)
	}
	var got message
	err = p.processes.Do(ctx, process.Job{Body: body, Within: job.longest(), Note: hear(ctx), Read: func(text []byte) error { return json.Unmarshal(text, &got) }})
	switch {
	case err == nil && got.Failure != nil:
		return nil, got.Failure.error()
	case err == nil:
		return got.Answer, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%w: %w", cluster.ErrCancelled, context.Cause(ctx))
	case errors.Is(err, process.ErrBusy):
		return nil, fmt.Errorf("%w: the server asks as many clusters as it may at once: try again in a moment", cluster.ErrTimeout)
	case errors.Is(err, process.ErrLate):
		return nil, fmt.Errorf("%w: the cluster took longer than %v", cluster.ErrTimeout, job.longest())
	}
	return nil, fmt.Errorf("%w: the process that asked the cluster has ended: %w", cluster.ErrProtocol, err)
}

// message is the answer of a child.
type message struct {
	Answer  *Answer  `json:",omitempty"`
	Failure *failure `json:",omitempty"`
}

// failure is an error on its way from a child.
type failure struct {
	Kind    int // of kinds; -1 for none
	Text    string
	Refusal *cluster.Refusal `json:",omitempty"`
}

// kinds are the errors that callers distinguish.
var kinds = []error{cluster.ErrOptions, cluster.ErrNotAllowed, cluster.ErrUnreachable, cluster.ErrAuthentication, cluster.ErrTLS,
	cluster.ErrTimeout, cluster.ErrTooLarge, cluster.ErrProtocol, cluster.ErrCancelled, cluster.ErrDisagreement}

func failureOf(err error) *failure {
	f := &failure{Kind: -1, Text: err.Error()}
	errors.As(err, &f.Refusal)
	for i, kind := range kinds {
		if errors.Is(err, kind) {
			f.Kind = i
			break
		}
	}
	return f
}

func (f *failure) error() error {
	switch {
	case f.Refusal != nil:
		return f.Refusal
	case f.Kind < 0 || f.Kind >= len(kinds):
		return errors.New(f.Text)
	}
	return told{kinds[f.Kind], f.Text}
}

// told is an error of a child, of a kind.
type told struct {
	kind error
	text string
}

func (t told) Error() string { return t.text }
func (t told) Unwrap() error { return t.kind }

// Serve is the main function of a child: it does the jobs that arrive on stdin, until that ends.
// The session of the last job stays open for the next one with the same target.
func Serve(stdin io.Reader, stdout io.Writer) error {
	var kept child
	defer kept.close()
	parent := process.NewParent(stdin, stdout)
	err := parent.Serve(func(ctx context.Context, text []byte) ([]byte, error) {
		var job Job
		if err := json.Unmarshal(text, &job); err != nil {
			return nil, fmt.Errorf("read a job: %w", err)
		}
		answer, err := kept.do(saying(ctx, parent.Note), job)
		if err != nil {
			return json.Marshal(message{Failure: failureOf(err)})
		}
		return json.Marshal(message{Answer: answer})
	})
	if err != nil {
		return fmt.Errorf("cluster process: %w", err)
	}
	return nil
}

// child has the session of the last job.
type child struct {
	target  string
	session *cluster.Session
}

func (c *child) do(ctx context.Context, job Job) (*Answer, error) {
	if job.Fill != nil { // in a session that knows nothing of tables that are dropped
		return Local{}.Do(ctx, job)
	}
	ctx, cancel := context.WithTimeout(ctx, job.longest())
	defer cancel()
	target, err := json.Marshal(job.Target)
	if err != nil {
		return nil, fmt.Errorf("read a job: %w", err)
	}
	if c.session == nil || c.target != string(target) {
		c.close()
		session, err := open(ctx, job.Target)
		if err != nil {
			return nil, err
		}
		c.session, c.target = session, string(target)
	}
	answer, err := job.with(ctx, c.session)
	var refusal *cluster.Refusal
	if err != nil && !errors.As(err, &refusal) {
		c.close() // it may be broken
	}
	return answer, err
}

func (c *child) close() {
	if c.session != nil {
		c.session.Close()
	}
	c.session = nil
}
