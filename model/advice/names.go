package advice

import (
	"regexp"
	"strings"

	"widerow/model"
)

// isPeriod reports whether a column is named like a period of time: it has one value for the whole of a day or a window.
func isPeriod(name string) bool {
	return strings.EqualFold(name, "date") || hasWord(name, "day", "days", "hour", "minute", "month", "week", "year", "quarter",
		"period", "window", "bucket", "slot", "interval", "yyyymmdd", "yyyymm", "ddmmyyhh")
}

// isInstant reports whether a column is named like the time at which something happens, rather than like an identifier,
// a version or the end of something.
func isInstant(c *model.Column) bool {
	return !isPeriod(c.Name) && !hasWord(c.Name, "id", "uuid", "version", "expires", "expiry", "expiration", "until", "end", "valid") &&
		!strings.HasSuffix(strings.ToLower(c.Name), "id")
}

var lengthOfTime = regexp.MustCompile(`^[0-9]+(s|sec|m|min|h|d)$`)

// isSummary reports whether a table is named like computed totals, of which each period has few.
func isSummary(r relation) bool {
	for _, word := range words(r.Name) {
		if lengthOfTime.MatchString(word) {
			return true
		}
	}
	return hasWord(r.Name, "avg", "average", "averages", "mean", "sum", "total", "totals", "count", "counts", "stats", "statistics",
		"summary", "summaries", "daily", "hourly", "weekly", "monthly", "yearly", "top", "candle", "candles", "ohlc", "agg", "aggregate",
		"aggregates", "aggregated", "rollup", "rollups", "trend", "trends", "report", "reports", "revenue")
}

// columnNames lists the names of columns.
func columnNames(columns []model.Item[*model.Column]) string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Value.Name)
	}
	return strings.Join(names, " and ")
}
