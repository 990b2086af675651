package sizing

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// formulaWords names a formula after a number of bytes.
var formulaWords = map[Formula]string{Disk: "on disk", Book: "by the book's formula", Legacy: "by the formula for 2.2"}

// Words names the formula after a number of bytes: "on disk".
func (f Formula) Words() string { return formulaWords[f] }

// Text describes a size in words: for a tooltip, and for readers who do not
// see the colour of its level.
func (s Size) Text() string {
	if s.Err != nil {
		return "size cannot be computed: " + s.Err.Message
	}
	text := fmt.Sprintf("%s %s, %s cells", s.About(s.Typical.Bytes), s.Terms.Formula.Words(), FormatMean(s.Typical.Cells))
	if s.Worst != s.Typical {
		text += fmt.Sprintf("; worst %s, %s cells", s.About(s.Worst.Bytes), FormatMean(s.Worst.Cells))
	}
	if n := len(s.Assumed); n > 0 {
		first := s.Assumed[0]
		text += fmt.Sprintf("; assumed: %s, %s", first.What, FormatNumber(first.Value))
		if n > 1 {
			text += fmt.Sprintf(", and %d more", n-1)
		}
	}
	return text
}

// About writes a number of bytes, as "~4.1 MB" if some of its inputs are assumed.
func (s Size) About(bytes float64) string {
	if len(s.Assumed) > 0 {
		return "~" + FormatBytes(bytes)
	}
	return FormatBytes(bytes)
}

// FormatBytes writes a number of bytes as 4.1 MB. The units are decimal, as
// the limits are.
func FormatBytes(bytes float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	unit := 0
	for bytes >= 999.5 && unit < len(units)-1 {
		bytes /= 1000
		unit++
	}
	decimals := 0
	if unit > 0 && bytes < 99.95 {
		decimals = 1
	}
	return strconv.FormatFloat(bytes, 'f', decimals, 64) + " " + units[unit]
}

// FormatNumber writes a number with commas between thousands: 73,000.
// Fractions below 1000 get two decimals.
func FormatNumber(number float64) string {
	decimals := 0
	if number != float64(int64(number)) && number < 1000 {
		decimals = 2
	}
	text := strconv.FormatFloat(number, 'f', decimals, 64)
	whole := len(text)
	if decimals > 0 {
		whole -= decimals + 1
	}
	for at := whole - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

// FormatMean writes a number that may be a mean: 204, but ~204 for 203.84 and ~1.25 for 1.254.
func FormatMean(number float64) string {
	switch {
	case number == math.Trunc(number) || math.IsNaN(number) || math.IsInf(number, 0):
		return FormatNumber(number)
	case math.Abs(number) >= 100:
		return "~" + FormatNumber(math.Round(number))
	}
	return "~" + strconv.FormatFloat(number, 'g', 3, 64)
}

// PlainNumber writes a whole number for an expression.
func PlainNumber(number float64) string { return strconv.FormatFloat(number, 'f', 0, 64) }

// FormatUnit writes the value of a quantity: 5,000, "30 days", "20 per second". time is
// the power of the second in its unit.
func FormatUnit(number float64, time int) string {
	const minute, hour, day = 60, 3600, 86400
	switch time {
	case 0:
		return FormatNumber(number)
	case 1:
		for _, unit := range []struct {
			seconds float64
			name    string
		}{{day, " days"}, {hour, " hours"}, {minute, " minutes"}} {
			if number >= unit.seconds {
				return FormatNumber(number/unit.seconds) + unit.name
			}
		}
		return FormatNumber(number) + " seconds"
	case -1:
		if number >= 1 || number == 0 {
			return FormatNumber(number) + " per second"
		}
		return FormatNumber(number*day) + " per day"
	}
	return FormatNumber(number) + fmt.Sprintf(" s^%d", time)
}

// Counted writes a number of things: "1 row", "2 rows".
func Counted(number float64, noun string) string {
	if number != 1 {
		noun += "s"
	}
	return FormatMean(number) + " " + noun
}

// byteUnits lists the longer names first, since one is the end of another.
var byteUnits = []struct {
	name  string
	bytes float64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}

// ParseBytes reads a number of bytes with its unit, such as 512MB or 2 GiB.
func ParseBytes(text string) (float64, error) {
	for _, unit := range byteUnits {
		number, found := strings.CutSuffix(strings.TrimSpace(text), unit.name)
		if !found {
			continue
		}
		amount, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(amount > 0) || amount*unit.bytes > math.MaxInt64/2 {
			break
		}
		return amount * unit.bytes, nil
	}
	return 0, fmt.Errorf("%q: want a number and a unit, such as 512MB or 2GiB", text)
}
