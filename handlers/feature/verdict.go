package feature

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model/proof"
	"widerow/model/sizing"
	"widerow/model/write"
)

// VerdictWords returns a verdict in words, with the number of partitions if there
// are several.
func VerdictWords(j *proof.Judgement) string {
	if total := j.Total(); j.Whole() == proof.Partitions && total.Partitions.Known {
		if j.Spread != nil && j.Spread.Limit > 0 && total.Partitions.Worst > total.Partitions.Typical {
			return "up to " + sizing.FormatMean(total.Partitions.Worst) + " partitions"
		}
		return sizing.FormatMean(total.Partitions.Typical) + " partitions"
	}
	if j.Verdict == proof.Index && len(j.Indexes) > 0 {
		return "index " + strings.Join(j.Indexes, ", ")
	}
	return j.Whole().Words()
}

func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// ProofLevel rates a proof: bad if the query is not served or reads everything,
// warn if rows are filtered, something is missing, or each row needs a lookup.
func ProofLevel(result *proof.Result) string {
	best, _ := result.Best()
	switch {
	case best.Faulty(), len(result.Gaps) > 0:
		return "bad"
	case best.Verdict == proof.Filtering || len(best.Lacking()) > 0 || looksUpEach(best) || len(result.MissingParameters()) > 0:
		return "warn"
	case best.Whole() == proof.Partition:
		return "ok"
	}
	return "info"
}

func ReadsWords(j *proof.Judgement) string {
	words := j.Total().Text()
	if words != "" {
		words = "Reads " + words + "."
	}
	if pages := j.Pages(); pages.Known {
		words += " Pages: " + pages.Text() + "."
	}
	return strings.TrimSpace(words)
}

// PlanLevel returns the level of the worst finding, or ok.
func PlanLevel(plan *write.Plan) string {
	level := "ok"
	for _, finding := range plan.Findings {
		switch {
		case finding.Level == write.Error:
			return "bad"
		case finding.Level == write.Warning:
			level = "warn"
		}
	}
	return level
}

// PlanVerdict counts the tables that an update writes and its reads, and adds how
// often.
func PlanVerdict(plan *write.Plan) string {
	reads := 0
	for _, step := range plan.Steps {
		if step.Kind == write.Read {
			reads++
		}
	}
	written, blocked, isBlocked := strings.Cut(plan.Words(), ", ")
	words := strings.ToUpper(written[:1]) + written[1:]
	if reads > 0 {
		words += " after " + Plural(reads, "read")
	}
	if isBlocked {
		words += ", " + blocked
	}
	if plan.Rate.Known {
		words += ", " + sizing.FormatNumber(plan.Rate.Typical) + " times a second"
		if plan.Rate.Worst != plan.Rate.Typical {
			words += ", at the worst " + sizing.FormatNumber(plan.Rate.Worst)
		}
	}
	return words
}

func Plural(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}

// looksUpEach reports whether a lookup runs for each row.
func looksUpEach(j *proof.Judgement) bool {
	return slices.ContainsFunc(j.Lookups, func(l proof.Lookup) bool { return l.Each })
}
