package oracle

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// value is a value as a CQL literal, and as text that is equal for equal values. A value of
// a multi-valued attribute has its elements as parts.
type value struct {
	literal, text string
	parts         []value
}

var null = value{literal: "null", text: "null"}

func (v value) isNull() bool { return v.text == "null" || v.text == "" }

// valueOf returns the value of a type with a number. Values are ordered as their numbers.
func valueOf(typ string, number int) value {
	plain := func(text string) value { return value{literal: text, text: text} }
	quoted := func(text string) value { return value{literal: "'" + text + "'", text: text} }
	first := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	switch typ {
	case "int", "bigint", "smallint", "tinyint", "varint", "double", "float", "counter":
		return plain(fmt.Sprint(number))
	case "decimal":
		return value{literal: fmt.Sprintf("%d.5", number), text: fmt.Sprintf("%d.5", number)}
	case "boolean":
		return plain(fmt.Sprint(number%2 == 1))
	case "uuid":
		return plain(fmt.Sprintf("00000000-0000-4000-8000-%012d", number))
	case "timeuuid":
		return plain(fmt.Sprintf("%08d-0000-1000-8000-000000000000", number))
	case "timestamp":
		return quoted(first.Add(time.Duration(number) * time.Hour).Format("2006-01-02T15:04:05.000Z"))
	case "time":
		return quoted(fmt.Sprintf("%02d:%02d:00", number/60%24, number%60))
	case "date":
		return quoted(first.AddDate(0, 0, number).Format(time.DateOnly))
	case "inet":
		return quoted(fmt.Sprintf("10.0.%d.%d", 100+number/90, 10+number%90))
	case "blob":
		return plain(fmt.Sprintf("0x%06x", number))
	}
	return quoted(fmt.Sprintf("v%04d", number))
}

// constantValue is the value of a literal in a query.
func constantValue(literal string) value {
	literal = strings.TrimSpace(literal)
	return value{literal: literal, text: strings.Trim(literal, "'")}
}

// valueOfSet returns the value of a set. An empty one is null.
func valueOfSet(parts []value) value {
	var literals, texts []string
	var distinct []value
	for _, part := range parts {
		if !part.isNull() && !slices.Contains(texts, part.text) {
			literals, texts, distinct = append(literals, part.literal), append(texts, part.text), append(distinct, part)
		}
	}
	if len(texts) == 0 {
		return null
	}
	slices.Sort(texts)
	return value{literal: "{" + strings.Join(literals, ", ") + "}", text: "[" + strings.Join(texts, " ") + "]", parts: distinct}
}

func compareValues(a, b value) int {
	x, err := strconv.ParseFloat(a.text, 64)
	y, err2 := strconv.ParseFloat(b.text, 64)
	if err == nil && err2 == nil {
		return cmp.Compare(x, y)
	}
	return cmp.Compare(a.text, b.text)
}

// normal writes numbers in one way, rounded, and a day as a day, whether its column is a date or a timestamp.
func normal(text string) string {
	text = strings.TrimSuffix(text, "T00:00:00.000Z")
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(number, 'g', 9, 64)
	}
	return text
}
