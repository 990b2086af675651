package cli_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"widerow/cli"
)

// oneLine is a script on one line with a finding about each statement.
func oneLine(bytes int) string {
	const statement = "INSERT INTO k.nöwhere (a, b) VALUES (1, 'x'); "
	return strings.Repeat(statement, bytes/len(statement))
}

// TestCheckOfOneLineIsLinear: ten times the text takes about ten times as long
// in every format, not a hundred times.
func TestCheckOfOneLineIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: the race detector slows it down, and it measures times")
	}
	for _, format := range []string{"text", "sarif", "github", "json"} {
		took := func(bytes int) time.Duration {
			script, best := oneLine(bytes), time.Hour
			for range 3 {
				start := time.Now()
				run(t, script, "check", "--format", format, "--max-findings", "0", "-")
				best = min(best, time.Since(start))
			}
			return best
		}
		var small, large time.Duration
		for range 5 { // the machine may be busy
			if small, large = took(60_000), took(600_000); large < 40*small {
				break
			}
		}
		if large >= 40*small {
			t.Errorf("%s: 60 kB take %v, 600 kB %v", format, small, large)
		}
	}
}

// BenchmarkCheckOfOneLine checks 1 MB on one line, with 21,000 findings.
func BenchmarkCheckOfOneLine(b *testing.B) {
	script := oneLine(1 << 20)
	b.SetBytes(int64(len(script)))
	for b.Loop() {
		cli.Main(b.Context(), []string{"check", "--max-findings", "0", "-"}, strings.NewReader(script), io.Discard, io.Discard)
	}
}
