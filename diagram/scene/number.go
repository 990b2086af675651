package scene

import (
	"math"
	"strconv"
)

// AppendNumber appends a number with at most two decimals.
func AppendNumber(out []byte, value float64) []byte {
	if whole := int64(value); float64(whole) == value && math.Abs(value) < 1e15 { // the common case
		return strconv.AppendInt(out, whole, 10)
	}
	if cents := value * 100; float64(int64(cents)) == cents && math.Abs(cents) < 1e15 { // the next most common case
		return appendCents(out, int64(cents))
	}
	start := len(out)
	out = strconv.AppendFloat(out, value, 'f', 2, 64)
	for out[len(out)-1] == '0' {
		out = out[:len(out)-1]
	}
	if out[len(out)-1] == '.' {
		out = out[:len(out)-1]
	}
	if string(out[start:]) == "-0" {
		out = append(out[:start], '0')
	}
	return out
}

// appendCents appends hundredths that are not a whole number.
func appendCents(out []byte, cents int64) []byte {
	if cents < 0 {
		out, cents = append(out, '-'), -cents
	}
	out = append(strconv.AppendInt(out, cents/100, 10), '.', byte('0'+cents%100/10))
	if last := cents % 10; last > 0 {
		out = append(out, byte('0'+last))
	}
	return out
}
