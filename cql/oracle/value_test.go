package oracle

import (
	"cmp"
	"fmt"
	"reflect"
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

// textOf writes a value that the driver read as valueOf does.
func textOf(read any, typ string) string {
	if pointer := reflect.ValueOf(read); pointer.IsValid() && pointer.Kind() == reflect.Pointer && pointer.Type().Elem().Kind() != reflect.Struct {
		if pointer.IsNil() {
			return "null"
		}
		return textOf(pointer.Elem().Interface(), typ)
	}
	switch v := read.(type) {
	case nil:
		return "null"
	case *time.Time:
		return textOf(*v, typ)
	case time.Time:
		if typ == "date" {
			return v.Format(time.DateOnly)
		}
		return v.UTC().Format("2006-01-02T15:04:05.000Z")
	case time.Duration:
		return time.Time{}.Add(v).Format("15:04:05")
	case fmt.Stringer:
		return v.String()
	}
	list := reflect.ValueOf(read)
	var parts []string
	switch {
	case list.Kind() == reflect.Map && list.Type().Elem().Kind() == reflect.Interface:
		for _, key := range list.MapKeys() {
			parts = append(parts, key.String()+":"+textOf(list.MapIndex(key).Interface(), ""))
		}
		slices.Sort(parts)
		return "map[" + strings.Join(parts, " ") + "]"
	case list.Kind() == reflect.Map:
		for _, key := range list.MapKeys() {
			parts = append(parts, textOf(key.Interface(), "")+"="+textOf(list.MapIndex(key).Interface(), ""))
		}
	case list.Kind() == reflect.Slice:
		for i := range list.Len() {
			parts = append(parts, textOf(list.Index(i).Interface(), typ))
		}
	default:
		text := fmt.Sprint(read)
		if number, err := strconv.ParseFloat(text, 64); err == nil { // 8.0 is 8
			return strconv.FormatFloat(number, 'f', -1, 64)
		}
		return text
	}
	if len(parts) == 0 {
		return "null"
	}
	slices.Sort(parts)
	return "[" + strings.Join(parts, " ") + "]"
}

// pointerTo returns a pointer to a pointer of the type that the driver would read into, so
// that null can be told from zero. Collections and maps have no such need.
func pointerTo(into any) any {
	switch kind := reflect.TypeOf(into).Elem().Kind(); kind {
	case reflect.Map, reflect.Slice, reflect.Interface, reflect.Pointer:
		return into
	}
	return reflect.New(reflect.PointerTo(reflect.TypeOf(into).Elem())).Interface()
}

// readValue is what the driver read as a value of a type.
func readValue(pointer any, typ string) value {
	read := reflect.ValueOf(pointer).Elem()
	if (read.Kind() == reflect.Pointer || read.Kind() == reflect.Map || read.Kind() == reflect.Slice) && read.IsNil() {
		return null
	}
	text := textOf(read.Interface(), typ)
	if text == "null" {
		return null
	}
	literal := text
	switch typ {
	case "int", "bigint", "smallint", "tinyint", "varint", "double", "float", "decimal", "boolean", "uuid", "timeuuid", "blob", "counter":
	default:
		literal = "'" + text + "'"
	}
	v := value{literal: literal, text: text}
	if fields, is := read.Interface().(map[string]any); is {
		var literals []string
		for name, field := range fields {
			literals = append(literals, name+": "+readElement(field, "").literal)
		}
		slices.Sort(literals)
		v.literal = "{" + strings.Join(literals, ", ") + "}"
	}
	if read.Kind() == reflect.Slice && typ != "inet" && typ != "blob" {
		for i := range read.Len() {
			v.parts = append(v.parts, readElement(read.Index(i).Interface(), typ))
		}
		return valueOfSet(v.parts)
	}
	return v
}

// readElement is an element of a collection, whose type shows in its text.
func readElement(element any, typ string) value {
	if pointer := reflect.ValueOf(element); pointer.IsValid() && pointer.Kind() == reflect.Pointer && !pointer.IsNil() && pointer.Type().Elem().Kind() != reflect.Struct {
		element = pointer.Elem().Interface()
	}
	text := textOf(element, typ)
	literal := text
	switch element.(type) {
	case string, time.Time, time.Duration:
		literal = "'" + text + "'"
	}
	return value{literal: literal, text: text}
}

// normal writes numbers in one way, rounded.
func normal(text string) string {
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return strconv.FormatFloat(number, 'g', 9, 64)
	}
	return text
}
