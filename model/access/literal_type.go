package access

import (
	"math/big"
	"strconv"
	"strings"

	"widerow/model"
)

// preferredType returns the type of a literal by its kind and size. For
// hexadecimal the server prefers tinyint.
func preferredType(v *Value) model.Type {
	switch v.Kind {
	case String:
		if isASCII(v.Text) {
			return model.Native("ascii")
		}
		return model.Native("text")
	case Integer:
		return model.Native(integerType(v.Text))
	case Float:
		return model.Native(floatType(v.Text))
	case Boolean:
		return model.Native("boolean")
	case UUID:
		if isTimeUUID(v.Text) {
			return model.Native("timeuuid")
		}
		return model.Native("uuid")
	case Hex:
		return model.Native("tinyint")
	}
	return model.Native("duration")
}

func integerType(text string) string {
	if _, err := strconv.ParseInt(text, 10, 32); err == nil {
		return "int"
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return "bigint"
	}
	return "varint"
}

// floatType returns double if the shortest text of the double has the same
// value as the literal, and else decimal.
func floatType(text string) string {
	number, err := strconv.ParseFloat(text, 64)
	switch _, exponent, _ := strings.Cut(strings.ToLower(text), "e"); {
	case strings.ContainsAny(text, "nN"): // NaN and Infinity
		return "double"
	case len(strings.TrimLeft(exponent, "+-0")) > 3: // beyond every double
		return "decimal"
	}
	if err == nil && text == strconv.FormatFloat(number, 'f', -1, 64) {
		return "double"
	}
	written, readable := new(big.Rat).SetString(text)
	printed, _ := new(big.Rat).SetString(strconv.FormatFloat(number, 'g', -1, 64))
	if err == nil && readable && printed != nil && written.Cmp(printed) == 0 {
		return "double"
	}
	return "decimal"
}
