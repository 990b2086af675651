package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"widerow/cli/verb"
	"widerow/cql/syntax"
	"widerow/store/cluster"
)

// runCommand executes a script on a cluster.
type runCommand struct {
	Yes         bool          `help:"Run statements that change data or the schema, too. Without it such a script is not run at all."`
	Format      string        `help:"How rows are written: text, json or csv." enum:"text,json,csv" default:"text"`
	Consistency string        `help:"Consistency, such as LOCAL_QUORUM (default LOCAL_ONE); CONSISTENCY in the script changes it." placeholder:"LEVEL"`
	Timeout     time.Duration `help:"Wait for the answer to one statement." default:"10s"`
	Unchecked   bool          `help:"Run the script although Widerow expects the cluster to refuse some of it."`
	scriptFlags
	Connection string   `arg:"" help:"cassandra://[USER@]HOST[:PORT][/KEYSPACE] or cassandra:NAME of the settings; password: WIDEROW_PASSWORD."`
	Files      []string `arg:"" name:"file" help:"The files and folders of a CQL script; - means standard input."`
}

// Run judges the script against the schema of the cluster, and then executes it up to the
// first failure.
func (r *runCommand) Run(console *verb.Console) error {
	err := r.run(console)
	if code := verb.ExitCode(0); err == nil || errors.As(err, &code) {
		return err
	}
	if failed := (verb.ClusterError{}); errors.As(err, &failed) {
		return err
	}
	fmt.Fprintf(console.Stderr, "widerow: %v\n", verb.OneLine(err))
	return verb.ExitCode(verb.Failed)
}

func (r *runCommand) run(console *verb.Console) error {
	from, isCluster, err := parseConnection(console, r.Connection)
	if err != nil {
		return err
	}
	if !isCluster {
		return verb.ClusterError{Err: fmt.Errorf("%s is no cluster: want cassandra://HOST/KEYSPACE or cassandra:NAME, and then the files", r.Connection)}
	}
	from.options.Timeout, from.options.Limits.Cell = r.Timeout, runCell
	session, err := from.open(console)
	if err != nil {
		return err
	}
	defer session.Close()
	script, err := r.load(console, from, session)
	if err != nil {
		return err
	}
	if err := script.mayRun(console, r); err != nil {
		return err
	}
	running := &running{Console: console, session: session, script: script, output: newRunOutput(console.Stdout, r.Format),
		keyspace: cmp.Or(r.Use, from.options.Keyspace), consistency: r.Consistency}
	return running.all()
}

// running executes the statements of a script.
type running struct {
	*verb.Console
	session *cluster.Session
	script  *runScript
	output  runOutput

	keyspace, consistency, serial string
	tracing                       bool
}

// all executes the statements, up to the first failure.
func (r *running) all() error {
	for i, statement := range r.script.statements {
		finished, err := r.one(statement)
		if err != nil {
			r.failed(i, statement, err)
			return cmp.Or(r.output.end(i, len(r.script.statements)-i), error(verb.ExitCode(verb.Failed)))
		}
		if finished {
			return r.output.end(i+1, 0)
		}
	}
	return r.output.end(len(r.script.statements), 0)
}

// one executes a statement. finished reports that the script ends with it.
func (r *running) one(s runStatement) (finished bool, err error) {
	switch statement := s.parsed.(type) {
	case *syntax.Use:
		r.keyspace = statement.Keyspace.Name
		return false, nil
	case *syntax.Other:
		return r.command(statement)
	}
	query := cluster.Statement{Text: s.text, Keyspace: r.keyspace, Consistency: r.consistency, Serial: r.serial, PageSize: runPage, Trace: r.tracing}
	for isFirst := true; isFirst || len(query.PageState) > 0; isFirst = false {
		result, err := r.session.Run(r, query)
		if err != nil {
			return false, err
		}
		for _, warning := range result.Warnings {
			fmt.Fprintf(r.Stderr, "%s: warning: %s\n", s.place(), verb.Visible(verb.OneLine(errors.New(warning))))
		}
		if err := r.output.page(s, result, isFirst); err != nil {
			return false, err
		}
		if result.Truncated != "" {
			return false, errors.New(result.Truncated)
		}
		query.PageState, query.Trace = result.PageState, false
	}
	if !s.onSchema {
		return false, nil
	}
	down, err := r.session.AwaitAgreement(r)
	if len(down) > 0 {
		fmt.Fprintf(r.Stderr, "%s: warning: these nodes are down and have not heard of the change: %s\n", s.place(), strings.Join(down, ", "))
	}
	return false, err
}

const (
	runPage = 1000     // rows that are read at once
	runCell = 16 << 20 // bytes of the largest value that is written
)

// command executes a command of cqlsh that changes how statements are executed.
func (r *running) command(c *syntax.Other) (finished bool, err error) {
	words := strings.Fields(strings.TrimRight(strings.ToUpper(c.Text), "; \t\r\n"))
	switch last := words[len(words)-1]; words[0] {
	case "CONSISTENCY":
		if len(words) > 1 {
			r.consistency = last
		}
	case "SERIAL":
		if len(words) > 2 {
			r.serial = last
		}
	case "TRACING":
		r.tracing = last == "ON"
	case "EXIT", "QUIT":
		return true, nil
	}
	return false, nil
}

// runCommands are the commands of cqlsh that a script may have.
var runCommands = []string{"CONSISTENCY", "SERIAL", "TRACING", "PAGING", "EXPAND", "CLEAR", "CLS", "UNICODE", "EXIT", "QUIT"}

// failed reports the statement that failed, and what is done and what is left.
func (r *running) failed(done int, s runStatement, err error) {
	fmt.Fprintf(r.Stderr, "%s: %s\n", s.placeOf(err), verb.Visible(verb.OneLine(err)))
	state := "This statement failed"
	var refusal *cluster.Refusal
	switch {
	case errors.Is(err, cluster.ErrDisagreement):
		done, state = done+1, "This statement is done, but the nodes do not agree yet"
	case errors.As(err, &refusal) && refusal.Unknown, errors.Is(err, cluster.ErrTimeout),
		errors.Is(err, cluster.ErrUnreachable), errors.Is(err, cluster.ErrCancelled):
		state = "It is not known whether this statement was carried out"
	}
	left := r.script.statements[min(slices.IndexFunc(r.script.statements, func(o runStatement) bool { return o.parsed == s.parsed })+1, len(r.script.statements)):]
	fmt.Fprintf(r.Stderr, "widerow: %s. %d of %s done", state, done, verb.Counted(len(r.script.statements), "statement"))
	if len(left) > 0 {
		fmt.Fprintf(r.Stderr, "; left: %s from %s on", verb.Counted(len(left), "statement"), left[0].place())
	}
	fmt.Fprintln(r.Stderr)
}
