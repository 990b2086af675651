// Package verb holds the parts that the verbs of the command line share: the console, the exit codes
// and the flags of more than one verb.
package verb

import (
	"bytes"
	"context"
	"fmt"
	"io"
)

// Exit codes. For check, Failed means that it found errors and Misused that it
// could not read a file, so that CI can distinguish the two. A cluster that cannot be
// reached is Misused for every verb.
const (
	Done    = 0
	Failed  = 1
	Misused = 2
)

// Console is the environment of a verb.
type Console struct {
	context.Context
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Connections are the addresses of clusters in the settings file, by their names.
	Connections map[string]string
}

// Write writes a verb's whole output at once.
func (c *Console) Write(output []byte) error {
	if _, err := c.Stdout.Write(output); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

// ExitCode is the error of a verb that has already printed its messages.
type ExitCode int

func (e ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// OneLine joins the lines of an error message, so that a log or a terminal
// shows it as one line.
func OneLine(err error) string {
	return string(bytes.Join(bytes.Fields([]byte(err.Error())), []byte(" ")))
}
