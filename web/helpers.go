package web

import (
	"net/url"
	"strconv"
	"strings"
)

// nextQuery is the query that leads back to a path.
func nextQuery(path string) string {
	if path == "" {
		return ""
	}
	return url.Values{"next": {path}}.Encode()
}

// Bytes writes a size as people read it, in decimal units, as the limits of
// the book and of the server's warnings are (100 MB = 10⁸ bytes).
func Bytes(bytes float64) string {
	units := []string{"B", "kB", "MB", "GB", "TB", "PB", "EB"}
	unit := 0
	for bytes >= 999.5 && unit < len(units)-1 {
		bytes /= 1000
		unit++
	}
	decimals := 0
	if unit > 0 && bytes < 99.95 {
		decimals = 1
	}
	return strconv.FormatFloat(bytes, 'f', decimals, 64) + " " + units[unit]
}

// Number writes a count with thousands apart: 73,000. Fractions have two decimals.
func Number(number float64) string {
	decimals := 0
	if number != float64(int64(number)) && number < 1000 {
		decimals = 2
	}
	text := strconv.FormatFloat(number, 'f', decimals, 64)
	whole := len(text)
	if decimals > 0 {
		whole -= decimals + 1
	}
	for at := whole - 3; at > 0 && text[at-1] != '-'; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func lower(text string) string { return strings.ToLower(text) }

// capital begins a word with a capital letter.
func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}
