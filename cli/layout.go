package cli

import "widerow/diagram"

// layoutCommand is a worker of a diagram.Pool: a child process of the server,
// which reads jobs from standard input and answers on standard output.
type layoutCommand struct{}

func (layoutCommand) Run(console *console) error {
	return diagram.WorkerMain(console.stdin, console.stdout)
}
