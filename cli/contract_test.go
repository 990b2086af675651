package cli_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"widerow/model"
)

// field describes a value of the JSON forms of check and derive: its kind, or the fields of an
// object. A field whose name ends in "?" may be missing.
type field any

type (
	fields map[string]field
	// list is an array, never null.
	list struct{ of field }
	// number may be null if it is not known.
	number struct{ known bool }
	word   []string // one of these, any text if there are none
	// figuresOf is an object of names that are free.
	figuresOf struct{ of field }
)

// contract describes the JSON that programs read; docs/check.md lists the fields that may be
// missing.
var contract = func() fields {
	clustering := list{fields{"column": word{}, "order": word{"asc", "desc"}}}
	figures := fields{"partitions": number{}, "rows": number{}, "bytes": number{}}
	reads := fields{"partitions": number{}, "rows": number{}, "bytes": number{}, "worst": figures, "at_most?": true, "assumed?": true}
	lookup := fields{"table": word{}, "statement": word{}, "runs": word{}, "times": number{}, "worst_times": number{}, "at_most?": true,
		"sources": list{fields{"column": word{}, "table": word{}, "from": word{}}}, "join": list{word{}}, "reads": reads}
	value := fields{"column?": word{}, "from": word{"given", "read", "computed", "unknown"}, "attribute?": word{}, "role?": word{}, "step?": number{true}, "read?": word{}, "new?": true, "element?": true}
	kept := maps.Clone(value)
	kept["operator"] = word{}
	statement := fields{"values": list{value}, "for_each?": list{number{true}}, "keep?": list{kept}, "stops?": true, "only_if?": list{value},
		"unless?": list{value}, "differs?": list{fields{"old": value, "new": value}}, "missing?": list{word{}}, "application": list{word{}}, "statement": word{}, "table": word{}, "purpose": word{}, "each": list{word{}}, "times": number{}, "worst_times": number{},
		"at_most?": true, "idempotent": true, "repetition?": word{}}
	written := fields{"partitions": number{}, "rows": number{}, "rows_per_second": number{}}
	return fields{
		"tables": list{fields{"table": word{}, "queries": list{word{}}, "partition_key": list{word{}}, "clustering": clustering, "static": list{word{}},
			"columns": list{fields{"column": word{}, "attribute": word{}, "attributes?": list{word{}}, "type": word{}, "collection": word{"", "set", "list", "map", "tuple", "udt"}}}}},
		"queries": list{fields{"query": word{}, "verdict": word{"partition", "partitions", "index", "filtering", "scan", "none"}, "served": true, "tables": list{word{}}, "judged?": word{},
			"statement": word{}, "message?": word{}, "application": list{word{}}, "lookups": list{lookup}, "reads": reads,
			"missing_parameters": list{word{}}, "missing_columns": list{word{}}, "gaps": list{word{}},
			"alternatives": list{fields{"partition_key": list{word{}}, "clustering": clustering, "reasons": list{word{}}, "chosen": true}}}},
		"updates": list{fields{"update": word{}, "rate": number{}, "worst_rate": number{}, "views": list{word{}},
			"steps": list{fields{"kind": word{"read", "write", "logged batch", "unlogged batch"}, "statements": list{statement}, "bytes": number{}, "worst_bytes": number{},
				"at_most?": true, "at_least?": true, "failure": word{}}},
			"tables":      list{fields{"table": word{}, "statements": number{true}, "partitions": number{}, "rows": number{}, "rows_per_second": number{}, "worst": written}},
			"not_written": list{fields{"table": word{}, "reason": word{}}}, "copies": list{fields{"attribute": word{}, "tables": list{word{}}}},
			"missing_lookups": list{fields{"table": word{}, "columns": list{word{}}, "known": list{word{}}, "via": list{word{}}, "rows_per_second": number{}, "copied?": true, "confused?": list{word{}}}}, "from_queries": list{fields{"attribute": word{}, "queries": list{word{}}}}}},
		"findings": list{fields{"severity": word{"error", "warning", "info"}, "code": word{}, "message": word{}, "hint?": word{}, "file": word{}, "line?": number{true}, "column?": number{true},
			"statement?": number{true}, "element?": word{}, "numbers?": figuresOf{fields{"value": number{true}, "unit?": word{}}}, "assumed?": true,
			"accepted?": fields{"who?": word{}, "when?": word{}, "reason": word{}}, "fix?": fields{"words": word{}, "statement?": word{}}, "place?": fields{"line": number{true}, "column": number{true}, "end_line": number{true}, "end_column": number{true}}}},
	}
}()

// splitsContract is the JSON of derive for the splits of partitions over a limit.
var splitsContract = list{fields{"table": word{}, "split": word{}, "reason": word{}, "cost?": word{}, "warning?": word{},
	"options": list{fields{"split": word{}, "words": word{}, "bytes": number{true}, "worst_bytes": number{true},
		"reads": list{fields{"query": word{}, "partitions": number{}, "worst_partitions": number{}}}}}}}

// keeps reports where a value is not what the contract says.
func keeps(t *testing.T, path string, want field, got any) {
	t.Helper()
	switch want := want.(type) {
	case fields:
		object, is := got.(map[string]any)
		if !is {
			t.Errorf("%s is %v, want an object", path, got)
			return
		}
		for name, of := range want {
			name, optional := strings.CutSuffix(name, "?")
			value, found := object[name]
			if delete(object, name); found {
				keeps(t, path+"."+name, of, value)
			} else if !optional {
				t.Errorf("%s.%s is missing", path, name)
			}
		}
		for name := range object {
			t.Errorf("%s.%s is in no contract", path, name)
		}
	case list:
		elements, is := got.([]any)
		if !is {
			t.Errorf("%s is %v, want an array", path, got)
		}
		for i, element := range elements {
			keeps(t, fmt.Sprintf("%s[%d]", path, i), want.of, element)
		}
	case figuresOf:
		object, is := got.(map[string]any)
		if !is {
			t.Errorf("%s is %v, want an object", path, got)
		}
		for name, value := range object {
			keeps(t, path+"."+name, want.of, value)
		}
	case number:
		if _, is := got.(float64); !is && (want.known || got != nil) {
			t.Errorf("%s is %v, want a number", path, got)
		}
	case word:
		if text, is := got.(string); !is || len(want) > 0 && !slices.Contains(want, text) {
			t.Errorf("%s is %v, want a text of %q", path, got, []string(want))
		}
	case bool:
		if _, is := got.(bool); !is {
			t.Errorf("%s is %v, want true or false", path, got)
		}
	}
}

// proved is the part of the JSON forms whose values depend on each other.
type proved struct {
	Tables []struct {
		Table        string
		Queries      []string
		PartitionKey []string `json:"partition_key"`
		Clustering   []struct{ Column string }
		Static       []string
		Columns      []struct{ Column, Attribute string }
	}
	Queries []struct {
		Query, Verdict, Statement string
		Tables                    []string
		Alternatives              []struct{ Chosen bool }
	}
}

// The JSON of check and derive is a contract. derive also reads documents with concepts
// and queries alone, and none of its arrays is null in an empty one.
func TestJSONContract(t *testing.T) {
	documents := map[string]*model.Model{"empty": model.New("Empty")}
	files, err := filepath.Glob("../model/example/*.json")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := model.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		slug := filepath.Base(file)
		documents[slug] = m
		bare := model.New(m.Name)
		bare.Concepts, bare.Workflow = m.Concepts, m.Workflow
		documents[slug+" without tables"] = bare
		logical := m.Clone()
		logical.Physical = model.Physical{}
		documents[slug+" without physical tables"] = logical
	}
	for name, m := range documents {
		for _, verb := range []string{"check", "derive"} {
			t.Run(verb+" "+name, func(t *testing.T) {
				t.Parallel()
				_, out, problems := run(t, string(m.Encode()), verb, "--format", "json", "-")
				var got map[string]any
				if err := json.Unmarshal([]byte(out), &got); err != nil {
					t.Fatalf("%v: %s", err, problems)
				}
				want := fields{"target?": word{}, "statements?": number{true}, "omitted_findings?": number{true},
					"questions?": list{fields{"query": word{}, "message": word{}, "paths": list{word{}}}},
					"failed?":    list{fields{"query": word{}, "message": word{}}}}
				for field, of := range contract {
					want[field] = of
				}
				if verb == "derive" {
					want["splits"] = splitsContract
				}
				keeps(t, "", want, got)
				var p proved
				if err := json.Unmarshal([]byte(out), &p); err != nil {
					t.Fatal(err)
				}
				p.check(t)
				if hasKeyspace := len(m.Physical.Keyspaces) > 0; hasKeyspace || verb == "check" {
					p.checkNames(t, hasKeyspace)
				}
			})
		}
	}
}

// checkNames checks that names are qualified by the keyspace where there is one. derive
// adds one for new tables.
func (p *proved) checkNames(t *testing.T, qualified bool) {
	for _, table := range p.Tables {
		if qualified != strings.Contains(table.Table, ".") {
			t.Errorf("%s is in a keyspace: %t", table.Table, qualified)
		}
	}
}

func (p *proved) check(t *testing.T) {
	serves := map[string][]string{}
	for _, table := range p.Tables {
		serves[table.Table] = table.Queries
		columns := map[string]string{}
		for _, c := range table.Columns {
			columns[c.Column] = c.Attribute
		}
		key := slices.Concat(table.PartitionKey, table.Static)
		for _, c := range table.Clustering {
			key = append(key, c.Column)
		}
		for _, name := range key {
			if attribute, found := columns[name]; !found || name == "bucket" && attribute != "" && attribute != "Attempt.bucket" {
				t.Errorf("%s: %s is in its columns: %t, for the attribute %q", table.Table, name, found, attribute)
			}
		}
		if len(table.PartitionKey) == 0 {
			t.Errorf("%s has no partition key", table.Table)
		}
	}
	for _, q := range p.Queries {
		served := q.Verdict != "none"
		if served != (len(q.Tables) > 0) || served && !strings.Contains(q.Statement, "FROM "+q.Tables[0]+" ") && !strings.HasSuffix(q.Statement, "FROM "+q.Tables[0]+";") {
			t.Errorf("%s is %s by %v: %s", q.Query, q.Verdict, q.Tables, q.Statement)
		}
		for _, table := range q.Tables {
			if !slices.Contains(serves[table], q.Query) {
				t.Errorf("%s names %s, which serves %v", q.Query, table, serves[table])
			}
		}
		chosen := 0
		for _, a := range q.Alternatives {
			if a.Chosen {
				chosen++
			}
		}
		if chosen > 1 {
			t.Errorf("%s has %d chosen alternatives", q.Query, chosen)
		}
	}
}
