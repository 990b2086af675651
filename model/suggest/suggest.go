// Package suggest tells from the name of an attribute what it usually is: the type of
// its values, and whether it identifies an instance.
package suggest

import (
	"slices"
	"strings"
	"unicode"
)

// Type returns the native CQL type that values of an attribute usually have,
// judged by its name: uuid for hotel_id, timestamp for created_at, otherwise
// text.
func Type(name string) string {
	words := wordsOf(name)
	if len(words) == 0 {
		return "text"
	}
	last := words[len(words)-1]
	if _, found := typesByWord[last]; !found {
		last = strings.TrimSuffix(last, "s")
	}
	if len(words) > 1 {
		if slices.Contains([]string{"is", "has", "can"}, words[0]) {
			return "boolean"
		}
		if slices.Contains(words[:len(words)-1], "of") && slices.Contains([]string{"number", "count"}, words[0]) {
			return "int"
		}
		if t, found := typesByEnding[words[len(words)-2]+" "+words[len(words)-1]]; found {
			return t
		}
		if words[len(words)-1] == "on" {
			return "date" // starts_on
		}
		if last == "number" {
			return "text" // a phone number, an order number
		}
	}
	if t, found := typesByWord[last]; found {
		return t
	}
	return "text"
}

// typesByEnding are native types by the last two words of an attribute's name.
var typesByEnding = map[string]string{"check in": "date", "check out": "date", "ip address": "inet",
	"valid from": "date", "valid to": "date", "valid until": "date"}

// typesByWord are native types by the last word of an attribute's name, in the
// singular.
var typesByWord = map[string]string{
	"id": "uuid", "uuid": "uuid", "guid": "uuid", "timeuuid": "timeuuid",
	"at": "timestamp", "time": "timestamp", "timestamp": "timestamp", "datetime": "timestamp",
	"since": "timestamp", "date": "date", "birthday": "date", "due": "date", "deadline": "date", "expiry": "date",
	"price": "decimal", "amount": "decimal", "cost": "decimal", "total": "decimal", "subtotal": "decimal", "balance": "decimal", "fee": "decimal",
	"budget": "decimal", "salary": "decimal", "revenue": "decimal", "discount": "decimal", "deposit": "decimal", "tax": "decimal", "fare": "decimal", "rent": "decimal", "tip": "decimal",
	"count": "int", "quantity": "int", "number": "int", "age": "int", "year": "int", "capacity": "int", "floor": "int",
	"version": "int", "priority": "int", "position": "int", "size": "bigint", "offset": "bigint",
	"night": "int", "hour": "int", "minute": "int", "second": "int", "seat": "int", "star": "int", "stock": "int",
	"rank": "int", "point": "int", "win": "int", "kill": "int", "death": "int", "rpm": "int",
	"weight": "double", "height": "double", "width": "double", "depth": "double", "distance": "double", "speed": "double", "humidity": "double",
	"area": "double", "kwh": "double", "pressure": "double", "voltage": "double",
	"lat": "double", "lon": "double", "lng": "double", "altitude": "double", "percentage": "double",
	"latitude": "double", "longitude": "double", "temperature": "double", "rating": "double", "score": "double",
	"duration": "int", "ip": "inet", "blob": "blob", "binary": "blob",
}

// identifyingWords end the names of attributes that identify: hotel_id,
// room_number, isbn.
var identifyingWords = []string{"id", "uuid", "guid", "key", "code", "number", "no", "isbn", "ean", "sku"}

// Identifies reports whether an attribute's name suggests an identifier.
func Identifies(name string) bool {
	words := wordsOf(name)
	return len(words) > 0 && slices.Contains(identifyingWords, words[len(words)-1])
}

// IsID reports whether an attribute's name suggests an ID, which no two instances share.
func IsID(name string) bool {
	words := wordsOf(name)
	return len(words) > 0 && slices.Contains([]string{"id", "uuid", "guid"}, words[len(words)-1])
}

// wordsOf splits a name at spaces, underscores and the like, and before the
// capitals of createdAt, and makes the words lower-case.
func wordsOf(name string) []string {
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

// uniqueWords end the names of attributes of which no two instances have the same value, as
// people use them.
var uniqueWords = []string{"email", "mail", "username", "login", "handle", "phone", "isbn", "ean", "sku", "slug", "iban", "vin", "token"}

// IsUnique reports whether the name of an attribute suggests that no two instances have the
// same value: email, user_name, session_token.
func IsUnique(name string) bool {
	words := wordsOf(name)
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return slices.Contains(uniqueWords, last) || last == "name" && len(words) > 1 && words[len(words)-2] == "user"
}
