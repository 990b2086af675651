package schema

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

var javaNumber = regexp.MustCompile(`^([+-]?)(?:(NaN|Infinity)|((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|` +
	`0[xX](?:[0-9a-fA-F]+\.?|[0-9a-fA-F]*\.[0-9a-fA-F]+)[pP][+-]?[0-9]+)[fFdD]?)$`)

// parseJavaDouble follows Double.parseDouble.
func parseJavaDouble(text string) (float64, bool) {
	parts := javaNumber.FindStringSubmatch(strings.TrimFunc(text, func(c rune) bool { return c <= ' ' }))
	if parts == nil {
		return 0, false
	}
	number := parts[3]
	if parts[2] != "" {
		number = parts[2]
	}
	value, _ := strconv.ParseFloat(parts[1]+number, 64) // out of range is infinite or 0, as in Java
	return value, true
}

// javaDouble follows Double.toString.
func javaDouble(number float64) string {
	switch size := math.Abs(number); {
	case math.IsNaN(number):
		return "NaN"
	case math.IsInf(number, 0):
		return strings.TrimPrefix(strconv.FormatFloat(number, 'f', -1, 64), "+") + "inity"
	case size != 0 && (size < 1e-3 || size >= 1e7):
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(number, 'E', -1, 64), "E")
		if !strings.Contains(mantissa, ".") {
			mantissa += ".0"
		}
		power, _ := strconv.Atoi(exponent) // FormatFloat's own digits
		return mantissa + "E" + strconv.Itoa(power)
	}
	text := strconv.FormatFloat(number, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// isNumeric follows StringUtils.isNumeric: it reports whether a text is one or
// more digits.
func isNumeric(text string) bool {
	return text != "" && strings.IndexFunc(text, func(c rune) bool { return !unicode.IsDigit(c) }) < 0
}

var (
	baseNumber     = regexp.MustCompile(`^(?:NaN|[+-]?Infinity|[+-]?[0-9]+(?:\.[0-9]+)?([eE][+-]?[0-9]+)?)`)
	binaryExponent = regexp.MustCompile(`^\*2\^([+-]?[0-9]+)`)
)

// unitPrefixes are the metric prefixes from 10^-30 to 10^30. The blank is no
// prefix.
const unitPrefixes = "qryzafpnum KMGTPEZYRQ"

// parseBytes follows FBUtilities.parseHumanReadable with the unit B: "100MiB".
// The second result describes what is wrong, or is empty.
func parseBytes(text string) (float64, string) {
	number, found := strings.CutSuffix(text, "B")
	if !found {
		return 0, text + " does not end in unit B"
	}
	digits := baseNumber.FindStringSubmatch(number)
	if digits == nil {
		return 0, "null"
	}
	value, _ := parseJavaDouble(digits[0])
	rest := number[len(digits[0]):]
	if power := binaryExponent.FindStringSubmatch(rest); digits[1] == "" && power != nil {
		exponent, _ := strconv.Atoi(power[1]) // its own digits
		value, rest = math.Ldexp(value, exponent), rest[len(power[0]):]
	}
	rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
	if rest != "" {
		if prefix := strings.IndexByte(unitPrefixes, rest[0]); prefix >= 0 {
			prefix -= strings.IndexByte(unitPrefixes, ' ')
			if rest = rest[1:]; strings.HasPrefix(rest, "i") {
				value, rest = math.Ldexp(value, prefix*10), rest[1:]
			} else {
				value *= math.Exp(math.Log(1000) * float64(prefix))
			}
		}
	}
	if rest != "" {
		return 0, fmt.Sprintf("Unexpected characters between pos %d and %d in %s", len(number)-len(rest), len(number), text)
	}
	return value, ""
}

// prettyBytes follows FBUtilities.prettyPrintMemory.
func prettyBytes(size float64) string {
	prefix := 0
	for scaled := math.Abs(size); scaled >= 1024; scaled /= 1024 {
		prefix++
	}
	if prefix == 0 {
		return fmt.Sprintf("%.0fB", size)
	}
	return fmt.Sprintf("%.3f%ciB", math.Ldexp(size, -10*prefix), unitPrefixes[strings.IndexByte(unitPrefixes, ' ')+prefix])
}

// parsePercent follows FBUtilities.parsePercent: it accepts a fraction, or a
// number and %.
func parsePercent(text string) (float64, string) {
	text = strings.TrimSpace(text)
	number, percent := strings.CutSuffix(text, "%")
	if percent {
		number = strings.TrimSpace(number)
	}
	value, isNumber := parseJavaDouble(number)
	switch {
	case number == "":
		return 0, "empty String"
	case !isNumber:
		return 0, `For input string: "` + number + `"`
	case percent:
		value /= 100
	}
	return value, ""
}
