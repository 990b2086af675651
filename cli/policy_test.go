package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/cli"
)

// A failed guardrail and one that is warned of fail a run; advice alone does not. A policy that cannot be read is refused.
func TestPolicyFlag(t *testing.T) {
	const script = "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE s.t (a uuid PRIMARY KEY, price double, c text, d text) WITH gc_grace_seconds = 0;"
	file := filepath.Join(t.TempDir(), "cassandra.yaml")
	for _, test := range []struct {
		policy string
		code   int
		says   string
	}{
		{"", cli.Done, ""},
		{"cluster_name: x\ncolumns_per_table_fail_threshold: 3\n", cli.Failed, ""},
		{"columns_per_table_warn_threshold: 3\n", cli.Failed, ""},
		{"columns_per_table_warn_threshold: 30\nwarp_fail_threshold: 1\ntables_warn_threshold: many\n", cli.Done, "no rule knows warp_fail_threshold"},
		{"tables_warn_threshold: [1,\n", cli.Misused, "it is not YAML"},
		{"cluster_name: x\n", cli.Misused, "has no guardrail"},
	} {
		arguments := []string{"check", "-"}
		if test.policy != "" {
			if err := os.WriteFile(file, []byte(test.policy), 0o600); err != nil {
				t.Fatal(err)
			}
			arguments = append(arguments, "--policy", file)
		}
		code, out, problems := run(t, script, arguments...)
		if code != test.code || !strings.Contains(problems, test.says) {
			t.Errorf("%q: exit code %d, want %d; %s%s", test.policy, code, test.code, out, problems)
		}
	}
	if code, _, problems := run(t, script, "check", "--policy", "axonopz", "-"); code != cli.Misused || !strings.Contains(problems, "no preset: astra, axonops, cassandra, keyspaces") {
		t.Errorf("exit code %d; %s", code, problems)
	}
	if code, out, problems := run(t, script, "check", "--policy", "axonops", "-"); code != cli.Done {
		t.Errorf("exit code %d; %s%s", code, out, problems)
	}
}
