package access

import (
	"slices"
	"strconv"
	"strings"
)

// formats are the functions of Cassandra 6.0 that write a number with its unit (FormatFcts):
// the units, in any case, and the refusal of any other.
var formats = map[string]struct {
	units []string
	code  *Code
}{
	"format_bytes": {[]string{"b", "kib", "mib", "gib"}, UnknownSizeUnit},
	"format_time":  {[]string{"ns", "us", "ms", "s", "m", "h", "d"}, UnknownTimeUnit},
}

// checkFormat refuses constants of format_bytes and format_time.
func (v *Value) checkFormat() *Refusal {
	format, isFormat := formats[v.Text]
	if v.Kind != Function || !isFormat || len(v.Values) == 0 {
		return nil
	}
	switch first := &v.Values[0]; first.Kind {
	case String:
		if _, err := strconv.ParseInt(first.Text, 10, 64); err != nil {
			return &Refusal{Code: NotLong, Text: first.Text}
		}
	case Integer:
		if strings.HasPrefix(first.Text, "-") {
			return &Refusal{Code: NegativeAmount}
		}
	case Hex:
	default:
		return nil // it fails on a row
	}
	for _, unit := range v.Values[1:] {
		if unit.Kind == String && !slices.Contains(format.units, strings.ToLower(unit.Text)) {
			return &Refusal{Code: format.code, Text: unit.Text}
		}
	}
	return nil
}
