package oracle

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

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

// readValue converts a value that the driver has read to a value of a type.
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
