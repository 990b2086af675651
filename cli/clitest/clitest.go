// Package clitest runs widerow for tests: the test binary as the program, or the
// binary that users get.
package clitest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"widerow/cli"
	"widerow/diagram/engine"
	"widerow/diagram/engine/process"
)

// Address finds the URL in the line that a server prints when it is ready.
var Address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/\S*`)

const asWiderow = "WIDEROW_TEST_AS_WIDEROW"

// Main runs the tests and then cleanUp. It lets the test binary act as widerow:
// under that name in the scripts, as a child of this process, and in a
// process started by Process. A package whose tests call the rest of this package
// calls it from TestMain.
func Main(tests testscript.TestingM, cleanUp func()) {
	isWorker := len(os.Args) > 1 && os.Args[1] == process.Verb
	if isWorker || os.Getenv(asWiderow) != "" {
		widerow()
	}
	isBenchmark := slices.ContainsFunc(os.Args, func(argument string) bool { return strings.HasPrefix(argument, "-test.bench=") })
	if isBenchmark || os.Getenv("WIDEROW_ATTACK") != "" {
		os.Setenv(hurried, "1")
	} else {
		engine.BePatient()
	}
	testscript.Main(thenCleanUp{tests, cleanUp}, map[string]func(){"widerow": widerow})
}

// hurried is set for programs that keep the deadlines of the released program: benchmarks and
// attacks. In other tests a layout may take as long as a busy machine needs.
const hurried = "WIDEROW_TEST_HURRIED"

func widerow() {
	if os.Getenv(hurried) == "" {
		engine.BePatient()
	}
	os.Exit(cli.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// thenCleanUp runs the tests and then removes what they share.
type thenCleanUp struct {
	tests   testscript.TestingM
	cleanUp func()
}

func (c thenCleanUp) Run() int {
	code := c.tests.Run()
	c.cleanUp()
	if built.folder != "" {
		os.RemoveAll(built.folder)
	}
	return code
}

// Process returns a command that runs the program. The process is killed at the
// end of the test or after atMost.
func Process(t *testing.T, atMost time.Duration, arguments ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), atMost)
	t.Cleanup(cancel)
	command := exec.CommandContext(ctx, self, arguments...)
	command.Env = append(os.Environ(), asWiderow+"=1")
	return command
}

// built holds the folder of the binary that all tests share, "" until it is built.
var built struct {
	sync.Mutex
	folder string
}

// Build builds the static binary that users get and returns its path. It omits
// -trimpath, which would compile the whole standard library again.
func Build(t testing.TB) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.folder != "" {
		return filepath.Join(built.folder, "widerow")
	}
	folder, err := os.MkdirTemp("", "widerow-built-") // t.TempDir is removed with the test
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(folder, "widerow")
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-s -w", "-o", binary, "widerow")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		os.RemoveAll(folder)
		t.Fatalf("build: %v\n%s", err, output)
	}
	built.folder = folder
	return binary
}
