// Package cli is the command line, with one file for each verb. It is the only
// package that imports all the others.
//
// Read Main first, then the verb: serve.go opens the store and starts the
// server; render.go, export.go, derive.go, size.go and check.go do their work without one.
package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Exit codes. For check, Failed means that it found errors and Misused that it
// could not read a file, so that CI can distinguish the two. A cluster that cannot be
// reached is Misused for every verb.
const (
	Done    = 0
	Failed  = 1
	Misused = 2
)

// commands lists the verbs in the order of the help.
type commands struct {
	Config configFile `help:"Read settings from this JSON file." placeholder:"FILE" env:"WIDEROW_CONFIG"`

	Serve       serveCommand       `cmd:"" default:"withargs" help:"Run the web app (the default)."`
	Render      renderCommand      `cmd:"" help:"Draw a diagram."`
	Export      exportCommand      `cmd:"" help:"Write a model as CQL or JSON."`
	Derive      deriveCommand      `cmd:"" help:"Derive tables from concepts and queries."`
	Size        sizeCommand        `cmd:"" help:"Estimate the size of each table's partitions."`
	Check       checkCommand       `cmd:"" help:"Find errors in a model or a CQL script."`
	Advice      adviceCommand      `cmd:"" help:"Print the rules of advice."`
	Diff        diffCommand        `cmd:"" help:"Compare two models, and plan the migration."`
	Run         runCommand         `cmd:"" help:"Run a script on a cluster."`
	Load        loadCommand        `cmd:"" help:"Write sample data into keyspaces of its own on a cluster."`
	Propose     proposeCommand     `cmd:"" help:"Propose a document as a change of a model on a server."`
	User        userCommand        `cmd:"" help:"Add accounts, list and change them."`
	Token       tokenCommand       `cmd:"" help:"Add tokens for programs, and take them back."`
	Backup      backupCommand      `cmd:"" help:"Copy all models, also while the server runs."`
	Verify      verifyCommand      `cmd:"" help:"Check a data file or a backup for damage."`
	Restore     restoreCommand     `cmd:"" help:"Put a backup in the place of the data file."`
	Store       storeCommand       `cmd:"" help:"Create, check and copy stores, also in Cassandra."`
	Salvage     salvageCommand     `cmd:"" help:"Write what can be read of a damaged data file to a new one."`
	Version     versionCommand     `cmd:"" help:"Print the version."`
	Healthcheck healthcheckCommand `cmd:"" help:"Report whether a running server is healthy."`
	Work        workCommand        `cmd:"" name:"__work" hidden:"" help:"Do jobs for another process."`
}

// console is the environment of a verb.
type console struct {
	context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	// connections are the addresses of clusters in the settings file, by their names.
	connections map[string]string
}

// write writes a verb's whole output at once.
func (c *console) write(output []byte) error {
	if _, err := c.stdout.Write(output); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

// exitCode is the error of a verb that has already printed its messages.
type exitCode int

func (e exitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// Main runs one command and returns its exit code. When ctx is done, it shuts
// down cleanly.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	console := &console{Context: ctx, stdin: stdin, stdout: stdout, stderr: stderr}
	command, exited, err := parse(args, console)
	switch {
	case exited:
		return Done
	case err != nil:
		fmt.Fprintf(stderr, "widerow: %v (try widerow --help)\n", oneLine(err))
		return Misused
	}
	err = command.Run(console)
	if code := exitCode(0); errors.As(err, &code) {
		return int(code)
	}
	if err != nil {
		fmt.Fprintf(stderr, "widerow: %v\n", oneLine(err))
		if failed := (clusterError{}); errors.As(err, &failed) {
			return Misused
		}
		return Failed
	}
	return Done
}

// parse reads the command line, the environment and the settings file. exited
// reports that the help was printed and nothing is left to do.
func parse(args []string, console *console) (command *kong.Context, exited bool, err error) {
	parser, err := kong.New(&commands{},
		kong.Name("widerow"),
		kong.Description("Design Apache Cassandra data models: concepts and queries to diagrams, sizes and CQL."),
		kong.Writers(console.stdout, console.stderr),
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

// oneLine joins the lines of an error message, so that a log or a terminal
// shows it as one line.
func oneLine(err error) string {
	return string(bytes.Join(bytes.Fields([]byte(err.Error())), []byte(" ")))
}
