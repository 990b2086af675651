package sizes

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/moves"
	"widerow/model/sizing"
	websizes "widerow/web/sizes"
)

// addLimits adds at which number of rows, and at which value of each quantity, a
// partition reaches the limits.
func addLimits(b *feature.Context, view *websizes.LedgerView, table model.ID, size *sizing.Size) {
	relation := b.Model.Physical.Relations[table]
	if len(relation.Columns) > maxSolvedColumns {
		return
	}
	limits := limits(b, &view.Limits)
	for _, limit := range limits {
		view.Limits.Heads = append(view.Limits.Heads, limit.Words)
	}
	row := websizes.LimitRow{Name: "rows in a partition", Now: valueWords(size.Terms.Rows)}
	for _, limit := range limits {
		row.Values = append(row.Values, withinWords(size.RowsWithin(limit, false)))
	}
	view.Limits.Rows = append(view.Limits.Rows, row)
	of := func(m *model.Model) sizing.Size { return mapping.SizeOf(m, table, sizing.Disk) }
	for _, id := range sizing.QuantitiesOf(b.Model, relation) {
		if len(view.Limits.Rows) > maxLimitRows {
			break
		}
		view.Limits.Rows = append(view.Limits.Rows, limitRow(b, id, limits, of))
	}
}

// maxLimitRows is the number of quantities for which limits are computed. Each needs
// some hundred sizes, so there are none for tables of more than maxSolvedColumns.
const (
	maxLimitRows     = 12
	maxSolvedColumns = 300
)

// limits are the limits of every partition, and the one that the visitor asks for.
func limits(b *feature.Context, view *websizes.LedgerLimits) []sizing.Limit {
	if view.Own = strings.TrimSpace(feature.FormOf[url.Values](b.Answer).Get("limit")); view.Own == "" {
		return sizing.Limits
	}
	own, err := sizing.ParseLimit(view.Own)
	if err != nil {
		view.Problem = "Another limit: " + err.Error()
		return sizing.Limits
	}
	return append([]sizing.Limit{own}, sizing.Limits...)
}

func limitRow(b *feature.Context, id model.ID, limits []sizing.Limit, of func(*model.Model) sizing.Size) websizes.LimitRow {
	row := websizes.LimitRow{Name: b.Model.Quantities[id].Name, Href: b.Link(id)}
	if value, time, missing, err := b.Model.EvaluateUnit(model.Expression("@" + string(id))); err == nil && len(missing) == 0 {
		row.Now = unitWords(value, time)
	}
	unit := sizing.SolvedUnit(b.Model, id)
	for _, limit := range limits {
		words := withinWords(sizing.QuantityWithin(b.Model, id, limit, of))
		if words != "never" {
			words += unit
		}
		row.Values = append(row.Values, words)
	}
	return row
}

// withinWords writes the largest number within a limit.
func withinWords(number float64) string {
	switch {
	case math.IsInf(number, 1):
		return "never"
	case number >= 1e12:
		return "> 10¹²"
	}
	return sizing.FormatNumber(number)
}

// defaultGrace is gc_grace_seconds of a table without it, in seconds.
const defaultGrace = 864000

// secondsOfDay is that many.
const secondsOfDay = 24 * 3600

// addGrowth adds the growth of a partition, unless it has one row.
func addGrowth(b *feature.Context, view *websizes.LedgerView, table model.ID, size *sizing.Size) {
	relation := b.Model.Physical.Relations[table]
	clusters := false
	for _, column := range relation.Columns {
		clusters = clusters || column.Role == model.Clustering
	}
	if !clusters || len(relation.Columns) > maxSolvedColumns {
		return
	}
	growth := &websizes.LedgerGrowth{Years: 3}
	var perDay model.Value
	perDay, growth.From, growth.Asked, growth.Problem = rowsADay(b, table, size)
	growth.PerDay = valueWords(perDay)
	assumed := strings.HasPrefix(growth.From, assumedRate)
	ttl, grace := optionSeconds(relation, "default_time_to_live", 0), optionSeconds(relation, "gc_grace_seconds", defaultGrace)
	lives := 0.0
	if ttl > 0 {
		lives = (ttl + grace) / secondsOfDay
		growth.Lives = fmt.Sprintf("Rows live %s days (default_time_to_live), and their tombstones stay %s more "+
			"(gc_grace_seconds): from then on the partition stops growing.",
			sizing.FormatNumber(ttl/secondsOfDay), sizing.FormatNumber(grace/secondsOfDay))
	}
	grown := size.Grow(perDay, lives, float64(growth.Years*365))
	for _, crossing := range grown.Crossings {
		growth.Crossings = append(growth.Crossings,
			websizes.LedgerCrossing{Limit: crossing.Limit.Words, Typical: dayWords(crossing.Typical, assumed),
				Worst: dayWords(crossing.Worst, assumed)})
	}
	growth.Unbounded = ttl == 0
	growth.Chart = growthChart(grown)
	view.Growth = growth
}

// rowsADay returns the new rows of a day in a partition, and where the number comes
// from: what the visitor asks for, the rates of the updates that insert, or the rows
// of the days that a partition covers, which are a year if nothing says so.
func rowsADay(b *feature.Context, table model.ID, size *sizing.Size) (perDay model.Value, from, asked, problem string) {
	asked = strings.TrimSpace(feature.FormOf[url.Values](b.Answer).Get("rows"))
	if asked != "" {
		value, time, missing, err := b.Model.EvaluateUnit(b.Model.BindExpression(asked))
		switch {
		case err != nil:
			problem = "New rows a day: " + err.Error()
		case len(missing) > 0:
			problem = "New rows a day: needs " + missing[0].Name
		case time == -1:
			return model.Value{Typical: value.Typical * secondsOfDay, Worst: value.Worst * secondsOfDay}, "as entered here", asked, ""
		case time != 0:
			problem = "New rows a day: this is a time; write a number, or a rate such as 5 per second"
		default:
			return value, "as entered here", asked, ""
		}
	}
	if value, known := insertedADay(b, table); known {
		return value, "from the rates of the updates that insert rows, spread evenly over the partitions", asked, problem
	}
	days, words := float64(365), "a year"
	if value, missing, err := b.Model.Evaluate(b.Model.BindExpression(moves.DaysOf(b.Model, table))); err == nil && len(missing) == 0 && value.Typical > 0 {
		days, words = value.Typical, sizing.FormatNumber(value.Typical)+" days"
	}
	return model.Value{Typical: size.Terms.Rows.Typical / days, Worst: size.Terms.Rows.Worst / days},
		assumedRate + ": the rows of a partition come in " + words, asked, problem
}

// insertedADay adds up what updates insert into a table, for each of its partitions.
func insertedADay(b *feature.Context, table model.ID) (model.Value, bool) {
	relation := b.Model.Physical.Relations[table]
	partitions, missing, err := b.Model.Evaluate(relation.Partitions)
	if err != nil || len(missing) > 0 || partitions.Typical <= 0 {
		partitions.Typical = b.Model.MeasuredPartitionsOf(relation)
	}
	if partitions.Typical <= 0 {
		return model.Value{}, false
	}
	var sum model.Value
	for _, plan := range b.Plans() {
		for _, step := range plan.Steps {
			for i := range step.Statements {
				inserted := &step.Statements[i]
				if inserted.Table != table || inserted.Write.Insert == nil || !inserted.Rows.Known || !plan.Rate.Known {
					continue
				}
				sum.Typical += inserted.Rows.Typical * plan.Rate.Typical * secondsOfDay / partitions.Typical
				sum.Worst += inserted.Rows.Worst * plan.Rate.Worst * secondsOfDay / partitions.Typical
			}
		}
	}
	return sum, sum.Typical > 0
}

func optionSeconds(relation *model.Relation, name string, otherwise float64) float64 {
	if seconds, err := strconv.ParseFloat(strings.TrimSpace(relation.Options[name]), 64); err == nil && seconds >= 0 {
		return seconds
	}
	return otherwise
}

// assumedRate begins the words about new rows whose number nobody gave.
const assumedRate = "assumed"

// dayWords names the day, counted from the first row, on which more time has passed. A day that
// rests on an assumed rate is marked, and one after a century is not named.
func dayWords(passed float64, assumed bool) string {
	day, mark := math.Floor(passed)+1, ""
	if assumed {
		mark = "~ "
	}
	switch {
	case math.IsInf(passed, 1):
		return "never"
	case day > 100*365:
		return mark + "not in 100 years"
	case day > 730:
		return fmt.Sprintf("%sday %s (year %s)", mark, sizing.FormatNumber(day), sizing.FormatNumber(math.Ceil(day/365)))
	}
	return mark + "day " + sizing.FormatNumber(day)
}

// The size of the chart, and what its axes leave of it.
const (
	chartWidth, chartHeight         = 640, 260
	chartLeft, chartRight           = 84, 12
	chartTop, chartBottom           = 10, 28
	chartAcross, chartUp            = chartWidth - chartLeft - chartRight, chartHeight - chartTop - chartBottom
	leastDecades                    = 1e8 // so that 100 MB is on the chart
	leastBytes              float64 = 10
)

// growthChart draws the growth on a scale of powers of ten, with the limits.
func growthChart(grown sizing.Growth) websizes.GrowthChart {
	last := grown.Points[len(grown.Points)-1]
	low := math.Floor(math.Log10(max(leastBytes, grown.Points[1].Typical)))
	high := math.Ceil(math.Log10(max(2*leastDecades, last.Worst)))
	chart := websizes.GrowthChart{Width: chartWidth, Height: chartHeight, Left: chartLeft,
		Right: chartWidth - chartRight, Bottom: chartHeight - chartBottom, Top: chartTop}
	y := func(bytes float64) float64 {
		share := (math.Log10(max(bytes, 1)) - low) / (high - low)
		return chartTop + chartUp*(1-min(max(share, 0), 1))
	}
	for power := low; power <= high; power++ {
		chart.Marks = append(chart.Marks, websizes.ChartMark{At: y(math.Pow(10, power)),
			Label: strings.Replace(sizing.FormatBytes(math.Pow(10, power)), ".0", "", 1)})
	}
	for _, limit := range sizing.Limits {
		if limit.Bytes > 0 && math.Log10(limit.Bytes) >= low && math.Log10(limit.Bytes) <= high {
			chart.Limits = append(chart.Limits, websizes.ChartMark{At: y(limit.Bytes), Label: limit.Words})
		}
	}
	for year := 0.0; year*365 <= last.Day; year++ {
		chart.Years = append(chart.Years, websizes.ChartMark{At: chartLeft + chartAcross*year*365/last.Day, Label: fmt.Sprintf("year %.0f", year)})
	}
	var typical, worst strings.Builder
	for i, point := range grown.Points {
		separator := " "
		if i == 0 {
			separator = ""
		}
		x := chartLeft + chartAcross*point.Day/last.Day
		fmt.Fprintf(&typical, "%s%.1f,%.1f", separator, x, y(point.Typical))
		fmt.Fprintf(&worst, "%s%.1f,%.1f", separator, x, y(point.Worst))
	}
	chart.Typical, chart.Worst = typical.String(), worst.String()
	chart.Words = fmt.Sprintf("After %.0f years the partition has %s, at worst %s", last.Day/365, sizing.FormatBytes(last.Typical), sizing.FormatBytes(last.Worst))
	return chart
}
