package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"widerow/cli/verb"
	"widerow/cql/sample"
	"widerow/handlers/connections/load"
	"widerow/model"
	"widerow/store/cluster"
)

// loadCommand writes sample data.
type loadCommand struct {
	Rows     int    `help:"About how many rows the largest table gets; the others in proportion." default:"10000" placeholder:"N"`
	Seed     string `help:"Seed of the random data; the same gives the same rows. Default: that of the data that is there, or a new one." placeholder:"NUMBER"`
	Keyspace string `help:"Keyspace, or the beginning of the names of several. Default: those of the model and _sample." placeholder:"NAME"`
	OwnNames bool   `help:"Call the keyspaces as the model does, so that its statements run on the data. They must not exist, or be sample data."`
	Yes      bool   `help:"Drop sample data that is there, and make it anew."`
	Format   string `help:"text or json." enum:"text,json" default:"text"`
	scriptFlags
	Connection string   `arg:"" help:"The cluster: cassandra://[USER@]HOST[:PORT], or cassandra:NAME of the settings file; the password is in WIDEROW_PASSWORD."`
	Files      []string `arg:"" name:"file" help:"A Widerow document, a model on a server, or the files and folders of a CQL script; - means standard input."`
}

// Validate returns an error if flags do not go together. kong calls it.
func (l *loadCommand) Validate() error {
	if l.OwnNames && l.Keyspace != "" {
		return errors.New("--own-names and --keyspace both name the keyspaces: give one of them")
	}
	return l.scriptFlags.Validate()
}

// Run loads the data, and writes what was done.
func (l *loadCommand) Run(console *verb.Console) error {
	result, err := l.run(console)
	if result == nil {
		return err
	}
	if err := l.write(console.Stdout, result, err); err != nil {
		return err
	}
	return l.explain(console, result, err)
}

func (l *loadCommand) run(console *verb.Console) (*load.Result, error) {
	from, isCluster, err := parseConnection(console, l.Connection)
	if err != nil {
		return nil, err
	}
	if !isCluster {
		return nil, verb.ClusterError{Err: fmt.Errorf("%s is no cluster: want cassandra://HOST or cassandra:NAME, and then the model", l.Connection)}
	}
	seed, err := load.ParseSeed(l.Seed)
	if err != nil {
		return nil, fmt.Errorf("--seed: %w", err)
	}
	source, err := l.source(console, l.Files, "")
	if err != nil {
		return nil, err
	}
	loaded, err := source.model(console)
	if err != nil {
		return nil, err
	}
	if len(loaded.refused) > 0 {
		return nil, fmt.Errorf("%s: nothing was done, since Cassandra would reject %s", source.name, verb.Counted(len(loaded.refused), "statement"))
	}
	naming := sample.Naming{Keyspace: cmp.Or(l.Keyspace, from.options.Keyspace), Own: l.OwnNames}
	from.options.Keyspace = "" // it may not exist yet
	session, err := from.open(console)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	server, err := session.Server(console)
	if err != nil {
		return nil, from.explain(err)
	}
	if server.Target != "" {
		loaded.document.Target = model.Target(server.Target)
	}
	progress := newLoadProgress(console.Stderr)
	defer progress.clear()
	return load.Run(console, session, load.Job{Model: loaded.document, Rows: l.Rows, Seed: seed, Naming: naming, Again: l.Yes}, progress.say)
}

// explain says why the data is not there, and how to go on.
func (l *loadCommand) explain(console *verb.Console, result *load.Result, err error) error {
	if err == nil {
		return nil
	}
	fmt.Fprintf(console.Stderr, "widerow: %s\n", verb.Visible(verb.OneLine(err)))
	var refused *load.Refused
	switch {
	case errors.As(err, &refused) && refused.Again:
		fmt.Fprintln(console.Stderr, "widerow: nothing was done. Run it again with --yes, or with another --keyspace")
	case errors.As(err, &refused):
		fmt.Fprintln(console.Stderr, "widerow: nothing was done. --keyspace names another keyspace")
	case len(result.Left) > 0:
		fmt.Fprintf(console.Stderr, "widerow: %s done, %d left from %s on. The same command with --seed %d and the same --rows goes on there\n",
			verb.Counted(len(result.Tables), "table"), len(result.Left), result.Left[0], result.Seed)
	}
	if errors.Is(err, cluster.ErrUnreachable) || errors.Is(err, cluster.ErrAuthentication) || errors.Is(err, cluster.ErrTimeout) {
		return verb.ExitCode(verb.Misused)
	}
	return verb.ExitCode(verb.Failed)
}

// loadProgress shows the progress of a load: in one line of a terminal, and else now and then in a line of its own.
type loadProgress struct {
	to         io.Writer
	isTerminal bool
	told       time.Time
	width      int
}

func newLoadProgress(to io.Writer) *loadProgress {
	file, isFile := to.(*os.File)
	return &loadProgress{to: to, isTerminal: isFile && term.IsTerminal(int(file.Fd())), told: time.Now()}
}

// betweenLines is the time between two lines of progress where there is no terminal.
const betweenLines = 5 * time.Second

func (p *loadProgress) say(step load.Step) {
	text := step.What
	if step.Of > 0 {
		text = fmt.Sprintf("%s: %d of about %d rows", step.What, step.Rows, step.Of)
	}
	switch {
	case p.isTerminal:
		fmt.Fprintf(p.to, "\r%-*s", p.width, text)
		p.width = len(text)
	case time.Since(p.told) > betweenLines:
		p.told = time.Now()
		fmt.Fprintln(p.to, text)
	}
}

// clear removes the line of a terminal.
func (p *loadProgress) clear() {
	if p.isTerminal && p.width > 0 {
		fmt.Fprintf(p.to, "\r%-*s\r", p.width, "")
	}
}
