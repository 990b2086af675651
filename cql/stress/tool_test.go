package stress_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"widerow/cql/cassandratest"
	"widerow/cql/stress"
	"widerow/model"
	"widerow/model/example"
)

func TestMain(m *testing.M) { os.Exit(cassandratest.Main(m)) }

var tool = flag.String("stress", "", "the folder of a Cassandra distribution that has cassandra-stress, such as "+
	"org.apache.cassandra:apache-cassandra:4.0-alpha2:tar.gz:bin of Maven")

// TestTool: cassandra-stress itself fills each table of the examples and runs all queries.
func TestTool(t *testing.T) {
	if *tool == "" {
		t.Skip("-stress names no folder")
	}
	port := cassandratest.Port(t)
	models := []*model.Model{types(t)}
	for _, e := range example.All() {
		models = append(models, load(t, e.Slug))
	}
	for _, m := range models {
		for _, profile := range stress.Profiles(m, now) {
			t.Run(profile.File(), func(t *testing.T) { runTool(t, port, profile) })
		}
	}
}

func runTool(t *testing.T, port int, profile stress.Profile) {
	session := cassandratest.Session(t)
	cassandratest.DropAfter(t, session, `"`+profile.Keyspace+`"`)
	file := filepath.Join(t.TempDir(), profile.File())
	single := strings.ReplaceAll(profile.Text, "'class': 'NetworkTopologyStrategy', 'replication_factor': 3", "'class': 'SimpleStrategy', 'replication_factor': 1")
	if err := os.WriteFile(file, []byte(single), 0o644); err != nil {
		t.Fatal(err)
	}
	shares := []string{"insert=1"}
	for _, name := range profile.Queries {
		shares = append(shares, name+"=1")
	}
	for _, operations := range []string{"insert=1", strings.Join(shares, ",")} {
		arguments := []string{"-Dcassandra.storagedir=" + t.TempDir(), "-Dio.netty.noUnsafe=true", "-ea",
			"--add-opens", "java.base/java.io=ALL-UNNAMED", "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED",
			"--add-opens", "java.base/java.nio=ALL-UNNAMED", "--add-exports", "java.base/jdk.internal.ref=ALL-UNNAMED",
			"--add-opens", "java.base/jdk.internal.ref=ALL-UNNAMED", "--add-exports", "java.base/sun.nio.ch=ALL-UNNAMED",
			"-cp", filepath.Join(*tool, "conf") + ":" + filepath.Join(*tool, "lib", "*") + ":" + filepath.Join(*tool, "tools", "lib", "*"),
			"org.apache.cassandra.stress.Stress", "user", "profile=" + file, "ops(" + operations + ")", "n=50", "no-warmup", "cl=ONE",
			"-mode", "native", "cql3", "-rate", "threads=2", "-node", "127.0.0.1", "-port", fmt.Sprintf("native=%d", port)}
		output, err := exec.Command("java", arguments...).CombinedOutput()
		if err != nil || strings.Contains(string(output), "Exception") || !strings.Contains(string(output), "Total errors              :          0 ") {
			t.Fatalf("cassandra-stress with ops(%s): %v\n%s\n%s", operations, err, output, single)
		}
	}
	rows := 0
	if err := session.Query(fmt.Sprintf(`SELECT count(*) FROM "%s"."%s"`, profile.Keyspace, profile.Table)).Scan(&rows); err != nil || rows == 0 {
		t.Errorf("the table has %d rows (%v)", rows, err)
	}
}
