package stress

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/cql/print"
	"widerow/model"
)

// page is a profile while it is written.
type page struct {
	Profile
	keyspace, table string
	extras          []string
	columns         []column
	partitions      float64
	rows            float64 // of a partition
	writes          float64 // per second
	level           model.Consistency
	queries         []query
}

// query is an item of queries.
type query struct {
	name, title, text string
	rate              float64
}

// insertName is the operation of cassandra-stress that writes rows.
const insertName = "insert"

func (p *page) note(format string, arguments ...any) {
	p.Notes = append(p.Notes, fmt.Sprintf(format, arguments...))
}

// write returns the YAML.
func (p *page) write(title string) string {
	var b strings.Builder
	comment := func(text string) { b.WriteString(strings.TrimRight("# "+oneLine(text), " ") + "\n") }
	comment(title + ": cassandra-stress profile of " + p.Keyspace + "." + p.Table)
	comment("")
	comment("Fill the table (n is the number of rows), then run its operations in their shares:")
	comment(fmt.Sprintf("  cassandra-stress user profile=%s 'ops(insert=1)' n=%.0f -pop seq=1..%.0f", p.File(), math.Ceil(p.partitions*p.rows), p.partitions))
	comment("  " + p.command())
	if p.writes+p.reads() == 0 {
		comment("")
		comment("No query and no update has a rate: the operations have equal shares.")
	}
	if len(p.Notes) > 0 {
		comment("")
	}
	for _, note := range p.Notes {
		comment(note + ".")
	}
	fmt.Fprintf(&b, "keyspace: %s\nkeyspace_definition: |\n%stable: %s\ntable_definition: |\n%s",
		scalar(p.Keyspace), block(p.keyspace), scalar(p.Table), block(p.table))
	if len(p.extras) > 0 {
		b.WriteString("extra_definitions:\n")
	}
	for _, extra := range p.extras {
		b.WriteString("  - " + quoted(extra) + "\n")
	}
	p.writeColumns(&b)
	fmt.Fprintf(&b, "insert:\n  partitions: fixed(1)\n  select: fixed(1)/%.0f\n  batchtype: UNLOGGED\n", math.Max(1, math.Round(p.rows)))
	p.writeQueries(&b)
	return b.String()
}

func (p *page) writeColumns(b *strings.Builder) {
	b.WriteString("columnspec:\n")
	for _, c := range p.columns {
		b.WriteString("  - name: " + scalar(c.name) + "\n")
		for _, field := range []struct{ name, value string }{{"size", c.size}, {"population", c.population}, {"cluster", c.cluster}} {
			if field.value != "" {
				b.WriteString("    " + field.name + ": " + field.value + "\n")
			}
		}
	}
}

func (p *page) writeQueries(b *strings.Builder) {
	if len(p.queries) == 0 {
		b.WriteString("queries: {}\n")
		return
	}
	b.WriteString("queries:\n")
	for _, q := range p.queries {
		if q.title != "" {
			b.WriteString("  # " + oneLine(q.title) + "\n")
		}
		fmt.Fprintf(b, "  %s:\n    cql: %s\n    fields: samerow\n", q.name, quoted(q.text))
	}
}

func (p *page) reads() (sum float64) {
	for _, q := range p.queries {
		sum += q.rate
	}
	return sum
}

// command is the call that runs the table's operations in the shares and at the rate of the model.
func (p *page) command() string {
	whole := p.writes + p.reads()
	share := func(rate float64) string {
		if whole == 0 {
			return "1"
		}
		return number(rate)
	}
	var operations []string
	for _, q := range append([]query{{name: insertName, rate: p.writes}}, p.queries...) {
		if whole == 0 || q.rate > 0 {
			operations = append(operations, q.name+"="+share(q.rate))
		}
	}
	command := "cassandra-stress user profile=" + p.File() + " 'ops(" + strings.Join(operations, ",") + ")' duration=10m"
	if p.level != "" {
		command += " cl=" + string(p.level)
	}
	command += fmt.Sprintf(" -pop 'dist=UNIFORM(1..%.0f)'", p.partitions)
	if whole > 0 {
		command += fmt.Sprintf(" -rate threads=50 throttle=%.0f/s", math.Max(1, math.Ceil(whole)))
	}
	return command
}

// number writes a rate with three digits.
func number(rate float64) string {
	if rate >= 100 {
		return strconv.FormatFloat(rate, 'f', 0, 64)
	}
	return strconv.FormatFloat(rate, 'g', 3, 64)
}

var (
	plain    = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	reserved = []string{"true", "false", "yes", "no", "on", "off", "y", "n", "null"}
)

// scalar is a name as YAML, in quotes if YAML could read it as something else.
func scalar(name string) string {
	if plain.MatchString(name) && !slices.Contains(reserved, name) {
		return name
	}
	return quoted(name)
}

// quoted is a text in double quotes: JSON's are YAML's, too.
func quoted(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a string and a strings.Builder never fail
	return strings.TrimSpace(b.String())
}

// block is a text in the lines of a literal block. A line with characters that such a block cannot
// have makes it a quoted text in the block's place.
func block(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSuffix(strings.TrimSpace(text), ";")) {
		b.WriteString(strings.TrimRight("  "+oneLine(strings.TrimRight(line, "\n")), " ") + "\n")
	}
	return b.String()
}

// oneLine replaces characters that could end a line or hide text; leading spaces stay.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7F && r <= 0x9F || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFD {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, ""))
}

func statementLine(text string) string {
	return strings.TrimSuffix(strings.TrimSpace(print.StatementLine(text)), ";")
}

// firstWords are the first words of a statement, enough to recognize it: CREATE INDEX names.
func firstWords(text string) string {
	line := statementLine(text)
	if at := strings.IndexAny(line, "("); at > 0 {
		line = line[:at]
	}
	if before, _, found := strings.Cut(line, " AS "); found {
		line = before
	}
	return strings.TrimSpace(line)
}

// unique makes the name of an operation of a label, and takes it.
func unique(taken map[string]bool, label string) string {
	name := strings.ToLower(strings.Trim(fileName(label), "_"))
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "q" + name
	}
	for base, i := name, 2; taken[name]; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	taken[name] = true
	return name
}
