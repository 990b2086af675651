package measured

import (
	"math"
	"strconv"
	"strings"
)

// units are the units of nodetool. Old versions write KB for 1,024 bytes.
var units = map[string]float64{
	"": 1, "b": 1, "bytes": 1, "byte": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40, "pib": 1 << 50, "eib": 1 << 60,
	"kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30, "tb": 1 << 40,
}

// parseBytes reads a number of bytes with or without a unit: 73457, "223.12 KiB",
// "1000B".
func parseBytes(text string) (float64, bool) {
	text = strings.Trim(strings.TrimSpace(text), `"'`)
	end := strings.LastIndexAny(text, "0123456789") + 1
	unit, known := units[strings.ToLower(strings.TrimSpace(text[end:]))]
	number, ok := parseNumber(text[:end])
	if !known || !ok || number*unit > math.MaxInt64 {
		return 0, false
	}
	return number * unit, true
}

// parseNumber reads a number that is not negative. Servers of some languages write a
// comma for the point.
func parseNumber(text string) (float64, bool) {
	text = strings.Trim(strings.TrimSpace(text), `"'`)
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		text = strings.Replace(text, ",", ".", 1)
	}
	if text == "" || strings.IndexByte("0123456789.", text[0]) < 0 || strings.ContainsAny(text, "_xXpP") {
		return 0, false
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(number) || math.IsInf(number, 0) || number > math.MaxInt64 {
		return 0, false
	}
	return number, true
}

// isNothing reports whether a tool writes that it has no number.
func isNothing(text string) bool {
	switch strings.ToLower(strings.Trim(strings.TrimSpace(text), `"'`)) {
	case "nan", ".nan", "null", "-1.00000", "-1.0", "-1", "-1,00000":
		return true
	}
	return false
}
