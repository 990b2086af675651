// Package cli is the command line. A verb that works on models has a file here, one
// that operates a server and its store a file in package operate. No other package imports as many.
//
// Read Main first, then the verb: operate/serve.go opens the store and starts the
// server; render.go, export.go, derive.go, size.go and check.go do their work without one.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"widerow/cli/operate"
	"widerow/cli/verb"
)

// The exit codes of Main.
const (
	Done    = verb.Done
	Failed  = verb.Failed
	Misused = verb.Misused
)

// commands lists the verbs in the order of the help.
type commands struct {
	Config configFile `help:"Read settings from this JSON file." placeholder:"FILE" env:"WIDEROW_CONFIG"`

	Serve       operate.Serve       `cmd:"" default:"withargs" help:"Run the web app (the default)."`
	Render      renderCommand       `cmd:"" help:"Draw a diagram."`
	Export      exportCommand       `cmd:"" help:"Write a model as CQL or JSON."`
	Derive      deriveCommand       `cmd:"" help:"Derive tables from concepts and queries."`
	Size        sizeCommand         `cmd:"" help:"Estimate the size of each table's partitions."`
	Check       checkCommand        `cmd:"" help:"Find errors in a model or a CQL script."`
	Advice      adviceCommand       `cmd:"" help:"Print the rules of advice."`
	Diff        diffCommand         `cmd:"" help:"Compare two models, and plan the migration."`
	Run         runCommand          `cmd:"" help:"Run a script on a cluster."`
	Load        loadCommand         `cmd:"" help:"Write sample data into keyspaces of its own on a cluster."`
	Propose     proposeCommand      `cmd:"" help:"Propose a document as a change of a model on a server."`
	User        operate.User        `cmd:"" help:"Add accounts, list and change them."`
	Token       operate.Token       `cmd:"" help:"Add tokens for programs, and take them back."`
	Backup      operate.Backup      `cmd:"" help:"Copy all models, also while the server runs."`
	Verify      operate.Verify      `cmd:"" help:"Check a data file or a backup for damage."`
	Restore     operate.Restore     `cmd:"" help:"Put a backup in the place of the data file."`
	Store       operate.Store       `cmd:"" help:"Create, check and copy stores, also in Cassandra."`
	Salvage     operate.Salvage     `cmd:"" help:"Write what can be read of a damaged data file to a new one."`
	Version     versionCommand      `cmd:"" help:"Print the version."`
	Healthcheck operate.Healthcheck `cmd:"" help:"Report whether a running server is healthy."`
	Work        operate.Work        `cmd:"" name:"__work" hidden:"" help:"Do jobs for another process."`
}

// Main runs one command and returns its exit code. When ctx is done, it shuts
// down cleanly.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	console := &verb.Console{Context: ctx, Stdin: stdin, Stdout: stdout, Stderr: stderr}
	command, exited, err := parse(args, console)
	switch {
	case exited:
		return Done
	case err != nil:
		fmt.Fprintf(stderr, "widerow: %v (try widerow --help)\n", verb.OneLine(err))
		return Misused
	}
	err = command.Run(console)
	if code := verb.ExitCode(0); errors.As(err, &code) {
		return int(code)
	}
	if err != nil {
		fmt.Fprintf(stderr, "widerow: %v\n", verb.OneLine(err))
		if failed := (verb.ClusterError{}); errors.As(err, &failed) {
			return Misused
		}
		return Failed
	}
	return Done
}

// parse reads the command line, the environment and the settings file. exited
// reports that the help was printed and nothing is left to do.
func parse(args []string, console *verb.Console) (command *kong.Context, exited bool, err error) {
	parser, err := kong.New(&commands{},
		kong.Name("widerow"),
		kong.Description("Design Apache Cassandra data models: concepts and queries to diagrams, sizes and CQL."),
		kong.Writers(console.Stdout, console.Stderr),
		kong.Exit(func(int) { exited = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		targetVariables(),
		kong.Bind(console),
	)
	if err != nil {
		return nil, false, err
	}
	command, err = parser.Parse(args)
	if word, unknown := unknownCommand(err); unknown {
		err = fmt.Errorf("unknown command %q%s", word, suggestion(parser, word))
	}
	return command, exited, err
}

// unknownCommand returns the word of the command line that names no verb.
// kong takes it for an argument of the default verb, which has none.
func unknownCommand(err error) (word string, unknown bool) {
	var failed *kong.ParseError
	if !errors.As(err, &failed) {
		return "", false
	}
	context := failed.Context
	last := context.Path[len(context.Path)-1]
	byDefault := last.Command != nil && last.Command == context.Model.DefaultCmd && !slices.Contains(context.Args, last.Command.Name)
	if rest := last.Remainder(); byDefault && len(rest) > 0 {
		return rest[0], true
	}
	return "", false
}

// suggestion returns kong's `, did you mean "render"?`, or "" if no verb is
// close to word. kong looks for one only if there is no default verb.
func suggestion(parser *kong.Kong, word string) string {
	parser.Model.DefaultCmd = nil
	if _, err := parser.Parse([]string{word}); err != nil {
		return strings.TrimPrefix(err.Error(), "unexpected argument "+word)
	}
	return ""
}
