package model

import (
	"slices"
	"strings"
	"unicode"
)

// SuggestType returns the CQL type that values of an attribute usually have,
// judged by its name: uuid for hotel_id, timestamp for created_at, otherwise
// text.
func SuggestType(name string) Type {
	words := nameWords(name)
	if len(words) == 0 {
		return Native("text")
	}
	last := words[len(words)-1]
	if _, found := typesByWord[last]; !found {
		last = strings.TrimSuffix(last, "s")
	}
	if len(words) > 1 {
		if slices.Contains([]string{"is", "has", "can"}, words[0]) {
			return Native("boolean")
		}
		if slices.Contains(words[:len(words)-1], "of") && slices.Contains([]string{"number", "count"}, words[0]) {
			return Native("int")
		}
		if last == "number" {
			return Native("text") // a phone number, an order number
		}
	}
	if t, found := typesByWord[last]; found {
		return Native(t)
	}
	return Native("text")
}

// typesByWord are native types by the last word of an attribute's name, in the
// singular.
var typesByWord = map[string]string{
	"id": "uuid", "uuid": "uuid", "guid": "uuid", "timeuuid": "timeuuid",
	"at": "timestamp", "time": "timestamp", "timestamp": "timestamp", "datetime": "timestamp",
	"date": "date", "birthday": "date",
	"price": "decimal", "amount": "decimal", "cost": "decimal", "total": "decimal", "subtotal": "decimal", "balance": "decimal", "fee": "decimal",
	"count": "int", "quantity": "int", "number": "int", "age": "int", "year": "int", "capacity": "int", "floor": "int",
	"night": "int", "hour": "int", "minute": "int", "second": "int", "seat": "int", "star": "int", "stock": "int", "rank": "int",
	"latitude": "double", "longitude": "double", "temperature": "double", "rating": "double", "score": "double",
	"ip": "inet", "blob": "blob", "binary": "blob",
}

// nameWords splits a name at spaces, underscores and the like, and before the
// capitals of createdAt, and makes the words lower-case.
func nameWords(name string) []string {
	var spaced strings.Builder
	lower := false
	for _, c := range name {
		if lower && unicode.IsUpper(c) {
			spaced.WriteByte(' ')
		}
		lower = unicode.IsLower(c)
		spaced.WriteRune(unicode.ToLower(c))
	}
	return strings.FieldsFunc(spaced.String(), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}
