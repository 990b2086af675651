package effective

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/syntax"
)

// Option returns the value of an option of a keyspace, table or view in normal form, and
// false for an option that changes nothing. Entries of maps that equal their defaults are
// left out if the defaults are known.
func Option(name string, value syntax.Term, defaults bool) (syntax.Term, bool) {
	switch name {
	case "id", "extensions": // the server takes the first for a new table alone, and drops the second
		return value, false
	case "replication":
		return replicationOf(value), true
	case "compaction":
		return classMap(value, compactionEntries, defaults), true
	case "compression":
		return classMap(value, compressionEntries, defaults), true
	case "caching":
		return caching(value), true
	}
	if value.IsMap() || len(value.Terms) > 0 {
		return sorted(value), true
	}
	return constant(name, value), true
}

// constant returns the normal form of a value that is no map.
func constant(name string, value syntax.Term) syntax.Term {
	switch name {
	case "speculative_retry", "additional_write_policy":
		return text(retry(value.Text))
	case "read_repair":
		return text(strings.ToUpper(value.Text))
	case "fast_path", "transactional_mode", "transactional_migration_from":
		return text(strings.ToLower(value.Text))
	case "comment", "memtable":
		return text(value.Text)
	case "allow_auto_snapshot", "cdc", "durable_writes", "incremental_backups":
		switch strings.ToLower(value.Text) {
		case "1", "yes", "true":
			return syntax.Term{Kind: syntax.BooleanTerm, Text: "true"}
		case "0", "no", "false":
			return syntax.Term{Kind: syntax.BooleanTerm, Text: "false"}
		}
		return value
	}
	if _, isNumber := number(value.Text); isNumber {
		return syntax.Term{Kind: syntax.FloatTerm, Text: numberText(value.Text)}
	}
	return sorted(value)
}

func text(content string) syntax.Term { return syntax.Term{Kind: syntax.StringTerm, Text: content} }

// number reads a number as Java does: it may end in d or f.
func number(content string) (float64, bool) {
	value, err := strconv.ParseFloat(strings.TrimRight(strings.TrimSpace(content), "dDfF"), 64)
	return value, err == nil
}

// numberText returns a number in one spelling, and any other text as it is.
func numberText(content string) string {
	if value, isNumber := number(content); isNumber {
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return content
}

// caching returns both entries. The server takes a missing one for NONE.
func caching(value syntax.Term) syntax.Term {
	entries, plain := entriesOf(value)
	if !plain {
		return sorted(value)
	}
	rows := strings.ToUpper(cmp.Or(entries["rows_per_partition"], "NONE"))
	if count, err := strconv.Atoi(rows); err == nil {
		rows = cmp.Or(map[int]string{0: "NONE"}[count], strconv.Itoa(count))
	}
	return mapOf(map[string]string{"keys": strings.ToUpper(cmp.Or(entries["keys"], "NONE")), "rows_per_partition": rows})
}

var retryPart = regexp.MustCompile(`([0-9.]+)(PERCENTILE|P|MS)`)

// retry returns a policy as the server describes it: 99p, 50ms, MIN(99p,50ms). It keeps
// four digits of percentiles, and whole milliseconds.
func retry(policy string) string {
	policy = strings.ToUpper(strings.ReplaceAll(policy, " ", ""))
	if policy == "NONE" {
		return "NEVER"
	}
	policy = retryPart.ReplaceAllStringFunc(policy, func(part string) string {
		found := retryPart.FindStringSubmatch(part)
		value, isNumber := number(found[1])
		switch {
		case !isNumber:
			return part
		case found[2] == "MS":
			return strconv.Itoa(int(value)) + "ms"
		}
		return numberText(strconv.FormatFloat(value, 'f', 4, 64)) + "p"
	})
	if kind, arguments, isPair := strings.Cut(strings.TrimSuffix(policy, ")"), "("); isPair {
		if first, second, found := strings.Cut(arguments, ","); found && strings.HasSuffix(second, "p") {
			return kind + "(" + second + "," + first + ")" // the percentile comes first
		}
	}
	return policy
}

// entriesOf returns the entries of a map of constants, and false for any other value.
func entriesOf(value syntax.Term) (map[string]string, bool) {
	if !value.IsMap() {
		return nil, false
	}
	entries := map[string]string{}
	for _, entry := range value.Entries() {
		if len(entry[1].Terms) > 0 || entry[1].IsMap() {
			return nil, false
		}
		entries[entry[0].Text] = entry[1].Text
	}
	return entries, true
}

func mapOf(entries map[string]string) syntax.Term {
	value := syntax.Term{Kind: syntax.MapTerm}
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		value.Terms = append(value.Terms, text(name), text(entries[name]))
	}
	return value
}

// sorted returns a value that no rule is known for: the entries of maps sorted by key,
// constants in them as texts, classes without the server's packages.
func sorted(value syntax.Term) syntax.Term {
	if !value.IsMap() {
		value.Text = shortClass(value.Text)
		return value
	}
	type entry struct{ key, value syntax.Term }
	var entries []entry
	for _, pair := range value.Entries() {
		inner := sorted(*pair[1])
		if inner.Kind != syntax.MapTerm && len(inner.Terms) == 0 {
			inner = text(inner.Text)
		}
		entries = append(entries, entry{*pair[0], inner})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.key.Text, b.key.Text) })
	value.Terms = nil
	for _, entry := range entries {
		value.Terms = append(value.Terms, entry.key, entry.value)
	}
	return value
}

// shortClass removes the server's package from a class.
func shortClass(class string) string {
	if strings.HasPrefix(class, "org.apache.cassandra.") {
		return class[strings.LastIndexByte(class, '.')+1:]
	}
	return class
}
