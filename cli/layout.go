package cli

import "widerow/diagram"

// layoutCommand is the other end of a diagram.Pool: a child process of the
// server, which answers on its standard output.
type layoutCommand struct{}

func (layoutCommand) Run(console *console) error {
	return diagram.WorkerMain(console.stdin, console.stdout)
}
