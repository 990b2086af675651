package proof

import (
	"slices"
	"strings"

	"widerow/model/access"
	"widerow/model/sizing"
)

var verdictWords = map[Verdict]string{Partition: "one partition", Partitions: "several partitions", Index: "index",
	Filtering: "filtering in partition", Scan: "scan", None: "not served"}

// Words returns the verdict as a page shows it: "one partition".
func (v Verdict) Words() string { return verdictWords[v] }

// Text describes how a lookup runs: "for each row, with its guest_id".
func (l *Lookup) Text() string {
	if l.Union {
		return "with the conditions of the query; the application puts the rows together"
	}
	if len(l.Join) > 0 {
		return "with the values of the query; the application joins the rows by " + strings.Join(l.Join, ", ")
	}
	var ofRow, ofQuery []string
	for _, source := range l.Sources {
		name := source.Column
		if source.From != source.Column {
			name += " = " + source.From
		}
		if source.FromQuery {
			ofQuery = append(ofQuery, source.Column)
		} else {
			ofRow = append(ofRow, name)
		}
	}
	switch {
	case len(ofRow) == 0:
		return "once, with the " + list(ofQuery) + " of the query"
	case l.Each && len(ofQuery) > 0:
		return "for each row, with its " + list(ofRow) + " and the " + list(ofQuery) + " of the query"
	case l.Each:
		return "for each row, with its " + list(ofRow)
	}
	return "with the " + list(ofRow) + " of the row"
}

// Application describes in sentences the application's work besides running the statement once.
func (j *Judgement) Application() []string {
	var sentences []string
	if j.Spread != nil {
		sentences = append(sentences, j.Spread.Text())
	}
	if j.Repeats && (j.Spread == nil || !j.Spread.Combines) {
		sentences = append(sentences, "The application drops repeated rows.")
	}
	if j.Sort != nil {
		sentence := "The application sorts the rows by " + orderText(j.Sort.Columns)
		if j.Sort.Limit > 0 {
			sentence += " and takes the first " + sizing.FormatNumber(float64(j.Sort.Limit))
		}
		if j.Sort.Together {
			sentence += ", those of all tables together."
		} else {
			sentence += ": with these conditions Cassandra returns them in another order."
		}
		sentences = append(sentences, sentence)
	}
	for _, column := range j.Prefixes {
		sentences = append(sentences, "The second value of "+column+" is the end of the prefix: the same text with its last character replaced by the next one.")
	}
	if j.Counted != "" && j.statement.returnsRowsOfGroups() {
		sentences = append(sentences, "The application drops rows whose "+j.Counted+" is 0: such a group has no rows any more.")
	} else if j.Counted != "" {
		sentences = append(sentences, "If there is no row, "+j.Counted+" is 0.")
	}
	if len(j.None) > 0 {
		sentences = append(sentences, "A row of nulls is as good as none: there is no "+list(j.None)+" then.")
	}
	if j.Rowless != "" {
		sentences = append(sentences, "The application drops a row without "+j.Rowless+": its partition has static values, but no rows.")
	}
	if j.Limit > 0 {
		sentences = append(sentences, "The application takes the first "+sizing.Counted(float64(j.Limit), "row")+" of these.")
	}
	return sentences
}

// Text describes a statement that is run once for each of several partitions, how the
// results are put together, and when that ends.
func (s *Spread) Text() string {
	text := "Run once for each " + strings.Join(s.Columns, ", ")
	switch {
	case s.Values.Known && s.InOrder && s.Limit > 0:
		text += " (up to " + s.Values.Text() + ")"
	case s.Values.Known:
		text += " (" + s.Values.Text() + ")"
	case s.Ranged:
		text += " that the range covers"
	}
	switch {
	case s.Combines:
		text += "; the application puts equal groups together"
		if len(s.Merge) > 0 {
			text += " and sorts them by " + orderText(s.Merge)
		}
	case len(s.Merge) == 0:
	case s.InOrder:
		text += ", in the order of " + orderText(s.runOrder())
	default:
		text += "; the application merges the results by " + orderText(s.Merge)
	}
	if s.Limit > 0 {
		text += ", until " + map[bool]string{true: "there is ", false: "there are "}[s.Limit == 1] + sizing.Counted(float64(s.Limit), "row")
	}
	return text + "."
}

// runOrder is the part of the order that the runs are in.
func (s *Spread) runOrder() []access.Order {
	for i, o := range s.Merge {
		if !slices.Contains(s.Columns, o.Column) {
			return s.Merge[:max(i, 1)]
		}
	}
	return s.Merge
}

func orderText(order []access.Order) string {
	var words []string
	for _, o := range order {
		words = append(words, o.Column+map[bool]string{true: " descending"}[o.Descending])
	}
	return strings.Join(words, ", ")
}

// Text is the number in the typical case and, where it differs, in the worst.
func (a Amount) Text() string {
	if a.Worst == a.Typical {
		return sizing.FormatNumber(a.Typical)
	}
	return sizing.FormatNumber(a.Typical) + ", at the worst " + sizing.FormatNumber(a.Worst)
}

// Text describes the reads in the typical case and, where it differs, in the worst: "1 partition,
// 20 rows, 2.4 kB; worst 300 rows, 36.3 kB". It leaves out unknown figures.
func (r Reads) Text() string {
	text := r.list(func(a Amount) float64 { return a.Typical }, func(Amount) bool { return true })
	worst := r.list(func(a Amount) float64 { return a.Worst }, func(a Amount) bool { return a.Worst != a.Typical })
	if worst == "" {
		return text
	}
	return text + "; worst " + worst
}

func (r Reads) list(in func(Amount) float64, wanted func(Amount) bool) string {
	var parts []string
	add := func(a Amount, text func(float64) string) {
		if a.Known && wanted(a) {
			parts = append(parts, text(in(a)))
		}
	}
	add(r.Partitions, func(n float64) string { return sizing.Counted(n, "partition") })
	add(r.Rows, func(n float64) string {
		if r.AtMost {
			return "at most " + sizing.Counted(n, "row")
		}
		return sizing.Counted(n, "row")
	})
	add(r.Bytes, func(bytes float64) string {
		if r.Assumed {
			return "~" + sizing.FormatBytes(bytes)
		}
		return sizing.FormatBytes(bytes)
	})
	return strings.Join(parts, ", ")
}
