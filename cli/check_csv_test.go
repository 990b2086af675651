package cli_test

import (
	"testing"

	"widerow/cli"
)

// The statements of a script are listed with their verdicts, tables, partitions and advice.
func TestStatementsAsCSV(t *testing.T) {
	const script = "CREATE KEYSPACE s WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\nCREATE TABLE s.t (a uuid, c int, b text, l list<text>, PRIMARY KEY (a, c));\n" +
		"SELECT b FROM s.t WHERE a = ?;\nSELECT b FROM s.t;\nUPDATE s.t SET l = l + ['x'] WHERE a = ? AND c = 1;\nBEGIN BATCH INSERT INTO s.t (a, c) VALUES (?, 1); INSERT INTO s.t (a, c) VALUES (?, 2); APPLY BATCH;\nSELECT z FROM s.t WHERE a = ?;\nSELECT b FROM s.t WHERE a = ? AND c = 3;\n"
	const want = "file,line,verb,tables,verdict,partitions,idempotent,advice,rows,worst_rows,statement,message\n" +
		"<stdin>,3,SELECT,s.t,one partition,1,true,,,,SELECT b FROM s.t WHERE a = ?,\n<stdin>,4,SELECT,s.t,scan,0,true,query/scan,,,SELECT b FROM s.t,\n" +
		"<stdin>,5,UPDATE,s.t,one partition,1,false,update/list-append,,,UPDATE s.t SET l = l + ['x'] WHERE a = ? AND c = 1,\n" +
		"<stdin>,6,BATCH,s.t,several partitions,2,true,,,,\"BEGIN BATCH INSERT INTO s.t (a, c) VALUES (?, 1); INSERT INTO s.t (a, c) VALUES (?, 2); APPLY BATCH\",\n" +
		"<stdin>,7,SELECT,s.t,rejected,0,true,cql/invalid,,,SELECT z FROM s.t WHERE a = ?,Undefined column name z in table s.t\n" +
		"<stdin>,8,SELECT,s.t,one partition,1,true,,1,1,SELECT b FROM s.t WHERE a = ? AND c = 3,\n"
	if code, out, problems := run(t, script, "check", "--format", "csv", "-"); code != cli.Failed || out != want {
		t.Errorf("exit code %d: %s%s", code, out, problems)
	}
}
