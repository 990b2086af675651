package oracle

import (
	"slices"
	"strings"
	"time"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/proof"
)

// findSource finds the clustering column from which the application computes a column of the
// partition key: both come from the same logical one.
func (t *table) findSource(c *tableColumn, relation *model.Relation) {
	is := func(o *model.Column) bool { return o.Role == model.Clustering && slices.Equal(o.From.Sorted(), c.from) }
	for _, other := range relation.Columns {
		if c.role == model.Partition && len(c.from) > 0 && is(other) {
			c.source, c.reference = other.Name, reference{}
		}
	}
}

// spanOf is the start of the span of time that a bucket is called like, in which a value is.
func spanOf(bucket string, v value) value {
	at, err := time.Parse("2006-01-02T15:04:05.000Z", v.text)
	if err != nil {
		if at, err = time.Parse(time.DateOnly, v.text); err != nil {
			return v
		}
	}
	switch bucket {
	case "month":
		at = time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	case "day":
		at = at.Truncate(24 * time.Hour)
	case "hour":
		at = at.Truncate(time.Hour)
	}
	text := at.Format("2006-01-02T15:04:05.000Z")
	return value{literal: "'" + text + "'", text: text}
}

// inType is a span as a column of the bucket holds it.
func (c *tableColumn) inType(span value) value {
	if date, _, is := strings.Cut(span.text, "T"); is && c.typ.Name == "date" {
		return value{literal: "'" + date + "'", text: date}
	}
	return span
}

// bucketOf is the value of a bucket in a row.
func (c *tableColumn) bucketOf(r storedRow) value {
	if c.source == "" || r[c.source].isNull() {
		return bucketValue(c.typ)
	}
	return c.inType(spanOf(c.name, r[c.source]))
}

// computed returns the value of a bucket that the application computes: that of the run, or by a
// condition on what it is computed from.
func (s *site) computed(j *proof.Judgement, name string, bounds []bound) (value, bool) {
	c := s.table(j.Table).column(name)
	for _, b := range bounds {
		switch {
		case c == nil || c.source == "":
		case b.given.Name == name:
			return c.inType(b.values[0]), true
		case b.given.Operator == model.Equal && s.isOf(j, c.source, b.given):
			return c.inType(spanOf(name, b.values[0])), true
		}
	}
	return null, false
}

// spans returns the values of a bucket for which the application runs a statement: all spans of the
// table's rows, in the order of the merge.
func (s *site) spans(j *proof.Judgement, c *tableColumn) ([]value, error) {
	t := s.table(j.Table)
	rows, err := s.dump(t)
	var spans []value
	for _, row := range rows {
		if span := spanOf(c.name, row[c.source]); !slices.ContainsFunc(spans, func(v value) bool { return v.text == span.text }) {
			spans = append(spans, span)
		}
	}
	slices.SortFunc(spans, compareValues)
	if slices.ContainsFunc(j.Spread.Merge, func(by access.Order) bool { return by.Descending && by.Column == c.source }) {
		slices.Reverse(spans)
	}
	return spans, err
}
