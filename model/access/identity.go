package access

import (
	"fmt"
	"math"
	"math/big"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/model"
)

// identity is a comparable form of a value as it is stored. Two values of the
// same form are stored as the same bytes if their texts are equal. If the forms
// differ, or one is empty, it is unknown whether the values are equal.
type identity struct{ form, text string }

// canonicalForm is the form of texts that differ whenever the stored bytes
// differ.
const canonicalForm = "canonical"

func canonicalIdentity(text string) identity { return identity{canonicalForm, text} }

// identities are the identities of the columns of a key.
type identities []identity

// compare reports whether two keys are the same, and whether that is known. One
// column that differs makes the keys different.
func (k identities) compare(other identities) (same, known bool) {
	same, known = true, true
	for i := range k {
		switch {
		case k[i].form == "" || k[i].form != other[i].form:
			known = false
		case k[i].text != other[i].text:
			return false, true
		}
	}
	return same, known
}

// identity returns the identity of the value in a column of type t.
func (v *Value) identity(t model.Type) identity {
	t = t.Unfrozen()
	switch {
	case v.Kind == Cast:
		return v.Values[0].identity(t)
	case v.Kind == Tuple && len(v.Values) == 1 && t.Kind != model.TupleType:
		return v.Values[0].identity(t)
	case v.isLiteral() && t.Kind == model.NativeType:
		return v.nativeIdentity(t.Name)
	case v.isLiteral():
		return identity{form: "literal " + v.Text}
	case v.isCall():
		return v.computedIdentity(t)
	}
	return v.compositeIdentity(t)
}

// computedIdentity returns the identity of the result of a call on integers, for a column
// of an integer type.
func (v *Value) computedIdentity(t model.Type) identity {
	number := v.computed.number
	if number == nil || !number.IsInt() || t.Kind != model.NativeType || t.Name != "varint" && numberBytes[t.Name] == 0 {
		return identity{}
	}
	return canonicalIdentity(number.Num().String())
}

// compositeIdentity returns the identity of a tuple, list, set, vector or map.
// The elements of a set are sorted by their texts, which suffices to compare
// sets. A map is known only if it has one entry.
func (v *Value) compositeIdentity(t model.Type) identity {
	var types []model.Type
	switch {
	case v.Kind == Tuple && t.Kind == model.TupleType:
		types = t.Arguments
	case v.Kind == List && (t.Kind == model.ListType || t.Kind == model.VectorType), v.Kind == Set && t.Kind == model.SetType,
		v.Kind == Map && t.Kind == model.MapType && len(v.Values) == 2:
		types = t.Arguments
	default:
		return identity{}
	}
	texts := make([]string, len(v.Values))
	for i := range v.Values {
		if v.Values[i].Kind == Null {
			texts[i] = "null"
			continue
		}
		inner := v.Values[i].identity(types[i%len(types)])
		if inner.form != canonicalForm {
			return identity{}
		}
		texts[i] = strconv.Quote(inner.text)
	}
	if v.Kind == Set {
		slices.Sort(texts)
		texts = slices.Compact(texts)
	}
	return canonicalIdentity(strings.Join(texts, ","))
}

func (v *Value) nativeIdentity(name string) identity {
	text, read := v.Text, false
	switch name {
	case "text", "ascii":
		read = true
	case "boolean", "uuid", "timeuuid", "blob":
		text, read = strings.ToLower(text), true
	case "int", "bigint", "smallint", "tinyint", "varint":
		text, read = integerIdentity(text)
	case "float", "double":
		text, read = floatIdentity(text, map[string]int{"float": 32, "double": 64}[name])
	case "decimal":
		text, read = decimalIdentity(text)
	case "date":
		text, read = dateIdentity(text)
	case "time":
		text, read = timeIdentity(text)
	case "inet":
		address, err := netip.ParseAddr(text)
		text, read = address.Unmap().String(), err == nil && address.Zone() == ""
	}
	switch {
	case read:
		return canonicalIdentity(text)
	case name == "timestamp":
		return timestampIdentity(text)
	}
	return identity{form: "literal " + v.Text}
}

func integerIdentity(text string) (string, bool) {
	number, read := new(big.Int).SetString(text, 10)
	if !read {
		return text, false
	}
	return number.String(), true
}

func floatIdentity(text string, bits int) (string, bool) {
	number, err := strconv.ParseFloat(text, bits)
	return strconv.FormatUint(math.Float64bits(number), 16), err == nil
}

// decimalIdentity keeps the scale: 1.0 and 1.00 are stored as different bytes.
func decimalIdentity(text string) (string, bool) {
	digits, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	power, err := strconv.Atoi(exponent)
	if exponent != "" && err != nil {
		return text, false
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	unscaled, read := integerIdentity(whole + fraction)
	return fmt.Sprintf("%s scale %d", unscaled, len(fraction)-power), read
}

func dateIdentity(text string) (string, bool) {
	if isWhole(text) {
		return integerIdentity(text)
	}
	day := dayOf(dateForm, text)
	if day == nil {
		return text, false
	}
	return strconv.Itoa(dayNumber(day[0], day[1], day[2]) - math.MinInt32), true
}

func timeIdentity(text string) (string, bool) {
	if isWhole(text) {
		return integerIdentity(text)
	}
	clock, fraction, _ := strings.Cut(strings.TrimSpace(text), ".")
	seconds := 0
	for part := range strings.SplitSeq(clock, ":") {
		number, err := strconv.Atoi(part)
		if err != nil {
			return text, false
		}
		seconds = 60*seconds + number
	}
	return integerIdentity(strconv.Itoa(seconds) + (fraction + "000000000")[:9])
}

// timestampIdentity keeps a timestamp without an offset apart from one with an
// offset, because the server's time zone decides what it means. Names of time
// zones are not interpreted.
func timestampIdentity(text string) identity {
	if isWhole(text) {
		number, _ := integerIdentity(text)
		return identity{milliseconds, number}
	}
	for layout, form := range timestampForms {
		if moment, err := time.Parse(layout, text); err == nil {
			return identity{form, strconv.FormatInt(moment.UnixMilli(), 10)}
		}
	}
	if strings.EqualFold(text, "now") {
		return identity{}
	}
	return identity{form: "literal " + text}
}

const milliseconds = "milliseconds"

// timestampForms are the common layouts. A timestamp in another layout is
// compared as text.
var timestampForms = map[string]string{"2006-01-02": "local", "2006-01-02 15:04:05": "local", "2006-01-02T15:04:05": "local",
	"2006-01-02 15:04:05Z0700": milliseconds, "2006-01-02T15:04:05Z0700": milliseconds,
	"2006-01-02 15:04:05Z07:00": milliseconds, "2006-01-02T15:04:05Z07:00": milliseconds}
