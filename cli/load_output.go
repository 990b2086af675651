package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"widerow/cli/verb"
	"widerow/handlers/connections/load"
)

// loadReport is the JSON output of widerow load.
type loadReport struct {
	Keyspaces []string      `json:"keyspaces"`
	Seed      uint64        `json:"seed"`
	Rows      int64         `json:"rows"`
	Seconds   float64       `json:"seconds"`
	Resumed   bool          `json:"resumed"`
	Tables    []loadedTable `json:"tables"`
	Left      []string      `json:"left"`
	Notes     []string      `json:"notes"`
	Error     string        `json:"error,omitempty"`
}

// loadedTable is a table that was filled.
type loadedTable struct {
	Table   string  `json:"table"`
	Rows    int64   `json:"rows"`
	Seconds float64 `json:"seconds"`
	// Before reports that an earlier load has filled it, Guessed that its rows follow from the types alone.
	Before  bool `json:"before,omitempty"`
	Guessed bool `json:"guessed,omitempty"`
}

// write writes what was done, if anything was.
func (l *loadCommand) write(to io.Writer, result *load.Result, failed error) error {
	var out bytes.Buffer
	switch {
	case l.Format == "json":
		if err := encodeLoad(&out, result, failed); err != nil {
			return err
		}
	case result.Seed > 0 && (failed == nil || len(result.Left) > 0):
		textOfLoad(&out, result)
	}
	_, err := to.Write(out.Bytes())
	return wrapWrite(err)
}

func encodeLoad(to io.Writer, result *load.Result, failed error) error {
	report := loadReport{Keyspaces: result.Keyspaces, Seed: result.Seed, Rows: result.Rows(), Seconds: seconds(result.Took), Resumed: result.Resumed,
		Tables: []loadedTable{}, Left: append([]string{}, result.Left...), Notes: append([]string{}, result.Notes...)}
	for _, t := range result.Tables {
		report.Tables = append(report.Tables, loadedTable{t.Keyspace + "." + t.Name, t.Rows, seconds(t.Took), t.Before, t.Guessed})
	}
	if failed != nil {
		report.Error = verb.OneLine(failed)
	}
	encoder := json.NewEncoder(to)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return wrapWrite(encoder.Encode(report))
}

// seconds returns a time with three digits after the point.
func seconds(d time.Duration) float64 { return d.Round(time.Millisecond).Seconds() }

func textOfLoad(out *bytes.Buffer, result *load.Result) {
	width := 0
	for _, t := range result.Tables {
		width = max(width, len(t.Keyspace)+1+len(t.Name))
	}
	for _, t := range result.Tables {
		after := fmt.Sprintf("%8.1f s", t.Took.Seconds())
		if t.Before {
			after = "    before"
		}
		if t.Guessed {
			after += "  (the model does not say what its rows are: from the types alone)"
		}
		fmt.Fprintf(out, "%-*s  %10d rows%s\n", width, t.Keyspace+"."+t.Name, t.Rows, after)
	}
	for _, note := range result.Notes {
		fmt.Fprintf(out, "%s\n", verb.Visible(note))
	}
	fmt.Fprintf(out, "%d rows in %s, in %s. Seed %d\n", result.Rows(), strings.Join(result.Keyspaces, " and "),
		result.Took.Round(100*time.Millisecond), result.Seed)
}
