package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by the linker in a release (see the Makefile).
var version string

type versionCommand struct{}

func (versionCommand) Run(console *console) error {
	return console.write(fmt.Appendf(nil, "widerow %s (%s, %s/%s)\n", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH))
}

// Version returns the release's version, or "devel" and the commit.
func Version() string {
	if version != "" {
		return version
	}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, setting := range build.Settings {
		if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
			return "devel-" + setting.Value[:12]
		}
	}
	return "devel"
}
