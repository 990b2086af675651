package sizing

import (
	"fmt"
	"strconv"
)

// Text describes a size in words: for a tooltip, and for readers who do not
// see the colour of its level.
func (s Size) Text() string {
	switch {
	case s.Err != nil:
		return "size cannot be computed: " + s.Err.Message
	case len(s.Missing) > 0:
		return "size not known: needs " + s.Missing[0].What
	}
	text := fmt.Sprintf("%s, %s cells", FormatBytes(s.Typical.Bytes), FormatNumber(s.Typical.Cells))
	if s.Worst != s.Typical {
		text += fmt.Sprintf("; worst %s, %s cells", FormatBytes(s.Worst.Bytes), FormatNumber(s.Worst.Cells))
	}
	return text
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
