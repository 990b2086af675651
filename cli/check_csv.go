package cli

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// csv lists the statements on rows of scripts, with their verdicts.
func (r report) csv() ([]byte, error) {
	var out bytes.Buffer
	writer := csv.NewWriter(&out)
	rows := [][]string{{"file", "line", "verb", "tables", "verdict", "partitions", "idempotent", "advice"}}
	for _, l := range r.Listed {
		rows = append(rows, []string{l.File, strconv.Itoa(l.Line), l.Verb, strings.Join(l.Tables, " "), l.Verdict,
			strconv.Itoa(l.Partitions), strconv.FormatBool(l.Idempotent), strings.Join(l.Advice, " ")})
	}
	if err := writer.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("write the list of statements: %w", err)
	}
	return out.Bytes(), nil
}
