package measured

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"widerow/model"
	"widerow/model/internal/tree"
)

// statsFigures are the lines of tablestats that are about sizes, by their names in JSON.
var statsFigures = map[string]model.Figure{
	"number_of_partitions_estimate": model.MeasuredPartitions, "number_of_keys_estimate": model.MeasuredPartitions,
	"compacted_partition_mean_bytes": model.MeanBucket, "compacted_row_mean_size": model.MeanBucket,
	"compacted_partition_maximum_bytes": model.MaxBytes, "compacted_row_maximum_size": model.MaxBytes,
	"sstable_compression_ratio": model.Compression, "space_used_live": model.DiskBytes, "sstable_count": model.SSTables,
}

// repairBytes add up to the bytes of all partitions before compression.
var repairBytes = map[string]bool{"bytes_repaired": true, "bytes_unrepaired": true, "bytes_pending_repair": true}

// statsKey is the name in JSON of a line of the text: "Space used (live)" is
// space_used_live.
func statsKey(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	return strings.Join(words, "_")
}

func isKeyspaceLine(line string) bool {
	rest, found := strings.CutPrefix(line, "Keyspace")
	return found && strings.HasPrefix(strings.TrimSpace(rest), ":")
}

func isTableLine(line string) bool {
	return strings.HasPrefix(line, "Table: ") || strings.HasPrefix(line, "Table (index): ") || strings.HasPrefix(line, "Column Family: ")
}

// tableStats reads a line with a keyspace, or a table and its lines.
func (p *parser) tableStats() {
	line := strings.TrimSpace(p.lines[p.at])
	first := p.at + 1
	p.at++
	_, name, _ := strings.Cut(line, ":")
	name = strings.TrimSpace(name)
	if isKeyspaceLine(line) {
		p.keyspace = name
		for p.at < len(p.lines) && !isTableLine(strings.TrimSpace(p.lines[p.at])) && isStatsLine(p.lines[p.at]) {
			p.at++
		}
		return
	}
	keyspace, table := p.keyspace, name
	if before, after, found := strings.Cut(name, "."); found && !strings.HasPrefix(line, "Table (index)") {
		keyspace, table = before, after
	}
	stats := newStats(p, table)
	for p.at < len(p.lines) && isStatsLine(p.lines[p.at]) {
		key, value, _ := strings.Cut(p.lines[p.at], ":")
		p.at++
		stats.add(p.at, statsKey(key), value)
	}
	if strings.HasPrefix(line, "Table (index)") {
		return // an index is a table of its own, that no model has
	}
	if p.isCut(stats) {
		p.problem(p.last, "the output ends within %s, before all its partition sizes: paste it whole", table)
		p.at = len(p.lines)
		return
	}
	if keyspace == "" {
		p.problem(first, "the keyspace of %s is missing: paste the output from its line “Keyspace” on", table)
		return
	}
	p.read(first, TableStats, keyspace, table, stats.figures())
}

// isStatsLine reports whether a line is one of a keyspace or a table.
func isStatsLine(line string) bool {
	trimmed := strings.TrimSpace(line)
	return strings.Contains(trimmed, ": ") && !isKeyspaceLine(trimmed) && !isTableLine(trimmed) && !saysNothing(trimmed)
}

// isCut reports whether the text ends within a table, perhaps within a number.
func (p *parser) isCut(s *stats) bool {
	if p.at < len(p.lines) {
		return !s.sized && p.last <= p.at+1 // the last line may be a part of one
	}
	key, _, _ := strings.Cut(p.lines[p.at-1], ":")
	_, ends := statsFigures[statsKey(key)]
	return !s.sized || ends
}

// stats are the numbers of one table.
type stats struct {
	parser *parser
	table  string
	values model.Figures
	bytes  float64
	sized  bool // has the mean and the maximum
}

func newStats(p *parser, table string) *stats {
	return &stats{parser: p, table: table, values: model.Figures{}}
}

// add takes a line. Those that are not about sizes are left out.
func (s *stats) add(line int, key, value string) {
	figure, known := statsFigures[key]
	if !known && !repairBytes[key] || isNothing(value) {
		return
	}
	number, ok := parseBytes(value)
	if !ok {
		s.parser.problem(line, "%s of %s is not a number: %s", strings.ReplaceAll(key, "_", " "), s.table, quoted(strings.TrimSpace(value)))
		return
	}
	if repairBytes[key] {
		s.bytes += number
		return
	}
	s.values[figure] = number
	_, mean := s.values[model.MeanBucket]
	_, most := s.values[model.MaxBytes]
	s.sized = mean && most
}

// figures leaves out the zeros of a table without files. The bytes of all files divided by the
// partitions are a better mean than the histogram's.
func (s *stats) figures() model.Figures {
	if partitions := s.values[model.MeasuredPartitions]; s.bytes > 0 && partitions > 0 {
		s.values[model.MeanBytes] = s.bytes / partitions
	}
	figures := model.Figures{}
	for figure, value := range s.values {
		if value > 0 {
			figures[figure] = value
		}
	}
	return figures
}

// json reads tablestats -F json. The object ends where its braces close.
func (p *parser) json() {
	first, text := p.at, p.text[p.starts[p.at]:]
	end := closingBrace(text)
	if end < 0 {
		p.at = len(p.lines)
		p.problem(p.last, "the JSON ends before it is complete: paste the output whole")
		return
	}
	p.at += strings.Count(text[:end], "\n") + 1
	root, err := tree.Parse([]byte(text[:end]))
	if err != nil {
		wrong := err.(*tree.SyntaxError)
		p.problem(first+wrong.Line, "this is not JSON: %s", wrong.Message)
		return
	}
	lineOf := func(node *tree.Node) int {
		at, found := slices.BinarySearch(p.starts, p.starts[first]+node.Offset)
		if found {
			at++
		}
		return at
	}
	tables := 0
	for _, keyspace := range root.Members {
		in := keyspace.Value.Get("tables")
		if keyspace.Value.Kind != tree.Object || in == nil || in.Kind != tree.Object {
			tables += p.sortedTable(keyspace, lineOf)
			continue
		}
		for _, table := range in.Members {
			tables++
			p.jsonTable(keyspace.Key, table.Key, table.Value, lineOf)
		}
	}
	if tables == 0 && root.Get("total_number_of_tables") == nil {
		p.problem(first+1, "this JSON is no output of nodetool tablestats: it has no tables")
	}
}

// sortedTable reads a table of tablestats --sort, whose name has its keyspace.
func (p *parser) sortedTable(member tree.Member, lineOf func(*tree.Node) int) int {
	keyspace, table, found := strings.Cut(member.Key, ".")
	if !found || member.Value.Kind != tree.Object {
		return 0
	}
	p.jsonTable(keyspace, table, member.Value, lineOf)
	return 1
}

func (p *parser) jsonTable(keyspace, table string, node *tree.Node, lineOf func(*tree.Node) int) {
	if node.Kind != tree.Object {
		p.problem(lineOf(node), "%s.%s is not an object", keyspace, table)
		return
	}
	stats := newStats(p, table)
	for _, member := range node.Members {
		stats.add(lineOf(member.Value), member.Key, member.Value.Text)
	}
	p.finish(lineOf(node), keyspace, table, stats)
}

func (p *parser) finish(line int, keyspace, table string, stats *stats) {
	if strings.Contains(table, ".") {
		return // an index
	}
	if !stats.sized {
		p.problem(line, "%s.%s has no compacted_partition_mean_bytes and …_maximum_bytes: is this the whole output of tablestats?", keyspace, table)
		return
	}
	p.read(line, TableStats, keyspace, table, stats.figures())
}

// closingBrace returns the offset after the brace that closes the first one, or -1.
func closingBrace(text string) int {
	depth, inText := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case inText:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// yaml reads tablestats -F yaml: two spaces for each level, the keyspace, "tables:",
// the table, its numbers.
func (p *parser) yaml() {
	var keyspace, table string
	var stats *stats
	first := 0
	end := func() {
		if stats != nil {
			p.finish(first, keyspace, table, stats)
		}
		stats = nil
	}
	for p.at++; p.at < len(p.lines); p.at++ {
		line := p.lines[p.at]
		trimmed := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		key, value, found := strings.Cut(trimmed, ":")
		if trimmed == "" || strings.HasPrefix(trimmed, "- ") || indent > 6 {
			continue
		}
		if !found {
			p.cutYAML(stats, trimmed)
			return
		}
		key = strings.Trim(key, `'"`)
		switch {
		case indent == 0 && strings.TrimSpace(value) != "":
			end()
			return
		case indent == 0:
			end()
			keyspace, table = key, ""
		case indent == 4:
			end()
			table, stats, first = key, newStats(p, key), p.at+1
		case indent == 6 && stats != nil:
			stats.add(p.at+1, key, value)
		}
	}
	if stats != nil && !stats.sized {
		p.problem(p.last, "the output ends within %s.%s, before all its partition sizes: paste it whole", keyspace, table)
		return
	}
	end()
}

func (p *parser) cutYAML(stats *stats, line string) {
	where := ""
	if stats != nil {
		where = fmt.Sprintf(" within %s", stats.table)
	}
	p.problem(p.at+1, "%s is no line of tablestats in YAML%s: was the output cut here?", quoted(line), where)
	p.at = len(p.lines)
}
