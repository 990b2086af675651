package cli

import (
	"widerow/diagram/engine"
)

// layoutCommand is a worker of an engine.Pool: a child process of the server,
// which reads jobs from standard input and answers on standard output.
type layoutCommand struct{}

func (layoutCommand) Run(console *console) error {
	return engine.WorkerMain(console.stdin, console.stdout)
}
