package cassandratest

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestStartAgain replaces java by a script that ends early as often as the test
// says. The error must contain the first error of the log, however much follows it.
func TestStartAgain(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a shell script takes the place of java")
	}
	for _, test := range []struct {
		failures string
		up       bool
	}{{"0", true}, {"2", true}, {"3", false}} {
		folder := t.TempDir()
		script := `#!/bin/sh
count=$(cat ` + folder + `/count 2>/dev/null || echo 0)
if [ "$count" -ge ` + test.failures + ` ]; then echo "INFO Startup complete"; exec sleep 60; fi
echo $((count + 1)) > ` + folder + `/count
echo "ERROR the port is taken"
for i in $(seq 100); do echo "  at frame $i"; done
exit 3
`
		if err := os.WriteFile(filepath.Join(folder, "java"), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", folder+string(os.PathListSeparator)+os.Getenv("PATH"))
		server, err := startIn(t.TempDir(), "lib", Version())
		if server != nil {
			server.stop()
		}
		if (err == nil) != test.up {
			t.Errorf("after %s failures: %v", test.failures, err)
		}
		if err != nil && strings.Count(err.Error(), "ERROR the port is taken") != launches {
			t.Errorf("the error does not name each failure's cause: %v", err)
		}
	}
}
