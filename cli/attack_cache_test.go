package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"widerow/cli/clitest"
)

// The folder for temporary files belongs to all users. No verb loads code from
// it, writes to it, or depends on what another user left there.
func TestAttackSharedTemporaryFolder(t *testing.T) {
	script := filepath.Join(t.TempDir(), "shop.cql")
	const text = "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE shop.orders (id uuid PRIMARY KEY);\n"
	if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string][]string{
		"version": {"version"}, "check": {"check", script}, "size": {"size", script}, "help": {"--help"},
		"render": {"render", "--diagram", "physical", "-o", "-", script},
	}
	for name, arguments := range cases {
		t.Run(name, func(t *testing.T) {
			shared := t.TempDir()
			// What is left here cannot be read, as if another user had made it.
			foreign := filepath.Join(shared, "go-graphviz")
			if err := os.WriteFile(foreign, nil, 0); err != nil {
				t.Fatal(err)
			}
			command := clitest.Process(t, time.Minute, arguments...)
			command.Env = append(command.Env, "TMPDIR="+shared, "XDG_CACHE_HOME="+t.TempDir())
			if output, err := command.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			entries, err := os.ReadDir(shared)
			if err != nil || len(entries) != 1 {
				t.Errorf("the shared folder contains %v, %v; want only what was there before", entries, err)
			}
		})
	}
}

// Compiled code that others may have written is not executed. The picture is
// drawn without it.
func TestAttackForeignCacheOfCode(t *testing.T) {
	script := filepath.Join(t.TempDir(), "shop.cql")
	if err := os.WriteFile(script, []byte("CREATE TABLE orders (id uuid PRIMARY KEY);\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	caches := t.TempDir()
	cache := filepath.Join(caches, "widerow", "layout")
	if err := os.MkdirAll(cache, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(cache, 0o777); err != nil {
		t.Fatal(err)
	}
	command := clitest.Process(t, time.Minute, "render", "--diagram", "physical", "-o", "-", script)
	command.Env = append(command.Env, "XDG_CACHE_HOME="+caches)
	output, err := command.Output()
	if err != nil || !strings.Contains(string(output), "<svg") {
		t.Fatalf("%v\n%.300s", err, output)
	}
	if entries, err := os.ReadDir(cache); err != nil || len(entries) > 0 {
		t.Errorf("the folder that others may write to is in use: %v, %v", entries, err)
	}
}
