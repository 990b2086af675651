package cli

import (
	"strings"
	"testing"

	"widerow/model"
)

// A document that is written can be read again.
func TestDocumentText(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a long test that does nothing at once")
	}
	document := model.New("Large")
	document.Note = strings.Repeat("x", model.MaxSize)
	if _, err := documentText(document); err == nil || !strings.Contains(err.Error(), "16777216") {
		t.Errorf("error %v, want one with the limit", err)
	}
	document.Note = document.Note[1000:]
	text, err := documentText(document)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.Decode(text); err != nil {
		t.Error(err)
	}
}
