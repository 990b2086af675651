package cql_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

const plainTable = "CREATE TABLE k.t (p int PRIMARY KEY);"

// TestOptionPrinting: options equal to their default are omitted or added.
func TestOptionPrinting(t *testing.T) {
	for _, test := range []struct {
		printing cql.OptionPrinting
		target   model.Target
		in, want string
	}{
		{cql.ChangedOptions, model.Cassandra50, "gc_grace_seconds = 864000 AND comment = 'x'", "comment = 'x'"},
		{cql.ChangedOptions, model.Cassandra50, "compression = {'class': 'org.apache.cassandra.io.compress.LZ4Compressor', 'chunk_length_in_kb': 16} AND cdc = true", "cdc = true"},
		{cql.ChangedOptions, model.Cassandra50, "compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 64}", "compression = {'class': 'LZ4Compressor', 'chunk_length_in_kb': 64}"},
		{cql.ChangedOptions, model.Cassandra50, "compaction = {'class': 'LeveledCompactionStrategy'} AND bloom_filter_fp_chance = 0.01",
			"compaction = {'class': 'LeveledCompactionStrategy'} AND bloom_filter_fp_chance = 0.01"},
		{cql.ChangedOptions, model.Cassandra50, "extensions = {'a': 'b'} AND caching = {'keys': 'NONE'}", "extensions = {'a': 'b'} AND caching = {'keys': 'NONE'}"},
		{cql.ChangedOptions, model.Cassandra311, "gc_grace_seconds = 864000", "gc_grace_seconds = 864000"},
		{cql.WrittenOptions, model.Cassandra50, "gc_grace_seconds = 864000", "gc_grace_seconds = 864000"},
	} {
		text := strings.TrimSuffix(plainTable, ";") + " WITH " + test.in
		got := normalized(parse.ParseFor(test.target, text), cql.PrintOptions{Options: test.printing})
		want := syntax.Print(parse.Parse(strings.TrimSuffix(plainTable, ";") + " WITH " + test.want))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.in, diff)
		}
	}
}

func TestNormalizeIsIdempotent(t *testing.T) {
	const text = "-- a\nuse k; /* b */ insert into t (p) values (1) -- c\n; CREATE TABEL x; create table k.t (p int primary key) with cdc = true and gc_grace_seconds = 864000"
	for _, printing := range []cql.OptionPrinting{cql.WrittenOptions, cql.ChangedOptions, cql.AllOptions} {
		options := cql.PrintOptions{Target: model.Cassandra41, Options: printing}
		once := normalized(parse.ParseFor(model.Cassandra41, text), options)
		if diff := cmp.Diff(once, normalized(parse.ParseFor(model.Cassandra41, once), options)); diff != "" {
			t.Errorf("the second time it is another (-first +second):\n%s", diff)
		}
		for _, part := range []string{"-- Target: Cassandra 4.1", "-- a\n", "/* b */", "-- c", "-- CREATE TABEL x"} {
			if strings.Count(once, part) != 1 {
				t.Errorf("%q is not there once in\n%s", part, once)
			}
		}
	}
}

// TestDefaultsOnCassandra: the defaults match a new table.
func TestDefaultsOnCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	keyspace := cassandratest.Keyspace(t, session)
	text := strings.ReplaceAll(plainTable, "k.t", keyspace+".t")
	cassandratest.Run(t, session, strings.TrimSuffix(text, ";"))
	want := tableOptions(normalized(parse.ParseFor(model.Cassandra50, text), cql.PrintOptions{Options: cql.AllOptions}))
	got := tableOptions(cassandratest.Describe(t, session, keyspace))
	got = strings.ReplaceAll(strings.ReplaceAll(got, "org.apache.cassandra.db.compaction.", ""), "org.apache.cassandra.io.compress.", "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("options of a table (-ours +server):\n%s", diff)
	}
}

// tableOptions returns the options of the first table of a script, one a line.
func tableOptions(text string) string {
	for _, statement := range parse.Parse(text).Statements {
		if table, isTable := statement.(*syntax.CreateTable); isTable {
			lines := make([]string, len(table.Options))
			for i, option := range table.Options {
				lines[i] = option.String()
			}
			return strings.Join(lines, "\n")
		}
	}
	return ""
}

func normalized(script *syntax.Script, options cql.PrintOptions) string {
	text, _ := cql.Normalize(script, nil, options, cql.Surroundings{Assume: true})
	return text
}
