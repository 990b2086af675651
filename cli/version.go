package cli

import (
	"fmt"
	"runtime"

	"widerow/cli/verb"
)

type versionCommand struct{}

func (versionCommand) Run(console *verb.Console) error {
	return console.Write(fmt.Appendf(nil, "widerow %s (%s, %s/%s)\n", verb.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH))
}
