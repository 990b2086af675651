package proof

import (
	"strings"

	"widerow/model/sizing"
)

// PageSpread describes how the application runs the statements of pages, nil if once a page. Cassandra pages no ordered rows of
// several partitions, so that a statement with IN and ORDER BY needs one for each of them, too.
func (j *Judgement) PageSpread() *Spread { return j.statement.spread }

// PageSteps are sentences on how an application pages through a statement that it runs for several
// partitions, nil for others.
func (j *Judgement) PageSteps() []string {
	s := j.PageSpread()
	if s == nil || len(j.NextPages()) == 0 {
		return nil
	}
	of := strings.Join(s.Columns, ", ")
	count := ""
	if s.Values.Known {
		count = " (" + s.Values.Text() + ")"
	}
	if len(s.Merge) > 0 && !s.InOrder {
		return []string{
			"Run the first page for each " + of + count + " at the same time, each with the rows of a page as its LIMIT.",
			"Merge the results by " + orderText(s.Merge) + ", and take the rows of a page.",
			"For the next page, each " + of + " goes on after the last of its own rows that was taken; one of which no row was taken begins again.",
		}
	}
	first := "Run the first page for the first " + of
	if s.InOrder {
		first += ", in the order of " + orderText(s.runOrder())
	}
	return []string{
		first + ", with the rows of a page as its LIMIT.",
		"While rows are missing, run it for the next " + of + ", with the number of missing rows as its LIMIT. Stop after the last one" + count + ".",
		"The next page goes on after the last row in its " + of + ", and then with the " + of + " after it.",
	}
}

// PageLimits are sentences on what no statement of paging can do.
func (j *Judgement) PageLimits() []string {
	total := "A total: count(*) reads all rows"
	if rows := j.Reads.Rows; rows.Known {
		total += " (~" + sizing.FormatNumber(rows.Typical) + ")"
	}
	return []string{
		"The page before: Cassandra reads forward. Keep the values with which each page began, and read it again from there.",
		"Page N: there is no OFFSET. The pages before it are read and dropped, or pages are only linked one after the other.",
		total + ". Store a count, or read one row more than a page to know whether there is another one.",
	}
}
