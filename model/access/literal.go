package access

import (
	"math/big"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

func digits(i int) string { return strconv.Itoa(i) }

// checkText judges what a literal says: a type that takes its kind may still
// not be able to read it.
func checkText(v *Value, r receiver) *Refusal {
	if r.kind() == model.TupleType && v.Kind != Hex {
		return checkTupleText(v, r)
	}
	if r.typ.Kind != model.NativeType || v.Kind == Hex {
		return nil
	}
	empty := v.Text == "" && r.typ.Name != "date" && r.typ.Name != "time"
	if reads := readers[r.typ.Name]; reads != nil && !empty && !reads(v.Text) {
		code := Unreadable
		if r.typ.Name == "timeuuid" {
			code = NotTimeUUID
		}
		return r.refuse(code, v)
	}
	return nil
}

// checkTupleText: a plain literal for a tuple is the tuple as text, its parts
// with colons between them and @ for null.
func checkTupleText(v *Value, r receiver) *Refusal {
	types := r.typ.Unfrozen().Arguments
	parts := strings.Split(v.Text, ":")
	if len(parts) > len(types) {
		refusal := r.refuse(TupleTextSize, v)
		refusal.Want, refusal.Got = len(types), len(parts)
		return refusal
	}
	for i, part := range parts {
		if part == "@" {
			continue
		}
		if refusal := checkText(&Value{Kind: String, Text: part}, receiver{name: r.name, typ: types[i]}); refusal != nil {
			return refusal
		}
	}
	return nil
}

func integerOf(bits int) func(string) bool {
	return func(text string) bool { _, err := strconv.ParseInt(text, 10, bits); return err == nil }
}

// readers read a literal of a native type. A type that reads all that the
// grammar lets through is not here.
var readers = map[string]func(string) bool{
	"int": integerOf(32), "bigint": integerOf(64), "counter": integerOf(64), "smallint": integerOf(16), "tinyint": integerOf(8),
	"timeuuid":  isTimeUUID,
	"inet":      isAddress,
	"ascii":     isASCII,
	"timestamp": isTimestamp,
	"date":      isDate,
	"time":      isTime,
	"duration":  func(text string) bool { return !wholeDigits.MatchString(text) },
}

// isAddress: the server also asks the resolver for a name, which we take for
// none.
func isAddress(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil
}

func isASCII(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return c > 0x7f }) < 0
}

var (
	wholeDigits  = regexp.MustCompile(`^-?\d+$`)
	timestampISO = regexp.MustCompile(`^[+-]?\d{1,9}-\d{1,2}-\d{1,2}([T ]\d{1,2}:\d{2}(:\d{2}([.]\d{1,9})?)?)? ?(Z|z|[+-]\d{2}(:?\d{2})?|[A-Z]{3,4})?$`)
	dateISO      = regexp.MustCompile(`^[+-]?\d{4,9}-\d{1,2}-\d{1,2}$`)
	timeISO      = regexp.MustCompile(`^(\d{1,2}):(\d{1,2}):(\d{1,2})([.]\d{1,9})?$`)
)

func isTimestamp(text string) bool {
	if wholeDigits.MatchString(text) {
		return integerOf(64)(text)
	}
	return strings.EqualFold(text, "now") || timestampISO.MatchString(text) && isDay(text)
}

func isDate(text string) bool {
	if wholeDigits.MatchString(text) {
		number, _ := new(big.Int).SetString(text, 10)
		return number.Sign() >= 0 && number.BitLen() <= 32
	}
	return dateISO.MatchString(text) && isDay(text)
}

// isDay checks the month and the day of yyyy-mm-dd.
func isDay(text string) bool {
	parts := strings.SplitN(strings.TrimLeft(text, "+-"), "-", 3)
	month, _ := strconv.Atoi(parts[1])
	day, _ := strconv.Atoi(strings.FieldsFunc(parts[2], func(c rune) bool { return c < '0' || c > '9' })[0])
	return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

func isTime(text string) bool {
	if wholeDigits.MatchString(text) {
		number, err := strconv.ParseInt(text, 10, 64)
		return err == nil && number >= 0 && number < 86_400_000_000_000
	}
	parts := timeISO.FindStringSubmatch(text)
	if parts == nil {
		return false
	}
	for i, limit := range []int{24, 60, 60} {
		if number, _ := strconv.Atoi(parts[i+1]); number >= limit {
			return false
		}
	}
	return true
}

func isTimeUUID(text string) bool { return len(text) == 36 && text[14] == '1' }

// literalTypes are the native types that take a literal.
var literalTypes = map[ValueKind][]string{
	String: {"ascii", "text", "inet", "date", "time", "timestamp"},
	Integer: {"bigint", "counter", "date", "decimal", "double", "duration", "float", "int", "smallint", "time", "timestamp",
		"tinyint", "varint"},
	UUID:     {"uuid", "timeuuid"},
	Float:    {"decimal", "double", "float"},
	Boolean:  {"boolean"},
	Hex:      {"blob"},
	Duration: {"duration"},
}

// literalFit: a custom type and a tuple take any literal, and what the text
// says is judged later.
func literalFit(v *Value, to model.Type) fit {
	switch bare := unwrap(to).Unfrozen(); bare.Kind {
	case model.NativeType:
		switch {
		case v.Kind == Hex && bare.Name == "tinyint":
			return exact
		case !slices.Contains(literalTypes[v.Kind], bare.Name):
			return misfit
		case preferredType(v).Name == bare.Name:
			return exact
		}
		return weak
	case model.TupleType, model.CustomType:
		return weak
	}
	return misfit
}
