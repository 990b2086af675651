package web

import (
	"net/url"
	"strings"
)

// nextQuery is the query that returns to a path.
func nextQuery(path string) string {
	if path == "" {
		return ""
	}
	return url.Values{"next": {path}}.Encode()
}

func Lower(text string) string { return strings.ToLower(text) }

// capital begins a word with a capital letter.
func capital(word string) string {
	if word == "" {
		return ""
	}
	return strings.ToUpper(word[:1]) + word[1:]
}
