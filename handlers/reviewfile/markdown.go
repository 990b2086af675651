// Package reviewfile writes a proposal as a file for people who have no access to
// the server: as Markdown or as PDF. As HTML it is the ReviewFile of web/review.
package reviewfile

import (
	"fmt"
	"strings"

	"widerow/cql/migration"
	"widerow/model/markdown"
	"widerow/web"
	webreview "widerow/web/review"
)

// Markdown writes a proposal as Markdown. What people wrote is Markdown
// already, and becomes a quote.
func Markdown(d webreview.ReviewDocument, plan *migration.Plan, pictures []web.Link) []byte {
	out := &markdownFile{}
	review := d.Review
	out.line("# #%d %s", review.Number, markdown.Escape(review.Title))
	out.line("Proposal for %s by %s, %s · %s · %s", markdown.Escape(review.Model), markdown.Escape(review.Who),
		web.Minute(review.Exact), review.Phase, review.Saves)
	for _, more := range []string{review.Behind, review.Ended} {
		if more != "" {
			out.line("%s", markdown.Escape(more))
		}
	}
	out.quote(review.Text)
	out.checks(*review)
	out.changes(d, pictures)
	if len(plan.Steps) > 0 {
		out.line("## Migration of a running cluster")
		out.line("%s", strings.TrimSpace(plan.Markdown()))
	}
	out.talk(d)
	return []byte(out.String())
}

type markdownFile struct{ strings.Builder }

// line writes a paragraph.
func (out *markdownFile) line(format string, arguments ...any) {
	fmt.Fprintf(out, format+"\n\n", arguments...)
}

// quote writes what a person wrote. HTML stays text, as on our pages.
func (out *markdownFile) quote(text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 { // the others are code
		parts[i] = strings.ReplaceAll(parts[i], "<", `\<`)
	}
	out.line("> %s", strings.ReplaceAll(strings.Join(parts, "`"), "\n", "\n> "))
}

func (out *markdownFile) checks(review webreview.Review) {
	out.line("## Checks")
	for _, check := range review.Checks {
		fmt.Fprintf(out, "- %s %s\n", check.Sign, markdown.Escape(check.Words))
		for _, detail := range check.Details {
			fmt.Fprintf(out, "  - %s\n", markdown.Escape(detail))
		}
	}
	for _, reviewer := range review.Reviewers {
		fmt.Fprintf(out, "- %s %s: %s\n", reviewer.Sign, markdown.Escape(reviewer.Name), reviewer.State)
	}
	out.WriteString("\n")
}

func (out *markdownFile) changes(d webreview.ReviewDocument, pictures []web.Link) {
	out.line("## Changes")
	out.line("%s.", markdown.Escape(d.Summary))
	for _, change := range d.Changes {
		fmt.Fprintf(out, "- %s%s\n", markdown.Escape(change.Words), map[bool]string{true: " **(breaking)**"}[change.Breaking])
	}
	out.WriteString("\n")
	for _, picture := range pictures {
		out.line("![%s](%s)", picture.Label, picture.Href)
	}
	out.rows("Partitions", d.Sizes)
	out.rows("Queries", d.Queries)
	if len(d.New)+len(d.Mended) > 0 {
		out.line("## Findings")
	}
	for _, finding := range d.New {
		fmt.Fprintf(out, "- new %s: %s\n", finding.Severity, markdown.Escape(finding.Text))
	}
	for _, finding := range d.Mended {
		fmt.Fprintf(out, "- mended: %s\n", markdown.Escape(finding.Text))
	}
	out.WriteString("\n")
}

func (out *markdownFile) rows(title string, rows []webreview.CompareRow) {
	if len(rows) == 0 {
		return
	}
	out.line("## %s", title)
	out.WriteString("| name | before | after |\n|---|---|---|\n")
	for _, row := range rows {
		fmt.Fprintf(out, "| %s | %s | %s |\n", markdown.Escape(row.Name), row.Before, row.After)
	}
	out.WriteString("\n")
}

func (out *markdownFile) talk(d webreview.ReviewDocument) {
	threads := d.Threads()
	if len(threads) > 0 {
		out.line("## Conversation")
	}
	for _, entry := range threads {
		if entry.Thread == nil {
			out.line("**%s** %s, %s", markdown.Escape(entry.Who), entry.Did, web.Minute(entry.Exact))
			out.quote(entry.Text)
			continue
		}
		out.line("### %s %s", entry.Thread.About.Kind, markdown.Escape(entry.Thread.About.Title))
		if line := entry.Thread.Line; line != nil {
			out.line("%s", lineText(*line))
		}
		for _, comment := range entry.Thread.Comments {
			out.line("**%s**, %s", markdown.Escape(comment.Who), web.Minute(comment.Exact))
			out.quote(comment.Text)
			out.suggestion(comment.Suggestion)
		}
		if entry.Thread.Resolved != "" {
			out.line("_%s_", markdown.Escape(entry.Thread.Resolved))
		}
	}
}

// lineText is the line of CQL that a thread is about, now and then.
func lineText(line webreview.ThreadLine) string {
	text := code(line.Text)
	if line.Was != "" {
		text += ", was " + code(line.Was)
	}
	if line.Note != "" {
		text += ", " + line.Note
	}
	return text
}

// code writes a line as code. Its marks are longer than those in it.
func code(line string) string {
	longest, run := 0, 0
	for _, r := range line {
		run++
		if r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	marks := strings.Repeat("`", longest+1)
	return marks + " " + line + " " + marks
}

func (out *markdownFile) suggestion(suggestion *webreview.Suggestion) {
	if suggestion == nil {
		return
	}
	out.line("Suggested change:")
	for _, change := range suggestion.Changes {
		fmt.Fprintf(out, "- %s\n", markdown.Escape(change))
	}
	out.WriteString("\n")
	if suggestion.Applied != "" {
		out.line("%s %s", markdown.Escape(suggestion.Applied), suggestion.Result.Label)
	}
}
