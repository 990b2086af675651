package cli_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"widerow/cli"
	"widerow/cli/clitest"
)

var update = flag.Bool("update", false, "write the expected outputs in testdata/*.txtar anew")

func TestMain(m *testing.M) { clitest.Main(m, func() {}) }

// run runs a verb in this process.
func run(t *testing.T, stdin string, arguments ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errors bytes.Buffer
	code = cli.Main(t.Context(), arguments, strings.NewReader(stdin), &out, &errors)
	return code, out.String(), errors.String()
}

func TestScripts(t *testing.T) {
	cache := t.TempDir()
	scripts := testscript.Params{
		Dir:                 "testdata",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_CACHE_HOME", cache) // shared: compiling the layout engine takes half a second
			if err := os.CopyFS(env.WorkDir+"/kdm", os.DirFS("../model/kdm/testdata")); err != nil {
				return err
			}
			return os.CopyFS(env.WorkDir+"/examples", os.DirFS("../model/example"))
		},
	}
	if testing.Short() { // the others run few goroutines
		scripts.Dir, scripts.Files = "", []string{"testdata/export.txtar", "testdata/render.txtar"}
	}
	testscript.Run(t, scripts)
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestWriteErrorFailsTheCommand(t *testing.T) {
	var stderr bytes.Buffer
	code := cli.Main(t.Context(), []string{"version"}, strings.NewReader(""), brokenPipe{}, &stderr)
	if code != cli.Failed || !strings.Contains(stderr.String(), "write the output") {
		t.Errorf("exit code %d, %q; want %d and an error", code, stderr.String(), cli.Failed)
	}
}

func TestDefineIsOneLine(t *testing.T) {
	if code, _, stderr := run(t, "", "check", "--define", "a=b\nc", "-"); code != cli.Misused || !strings.Contains(stderr, "--define a: a value is one line") {
		t.Errorf("exit code %d, %q", code, stderr)
	}
}

// A script can tell differences from a comparison that failed.
func TestDiffFailsWithACodeOfItsOwn(t *testing.T) {
	for _, test := range []struct {
		args []string
		want int
	}{
		{[]string{"diff", "--exit-code", "missing.cql", "missing.cql"}, cli.Misused},
		{[]string{"diff", "missing.cql", "missing.cql"}, cli.Failed},
	} {
		if code, _, stderr := run(t, "", test.args...); code != test.want || !strings.Contains(stderr, "missing.cql") {
			t.Errorf("%v: exit code %d, %q", test.args, code, stderr)
		}
	}
}
