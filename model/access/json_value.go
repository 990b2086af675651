package access

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
)

// jsonValue is a value as the JSON library of the server parses it. Items are
// the elements of an array, or the values of an object, whose keys are in keys.
type jsonValue struct {
	kind  jsonKind
	text  string
	keys  []string
	items []*jsonValue
	// places are the indexes of the keys.
	places map[string]int
}

type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonString
	jsonNumber
	jsonBoolean
	jsonArray
	jsonObject
)

// maxJSONDepth is the deepest nesting that the server's library accepts.
const maxJSONDepth = 1000

// readJSON parses the first value of a text and ignores the rest. problem describes a syntax error,
// where possible in the words of the server; class is the class of the exception.
func readJSON(text string) (value *jsonValue, class, problem string) {
	value, problem = decodeText(text)
	words := rootWords(text)
	if problem != "" {
		words = jsonWords(text)
	}
	if words != nil {
		return nil, words.class, words.text
	}
	return value, "", problem
}

func decodeText(text string) (value *jsonValue, problem string) {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	value, err := decodeJSON(decoder, 0)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, "it ends too early"
	case err != nil:
		return nil, err.Error()
	}
	return value, ""
}

func decodeJSON(decoder *json.Decoder, depth int) (*jsonValue, error) {
	if depth > maxJSONDepth {
		return nil, errors.New("values nest too deep")
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token := token.(type) {
	case string:
		return &jsonValue{kind: jsonString, text: token}, nil
	case json.Number:
		return &jsonValue{kind: jsonNumber, text: token.String()}, nil
	case bool:
		return &jsonValue{kind: jsonBoolean, text: strconv.FormatBool(token)}, nil
	case json.Delim:
		return decodeParts(decoder, depth, token == '{')
	}
	return &jsonValue{}, nil
}

func decodeParts(decoder *json.Decoder, depth int, isObject bool) (*jsonValue, error) {
	value := &jsonValue{kind: jsonArray}
	if isObject {
		value.kind = jsonObject
	}
	for decoder.More() {
		key := ""
		if isObject {
			token, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			key, _ = token.(string)
		}
		item, err := decodeJSON(decoder, depth+1)
		if err != nil {
			return nil, err
		}
		value.put(key, item)
	}
	_, err := decoder.Token()
	return value, err
}

// put adds an item. If a key is repeated, its last value is kept at its first
// place.
func (v *jsonValue) put(key string, item *jsonValue) {
	if v.kind == jsonObject {
		if place, found := v.places[key]; found {
			v.items[place] = item
			return
		}
		if v.places == nil {
			v.places = map[string]int{}
		}
		v.places[key] = len(v.items)
		v.keys = append(v.keys, key)
	}
	v.items = append(v.items, item)
}

// foldKeys turns keys into names: a key in double quotes is kept as it is, any
// other is lower-cased. A key that changes moves to the end.
func (v *jsonValue) foldKeys() {
	folded := &jsonValue{kind: jsonObject}
	var changed []int
	for i, key := range v.keys {
		if foldKey(key) != key {
			changed = append(changed, i)
			continue
		}
		folded.put(key, v.items[i])
	}
	for _, i := range changed {
		folded.put(foldKey(v.keys[i]), v.items[i])
	}
	*v = *folded
}

func foldKey(key string) string {
	if len(key) > 1 && strings.HasPrefix(key, `"`) && strings.HasSuffix(key, `"`) {
		return key[1 : len(key)-1]
	}
	return strings.ToLower(key)
}

// take removes and returns the item of a key, nil if there is none.
func (v *jsonValue) take(key string) *jsonValue {
	place, found := v.places[key]
	if !found {
		return nil
	}
	item := v.items[place]
	v.items[place] = nil
	return item
}

// firstKey returns the first key that was not taken.
func (v *jsonValue) firstKey() (string, bool) {
	i := slices.IndexFunc(v.items, func(item *jsonValue) bool { return item != nil })
	if i < 0 {
		return "", false
	}
	return v.keys[i], true
}

func (v *jsonValue) unexpected(noun string) *Refusal {
	return &Refusal{Code: JSONExpected, Other: noun, Text: v.class() + ": " + v.java()}
}

// class returns the Java class that the server's library uses for the value.
func (v *jsonValue) class() string {
	switch v.kind {
	case jsonString:
		return "String"
	case jsonBoolean:
		return "Boolean"
	case jsonArray:
		return "ArrayList"
	case jsonObject:
		return "LinkedHashMap"
	case jsonNull:
		return "null"
	}
	if strings.ContainsAny(v.text, ".eE") {
		return "Double"
	}
	if _, err := strconv.ParseInt(v.text, 10, 32); err == nil {
		return "Integer"
	}
	if _, err := strconv.ParseInt(v.text, 10, 64); err == nil {
		return "Long"
	}
	return "BigInteger"
}

func (v *jsonValue) javaClass() string {
	switch class := v.class(); class {
	case "ArrayList", "LinkedHashMap":
		return "java.util." + class
	case "BigInteger":
		return "java.math." + class
	default:
		return "java.lang." + class
	}
}

// java formats the value as Java's toString does.
func (v *jsonValue) java() string {
	switch v.kind {
	case jsonNull:
		return "null"
	case jsonNumber:
		if v.class() == "Double" {
			return javaDouble(v.text)
		}
	case jsonArray, jsonObject:
		parts := make([]string, len(v.items))
		for i, item := range v.items {
			if parts[i] = item.java(); v.kind == jsonObject {
				parts[i] = v.keys[i] + "=" + parts[i]
			}
		}
		if text := strings.Join(parts, ", "); v.kind == jsonObject {
			return "{" + text + "}"
		} else {
			return "[" + text + "]"
		}
	}
	return v.text
}

// javaDouble follows Double.toString.
func javaDouble(text string) string {
	number, err := strconv.ParseFloat(text, 64)
	switch {
	case err == nil:
	case strings.HasPrefix(text, "-"):
		return "-Infinity"
	default:
		return "Infinity"
	}
	const plainFrom, plainBelow = 1e-3, 1e7
	if size := max(number, -number); size == 0 || size >= plainFrom && size < plainBelow {
		plain := strconv.FormatFloat(number, 'f', -1, 64)
		if !strings.Contains(plain, ".") {
			plain += ".0"
		}
		return plain
	}
	digits, exponent, _ := strings.Cut(strconv.FormatFloat(number, 'E', -1, 64), "E")
	if !strings.Contains(digits, ".") {
		digits += ".0"
	}
	power, _ := strconv.Atoi(exponent)
	return digits + "E" + strconv.Itoa(power)
}
