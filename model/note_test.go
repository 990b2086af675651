package model_test

import (
	"testing"

	"widerow/model"
)

// TestTitleOfNote: a note is listed by the words of its first line, without the marks of Markdown.
func TestTitleOfNote(t *testing.T) {
	for text, want := range map[string]string{
		"**Decided** 12 Nov: rooms are *by date*.\n\n- more": "Decided 12 Nov: rooms are by date.",
		"\n# Rooms\nA room is weak":                          "Rooms",
		"> see [ADR 7](https://example.org), `LIMIT 40`":     "see ADR 7, LIMIT 40",
		"user_id and a_b":                                    "user_id and a_b",
		" \n":                                                "empty note",
	} {
		m := &model.Model{Notes: map[model.ID]*model.Note{"n1": {Text: text}}}
		if got := m.Title("n1"); got != want {
			t.Errorf("%q is titled %q, want %q", text, got, want)
		}
	}
}
