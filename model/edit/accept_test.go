package edit_test

import (
	"errors"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// An accepted finding is saved with the document, and leaves no trace when it is taken back.
func TestAcceptAdvice(t *testing.T) {
	plain := model.New("Shop")
	accept := edit.Accept{Finding: "option/gc-grace@t1", Title: "option/gc-grace of jobs",
		Accepted: model.Accepted{Reason: " 40 rows a day ", By: "Ada", At: "2026-11-02", Numbers: map[string]float64{"gc_grace_seconds": 0}}}
	accepted, err := edit.Apply(plain, nil, accept)
	if err != nil {
		t.Fatal(err)
	}
	again, err := model.Decode(accepted.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Accepted["option/gc-grace@t1"]; got == nil || got.Reason != "40 rows a day" || got.By != "Ada" {
		t.Errorf("got %+v", got)
	}
	back, err := edit.Apply(again, nil, edit.Unaccept{Finding: "option/gc-grace@t1"})
	if err != nil {
		t.Fatal(err)
	}
	if string(back.Encode()) != string(plain.Encode()) {
		t.Errorf("taken back: %s", back.Encode())
	}
	var invalid *edit.InvalidError
	for _, reason := range []string{"  ", strings.Repeat("x", 501)} {
		accept.Reason = reason
		if _, err := edit.Apply(plain, nil, accept); !errors.As(err, &invalid) {
			t.Errorf("a reason of %d characters: %v", len(reason), err)
		}
	}
}
