package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/cli/verb"
	"widerow/cql/check"
	"widerow/cql/compare"
	"widerow/model/markdown"
	"widerow/model/sizing"
)

// signs mark a change in text.
var signs = map[compare.Kind]string{compare.Added: "+", compare.Removed: "-", compare.Changed: "~", compare.Moved: ">"}

func (r diffReport) text() []byte {
	var out bytes.Buffer
	if len(r.Changes) == 0 {
		return []byte("no differences\n")
	}
	fmt.Fprintln(&out, compare.Summary(r.Changes))
	for _, change := range r.Changes {
		fmt.Fprintf(&out, "  %s %s%s\n", signs[change.Kind], verb.Visible(change.Words), breaks(change))
	}
	if len(r.Tables) > 0 {
		fmt.Fprintln(&out, "\npartitions on disk")
		for _, table := range r.Tables {
			fmt.Fprintf(&out, "  %s: %s → %s\n", verb.Visible(table.Table), extentText(table.Before), extentText(table.After))
		}
	}
	if len(r.Queries) > 0 {
		fmt.Fprintln(&out, "\nqueries")
		for _, query := range r.Queries {
			fmt.Fprintf(&out, "  %s: %s → %s\n", verb.Visible(query.Query), cmp.Or(string(query.Before), "not there"), cmp.Or(string(query.After), "not there"))
		}
	}
	for _, list := range r.findings() {
		fmt.Fprintf(&out, "\n%s findings\n", list.word)
		for _, finding := range list.findings {
			fmt.Fprintf(&out, "  %s: %s\n", finding.Severity, verb.Visible(findingWords(finding)))
		}
	}
	if len(r.Steps) > 0 {
		fmt.Fprintf(&out, "\nmigration in %s (--format cql writes the script)\n", verb.Counted(len(r.Steps), "step"))
		for _, step := range r.Steps {
			fmt.Fprintf(&out, "  %2d %-10s %s\n", step.Number, step.Kind, verb.Visible(cmp.Or(oneStatement(step.Statement), step.Instruction)))
			if step.Warning != "" {
				fmt.Fprintf(&out, "     ! %s\n", verb.Visible(step.Warning))
			}
		}
	}
	return out.Bytes()
}

func breaks(change compare.Change) string {
	if change.Breaking {
		return " (breaking)"
	}
	return ""
}

func extentText(extent *compare.Extent) string {
	if extent == nil {
		return "no size"
	}
	about := ""
	if extent.Assumed {
		about = "~"
	}
	if extent.Typical == extent.Worst {
		return about + sizing.FormatBytes(extent.Typical.Bytes)
	}
	return fmt.Sprintf("%s%s typical, %s%s at worst", about, sizing.FormatBytes(extent.Typical.Bytes), about, sizing.FormatBytes(extent.Worst.Bytes))
}

// findingList is a list of findings under its heading.
type findingList struct {
	word     string
	findings []check.Finding
}

// findings are the lists that are not empty.
func (r diffReport) findings() []findingList {
	return slices.DeleteFunc([]findingList{{"new", r.Findings.New}, {"mended", r.Findings.Mended}}, func(l findingList) bool { return len(l.findings) == 0 })
}

// findingWords is a finding without its place.
func findingWords(f check.Finding) string { return fmt.Sprintf("%s [%s]", f.Message, f.Code) }

func oneStatement(statement string) string { return strings.Join(strings.Fields(statement), " ") }

// markdown is the report for a pull request or a design document.
func (r diffReport) markdown() []byte {
	var out bytes.Buffer
	if len(r.Changes) == 0 {
		return []byte("No differences.\n")
	}
	fmt.Fprintf(&out, "## Changes\n\n%s.\n\n", compare.Summary(r.Changes))
	for _, change := range r.Changes {
		fmt.Fprintf(&out, "- %s%s\n", markdown.Escape(change.Words), strings.ReplaceAll(breaks(change), "(breaking)", "**(breaking)**"))
	}
	if len(r.Tables) > 0 {
		fmt.Fprint(&out, "\n## Partitions on disk\n\n| table | before | after |\n|---|---|---|\n")
		for _, table := range r.Tables {
			fmt.Fprintf(&out, "| %s | %s | %s |\n", markdown.Escape(table.Table), extentText(table.Before), extentText(table.After))
		}
	}
	if len(r.Queries) > 0 {
		fmt.Fprint(&out, "\n## Queries\n\n| query | before | after |\n|---|---|---|\n")
		for _, query := range r.Queries {
			fmt.Fprintf(&out, "| %s | %s | %s |\n", markdown.Escape(query.Query), query.Before, query.After)
		}
	}
	for _, list := range r.findings() {
		fmt.Fprintf(&out, "\n## Findings: %s\n\n", list.word)
		for _, finding := range list.findings {
			fmt.Fprintf(&out, "- %s: %s\n", finding.Severity, markdown.Escape(findingWords(finding)))
		}
	}
	if len(r.Steps) > 0 {
		fmt.Fprintf(&out, "\n## Migration\n\n%s", r.Plan.Markdown())
	}
	return out.Bytes()
}
