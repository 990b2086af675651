package cql_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

// effective describes everything that a server keeps of a model's keyspaces, one fact
// a line: with the defaults of options and the names that the server chooses, and
// independently of IDs, of the order of statements and of spelling.
func effective(m *model.Model) []string {
	e := effectiveModel{m}
	var lines []string
	for _, keyspace := range m.Physical.Keyspaces {
		lines = append(lines, "keyspace "+keyspace.Name+" "+e.replication(keyspace)+" durable_writes "+truth(cmp.Or(keyspace.Options["durable_writes"], "true")))
	}
	for _, userType := range m.Physical.Types {
		for i, field := range model.Sorted(userType.Fields) {
			lines = append(lines, fmt.Sprintf("type %s.%s field %d %s %s", e.keyspace(userType.Keyspace), userType.Name, i, field.Value.Name, e.typeText(field.Value.Type, false)))
		}
	}
	for _, r := range m.Physical.Relations {
		lines = append(lines, e.relation(r)...)
	}
	for _, kept := range m.Physical.Statements {
		if kept.Keyspace != "" {
			lines = append(lines, keptText(kept.Text))
		}
	}
	slices.Sort(lines)
	return lines
}

// keptText returns a function or an aggregate as it is printed, without IF NOT
// EXISTS and OR REPLACE.
func keptText(text string) string {
	statement := parse.Parse(text).Statements[0]
	switch s := statement.(type) {
	case *syntax.CreateFunction:
		s.OrReplace, s.IfNotExists = false, false
	case *syntax.CreateAggregate:
		s.OrReplace, s.IfNotExists = false, false
		if s.Initial != nil && s.Initial.Kind == syntax.NullTerm {
			s.Initial = nil // as the server describes it
		}
	}
	return strings.ToLower(strings.ReplaceAll(syntax.PrintStatement(statement), "frozen<", "<"))
}

type effectiveModel struct{ *model.Model }

func (e effectiveModel) keyspace(id model.ID) string { return e.Physical.Keyspaces[id].Name }

// replication assigns that of NetworkTopologyStrategy to the only datacenter.
func (e effectiveModel) replication(keyspace *model.Keyspace) string {
	options := maps.Clone(keyspace.Replication)
	options["class"] = options["class"][strings.LastIndexByte(options["class"], '.')+1:]
	factor, given := options["replication_factor"]
	switch {
	case options["class"] == "SimpleStrategy":
		options["replication_factor"] = cmp.Or(factor, "1")
	case given || len(options) == 1:
		delete(options, "replication_factor")
		if options[cassandratest.Datacenter] == "" {
			options[cassandratest.Datacenter] = cmp.Or(factor, "1")
		}
	}
	return fmt.Sprint(options)
}

// typeText omits frozen<> where it has no effect: around tuples and vectors, and
// inside frozen types.
func (e effectiveModel) typeText(t model.Type, frozen bool) string {
	switch t.Kind {
	case model.FrozenType:
		return e.typeText(t.Arguments[0], true)
	case model.UserTypeRef:
		text := e.Physical.Types[t.UserType].Name
		if frozen {
			return "frozen " + text
		}
		return text
	case model.NativeType, model.CustomType:
		return t.Name
	}
	always := t.Kind == model.TupleType || t.Kind == model.VectorType
	arguments := make([]string, len(t.Arguments))
	for i, argument := range t.Arguments {
		arguments[i] = e.typeText(argument, frozen || always)
	}
	text := fmt.Sprintf("%s<%s %d>", t.Kind, strings.Join(arguments, ", "), t.Dimension)
	if frozen && !always {
		return "frozen " + text
	}
	return text
}

func (e effectiveModel) relation(r *model.Relation) []string {
	name := e.keyspace(r.Keyspace) + "." + r.Name
	lines := []string{fmt.Sprintf("%s %s of %q where %q compact %t comment %q", r.Kind, name, baseName(e.Model, r), r.Where, r.CompactStorage, r.Comment)}
	position := 0
	for _, column := range r.SortedColumns() {
		c := column.Value
		line := fmt.Sprintf("%s column %s %s %s descending %t mask %s", name, c.Name, e.typeText(c.Type, false), c.Role, c.Descending, e.maskText(r, c))
		if c.Role.InKey() {
			position++
			line += fmt.Sprintf(" at %d", position)
		}
		lines = append(lines, line)
	}
	for option, value := range effectiveOptions(r.Options) {
		lines = append(lines, name+" "+option+" "+value)
	}
	return append(lines, e.indexes(name, r)...)
}

// maskText returns the mask as the server describes it: the argument of
// mask_replace is a value of the column's type.
func (e effectiveModel) maskText(r *model.Relation, c *model.Column) string {
	mask := c.Mask
	if mask == "DEFAULT" {
		mask = "mask_default()"
	}
	argument, replaces := strings.CutPrefix(strings.TrimPrefix(mask, "system."), "mask_replace(")
	described := describedOne[c.Type.Name]
	switch {
	case replaces && c.Type.Unfrozen().Kind == model.TupleType && !strings.HasPrefix(argument, "(") && argument != "null)":
		mask = "mask_replace((" + argument + ")"
	case argument == "1)" && replaces && described != "":
		mask = "mask_replace(" + described + ")"
	}
	function, _, _ := strings.Cut(mask, "(")
	switch {
	case mask == "" || strings.Contains(function, "."):
		return mask
	case strings.HasPrefix(function, "mask_"):
		return "system." + mask
	}
	return e.keyspace(r.Keyspace) + "." + mask
}

// describedOne is the value 1 in the types that write it differently.
var describedOne = map[string]string{"timestamp": "'1970-01-01T00:00:00.001Z'", "date": "'-5877641-06-24'", "time": "'00:00:00.000000001'", "float": "1.0", "double": "1.0"}

// indexes gives unnamed indexes the name that the server chooses.
func (e effectiveModel) indexes(name string, r *model.Relation) []string {
	var lines []string
	for _, index := range model.Sorted(r.Indexes) {
		i := index.Value
		column := r.Columns[i.Column].Name
		class := i.Class
		switch strings.ToLower(class) {
		case "sai", "storageattachedindex", "org.apache.cassandra.index.sai.storageattachedindex":
			class = "sai"
		case "legacy_local_table":
			class = ""
		}
		target := i.Target
		switch r.Columns[i.Column].Type.Kind {
		case model.ListType, model.SetType, model.MapType:
			target = cmp.Or(target, model.IndexValues)
		}
		options := map[string]string{}
		for option, value := range i.Options {
			options[option] = strings.Trim(value, "'")
		}
		lines = append(lines, fmt.Sprintf("%s index %s on %s %s using %q with %v", name, cmp.Or(i.Name, firstName(r.Name+"_"+column)), column, target, class, options))
	}
	return lines
}

var notWord = regexp.MustCompile(`[^A-Za-z0-9_]`)

func firstName(target string) string { return notWord.ReplaceAllString(target+"_idx", "") }

// optionDefaults are the options that DESCRIBE shows for a table created without options, except
// for maps.
var optionDefaults = map[string]string{"additional_write_policy": "'99p'", "allow_auto_snapshot": "true", "bloom_filter_fp_chance": "0.01",
	"caching": "{'keys': 'ALL'}", "cdc": "false", "compaction": "{'class': 'SizeTieredCompactionStrategy'}", "compression": "{'class': 'LZ4Compressor'}",
	"crc_check_chance": "1", "default_time_to_live": "0", "gc_grace_seconds": "864000", "incremental_backups": "true", "max_index_interval": "2048",
	"memtable": "'default'", "memtable_flush_period_in_ms": "0", "min_index_interval": "128", "read_repair": "'BLOCKING'", "speculative_retry": "'99p'"}

func effectiveOptions(given model.Options) map[string]string {
	options := maps.Clone(optionDefaults)
	if strings.Contains(given["compaction"], "Leveled") {
		options["bloom_filter_fp_chance"] = "0.1"
	}
	maps.Copy(options, given)
	delete(options, "extensions") // the server drops them
	delete(options, "id")
	for name, value := range options {
		options[name] = effectiveValue(name, value)
	}
	return options
}

func effectiveValue(name, value string) string {
	bare := strings.ReplaceAll(strings.Trim(value, "'"), "$$", "")
	switch name {
	case "caching":
		return cachingText(value)
	case "compaction":
		return compactionText(value)
	case "compression":
		return compressionText(value)
	case "speculative_retry", "additional_write_policy":
		return retryText(bare)
	case "read_repair":
		return strings.ToUpper(bare)
	case "memtable":
		return bare
	case "allow_auto_snapshot", "cdc", "incremental_backups":
		return truth(value)
	}
	return numberText(bare)
}

func truth(value string) string {
	return strconv.FormatBool(slices.Contains([]string{"true", "1", "yes"}, strings.ToLower(strings.Trim(value, "'"))))
}

func numberText(text string) string {
	number, err := strconv.ParseFloat(strings.Replace(strings.TrimRight(text, "dDfF"), "-NaN", "NaN", 1), 64)
	if err != nil {
		return text
	}
	return strconv.FormatFloat(number, 'g', -1, 64)
}

// optionEntries returns the entries of a map without quotes.
func optionEntries(value string) map[string]string {
	entries := map[string]string{}
	script := parse.Parse("ALTER TABLE t WITH x = " + value)
	terms := script.Statements[0].(*syntax.AlterTable).Options[0].Value.Terms
	for i := 0; i < len(terms); i += 2 {
		entries[terms[i].Text] = terms[i+1].Text
	}
	if class, found := entries["class"]; found {
		entries["class"] = class[strings.LastIndexByte(class, '.')+1:]
	}
	return entries
}

func cachingText(value string) string {
	entries := optionEntries(value)
	return strings.ToUpper("keys " + cmp.Or(entries["keys"], "none") + " rows " + strings.TrimLeft(strings.ReplaceAll(cmp.Or(entries["rows_per_partition"], "none"), "NONE", "none"), "+"))
}

func compactionText(value string) string {
	entries := optionEntries(value)
	if entries["class"] != "UnifiedCompactionStrategy" {
		entries["min_threshold"] = cmp.Or(entries["min_threshold"], "4")
		entries["max_threshold"] = cmp.Or(entries["max_threshold"], "32")
	}
	return fmt.Sprint(entries)
}

func compressionText(value string) string {
	entries := optionEntries(value)
	if enabled, given := entries["enabled"]; len(entries) == 0 || given && !strings.EqualFold(enabled, "true") {
		return "off"
	}
	delete(entries, "enabled")
	entries["chunk_length_in_kb"] = cmp.Or(entries["chunk_length_in_kb"], "16")
	entries["min_compress_ratio"] = numberText(cmp.Or(entries["min_compress_ratio"], "0"))
	return fmt.Sprint(entries)
}

var retryNumber = regexp.MustCompile(`([0-9.]+) ?(p|percentile|ms)\b`)

// retryText writes whole milliseconds and percentiles with at most four digits, the
// percentile first.
func retryText(text string) string {
	text = retryNumber.ReplaceAllStringFunc(strings.ToLower(strings.ReplaceAll(text, " ", "")), func(part string) string {
		parts := retryNumber.FindStringSubmatch(part)
		number, _ := strconv.ParseFloat(parts[1], 64) // the pattern's own digits
		if parts[2] == "ms" {
			return fmt.Sprintf("%dms", int(number))
		}
		return strconv.FormatFloat(math.Round(number*1e4)/1e4, 'f', -1, 64) + "p"
	})
	if between, isPair := strings.CutSuffix(text, "p)"); isPair && strings.Contains(between, "ms,") {
		kind, time, _ := strings.Cut(between, "(")
		time, share, _ := strings.Cut(time, ",")
		text = kind + "(" + share + "p," + time + ")"
	}
	return strings.ReplaceAll(text, "none", "never")
}
