package console

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"widerow/cql/syntax"
	"widerow/handlers/connections/reach"
	"widerow/store/cluster"
	webconsole "widerow/web/console"
)

// resultOf converts a page of rows for the page.
func resultOf(result *cluster.Result) *webconsole.Result {
	shown := &webconsole.Result{Took: milliseconds(result.Duration), Coordinator: result.Coordinator, Warnings: result.Warnings,
		Truncated: result.Truncated}
	if len(result.PageState) > 0 {
		shown.Next = base64.RawURLEncoding.EncodeToString(result.PageState)
	}
	for _, column := range result.Columns {
		shown.Columns = append(shown.Columns, webconsole.Column{Name: column.Name, Type: column.Type})
	}
	for _, row := range result.Rows {
		cells := make([]webconsole.Cell, len(row))
		for i, cell := range row {
			cells[i] = webconsole.Cell{Null: cell.Null, Text: cell.Plain(), Omitted: cell.Omitted}
		}
		shown.Rows = append(shown.Rows, cells)
	}
	var longest time.Duration
	for _, event := range result.Trace {
		longest = max(longest, event.After)
	}
	for _, event := range result.Trace {
		percent := 0
		if longest > 0 {
			percent = int(100 * event.After / longest)
		}
		shown.Trace = append(shown.Trace, webconsole.Event{After: milliseconds(event.After), Percent: percent, Source: event.Source, Activity: event.Activity})
	}
	return shown
}

// milliseconds writes a duration with one decimal: "0.2 ms".
func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 1, 64) + " ms"
}

// file is a form in which the rows of a page are sent.
type file struct {
	extension, content string
	write              func(*reach.Answer, syntax.Statement) []byte
}

// files are the forms by the button that asks for them.
var files = map[string]file{
	"csv":  {"csv", "text/csv; charset=utf-8", func(a *reach.Answer, _ syntax.Statement) []byte { return csvOf(a.Result) }},
	"json": {"json", "application/json", func(a *reach.Answer, _ syntax.Statement) []byte { return jsonOf(a) }},
	"cql":  {"cql", "text/plain; charset=utf-8", func(a *reach.Answer, s syntax.Statement) []byte { return insertsOf(a.Result, s) }},
}

// csvOf writes the rows as CSV: NULL is nothing, and an empty text "".
func csvOf(result *cluster.Result) []byte {
	var out bytes.Buffer
	writer := csv.NewWriter(&out)
	var names []string
	for _, column := range result.Columns {
		names = append(names, column.Name)
	}
	_ = writer.Write(names) // a buffer takes all
	writer.Flush()
	for _, row := range result.Rows {
		for i, cell := range row {
			if i > 0 {
				out.WriteByte(',')
			}
			if !cell.Null {
				out.WriteString(csvField(cell.Plain()))
			}
		}
		out.WriteString("\n")
	}
	return out.Bytes()
}

func csvField(text string) string {
	if text == "" || strings.ContainsAny(text, ",\"\r\n") || strings.TrimSpace(text) != text {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// jsonOf writes the rows as a list of objects.
func jsonOf(answer *reach.Answer) []byte {
	var out bytes.Buffer
	out.WriteString("[")
	for i := range answer.JSON {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n  {")
		for j, value := range answer.JSON[i] {
			if j > 0 {
				out.WriteString(", ")
			}
			name, _ := json.Marshal(answer.Result.Columns[j].Name) // a string never fails
			fmt.Fprintf(&out, "%s: %s", name, value)
		}
		out.WriteString("}")
	}
	out.WriteString("\n]\n")
	return out.Bytes()
}

// insertsOf writes the rows as INSERT statements. A NULL is left out: it would be a tombstone.
func insertsOf(result *cluster.Result, statement syntax.Statement) []byte {
	table := syntax.Subject(statement)
	var out strings.Builder
	for _, row := range result.Rows {
		var names, values []string
		for i, cell := range row {
			if cell.Null || cell.Omitted > 0 {
				continue
			}
			names, values = append(names, syntax.QuoteName(result.Columns[i].Name)), append(values, cell.Text)
		}
		name := syntax.QuoteName(table.Name.Name)
		if len(result.Columns) > 0 {
			name = syntax.QuoteName(result.Columns[0].Keyspace) + "." + syntax.QuoteName(result.Columns[0].Table)
		}
		fmt.Fprintf(&out, "INSERT INTO %s (%s) VALUES (%s);\n", name, strings.Join(names, ", "), strings.Join(values, ", "))
	}
	return []byte(out.String())
}
