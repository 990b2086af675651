package engine

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFrameRoundTrip(t *testing.T) {
	var wire bytes.Buffer
	sent := []job{{Texts: []string{"digraph{}", ""}}, {}}
	for _, j := range sent {
		if err := writeFrame(&wire, j); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range sent {
		var got job
		if err := readFrame(&wire, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	if err := readFrame(&wire, new(job)); !errors.Is(err, io.EOF) {
		t.Errorf("after the last frame: %v, want EOF", err)
	}
}

func TestFrameRefuses(t *testing.T) {
	tests := []struct {
		name, wire string
		want       error
	}{
		{"cut head", "\x00\x00", io.ErrUnexpectedEOF},
		{"cut body", "\x00\x00\x00\x05{}", io.ErrUnexpectedEOF},
		{"too large", "\xff\xff\xff\xff", errFrameSize},
		{"not JSON", "\x00\x00\x00\x02{a", nil},
		{"wrong type", "\x00\x00\x00\x0d{\"texts\": 12}", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := readFrame(bytes.NewReader([]byte(test.wire)), new(job))
			if err == nil || test.want != nil && !errors.Is(err, test.want) || errors.Is(err, io.EOF) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
	if err := writeFrame(io.Discard, make([]byte, maxFrame)); !errors.Is(err, errFrameSize) {
		t.Errorf("a frame too large was sent: %v", err)
	}
}

func FuzzReadFrame(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x11{\"texts\":[\"a\"]}  "))
	f.Add([]byte("\x00\x00\x00\x05{nope"))
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, wire []byte) {
		r := bytes.NewReader(wire)
		for {
			var j job
			if err := readFrame(r, &j); err != nil {
				return
			}
			// A frame that was read is written and read back unchanged.
			var again bytes.Buffer
			if err := writeFrame(&again, j); err != nil {
				t.Fatal(err)
			}
			var got job
			if err := readFrame(&again, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(j, got); diff != "" {
				t.Error(diff)
			}
		}
	})
}
