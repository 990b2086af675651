package schema

import (
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// Option is one property of a WITH clause.
type Option struct {
	// Name is in lower case.
	Name  string
	Value Value
}

// Value is the value of a property: a constant, or a map of them.
type Value struct {
	// Text is a constant without its quotes.
	Text string
	// IsMap reports whether the value is a map. Only a map has Entries.
	IsMap   bool
	Entries []Entry
	// CQL is the value as CQL. Odd is the form in messages of a value that is neither a constant
	// nor a map of constants: a list, a function, a bind marker, null, or a map inside a map.
	CQL, Odd string
}

// Entry is one entry of a map. OddKey is the form in messages of a key that is not a constant.
type Entry struct {
	Key, OddKey string
	Value       Value
}

func (v Value) get(key string) (Value, bool) {
	for _, entry := range v.Entries {
		if entry.Key == key {
			return entry.Value, true
		}
	}
	return Value{}, false
}

func setOption(options *model.Options, name string, value Value) {
	if *options == nil {
		*options = model.Options{}
	}
	(*options)[name] = value.CQL
}

func optionsByName(options []Option) map[string]Value {
	values := make(map[string]Value, len(options))
	for _, option := range options {
		values[option.Name] = option.Value
	}
	return values
}

// duplicateOption makes the checks that the server makes when it parses the
// options: it refuses a repeated property, a repeated key of a map, and a map
// inside a map.
func duplicateOption(options []Option) *Refusal {
	seen := map[string]bool{}
	for _, option := range options {
		if refusal := CheckMap(option); refusal != nil {
			return refusal.ofOption(option.Name)
		}
		if seen[option.Name] {
			return refuse(Syntax, "", "Multiple definitions for property '%s'", option.Name).
				Advise("Give each option once.").ofOption(option.Name)
		}
		seen[option.Name] = true
	}
	return nil
}

// CheckMap refuses a map with a repeated key, or with a value that is not a
// constant.
func CheckMap(option Option) *Refusal {
	keys := map[string]bool{}
	for _, entry := range option.Value.Entries {
		switch {
		case entry.OddKey != "":
			return refuse(Syntax, "", "Invalid property name: %s%s", entry.OddKey, markerHint(entry.OddKey)).
				Advise("The options of a role are PASSWORD, LOGIN, SUPERUSER, OPTIONS and ACCESS.")
		case entry.Value.Odd != "":
			return refuse(Syntax, "", "Invalid property value: %s for property: '%s'%s", entry.Value.Odd, entry.Key, markerHint(entry.Value.Odd)).
				Advise("A value in a map is a string, a number or a boolean, not a map or a list.")
		case keys[entry.Key]:
			return refuse(Syntax, "", "Multiple definition for property %s", entry.Key).
				Advise("Give each key of the map once.")
		}
		keys[entry.Key] = true
	}
	return nil
}

func unknownOption(options []Option, known []string) *Refusal {
	for _, option := range options {
		if !slices.Contains(known, option.Name) {
			return refuse(Syntax, "", "Unknown property '%s'", option.Name).
				Advise("{option}").ofOption(option.Name)
		}
	}
	return nil
}

// class returns the 'class' of a map such as replication.
func (v Value) class(option string) (string, *Refusal) {
	if !v.IsMap {
		return "", notAMap(option)
	}
	class, found := v.get("class")
	if !found {
		return "", refuse(Config, "", "Missing replication strategy class").
			Advise("Name the 'class' in the map: 'NetworkTopologyStrategy', or 'SimpleStrategy' for a test.")
	}
	return class.Text, nil
}

func notAMap(option string) *Refusal {
	return refuse(Syntax, "", "Invalid value for property '%s'. It should be a map.", option).
		Advise("Write {1} = {'key': 'value'}.")
}

func (v Value) simple(option string) *Refusal {
	if v.IsMap {
		return refuse(Syntax, "", "Invalid value for property '%s'. It should be a string", option).
			Advise("Write a single value without braces.")
	}
	return nil
}

func (v Value) boolean(option string) *Refusal {
	if refusal := v.simple(option); refusal != nil {
		return refusal
	}
	switch strings.ToLower(v.Text) {
	case "1", "true", "yes", "0", "false", "no":
		return nil
	}
	return refuse(Syntax, "", "Invalid boolean value %s for '%s'. Positive values can be '1', 'true' or 'yes'. "+
		"Negative values can be '0', 'false' or 'no'.", v.Text, option)
}

// integer parses a 32-bit number like Java.
func (v Value) integer(option string) (int, *Refusal) {
	if refusal := v.simple(option); refusal != nil {
		return 0, refusal
	}
	number, err := strconv.ParseInt(v.Text, 10, 32)
	if err != nil {
		return 0, refuse(Syntax, "", "Invalid integer value %s for '%s'", v.Text, option).
			Advise("Write a whole number without a unit, from -2147483648 to 2147483647.")
	}
	return int(number), nil
}

func (v Value) double(option string) (float64, *Refusal) {
	if refusal := v.simple(option); refusal != nil {
		return 0, refusal
	}
	number, isNumber := parseJavaDouble(v.Text)
	if !isNumber {
		return 0, refuse(Syntax, "", "Invalid double value %s for '%s'", v.Text, option).
			Advise("Write a number such as 0.01.")
	}
	return number, nil
}

func isInteger(text string) bool {
	_, err := strconv.ParseInt(text, 10, 32)
	return err == nil
}

func markerHint(odd string) string {
	if odd == "?" {
		return " (bind variables are not supported in DDL queries)"
	}
	return ""
}
