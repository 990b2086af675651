package process

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"testing"
)

func TestFrameRoundTrip(t *testing.T) {
	var wire bytes.Buffer
	sent := []frame{{kind: order, body: []byte("digraph{}")}, {kind: ready, memory: 1 << 40, body: []byte{}}}
	for _, f := range sent {
		if err := writeFrame(&wire, f, 100); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range sent {
		if got, err := readFrame(&wire, 100); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	if _, err := readFrame(&wire, 100); !errors.Is(err, io.EOF) {
		t.Errorf("after the last frame: %v, want EOF", err)
	}
}

const memoryOfNone = "\x00\x00\x00\x00\x00\x00\x00\x00"

func TestFrameRefuses(t *testing.T) {
	tests := []struct {
		name, wire string
		want       error
	}{
		{"cut head", "\x00\x00", io.ErrUnexpectedEOF},
		{"cut body", "\x00\x00\x00\x05\x01" + memoryOfNone + "{}", io.ErrUnexpectedEOF},
		{"too large", "\xff\xff\xff\xff\x01" + memoryOfNone, errFrameSize},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := readFrame(bytes.NewReader([]byte(test.wire)), 100)
			if !errors.Is(err, test.want) || errors.Is(err, io.EOF) {
				t.Errorf("error %v, want %v", err, test.want)
			}
		})
	}
	if err := writeFrame(io.Discard, frame{body: make([]byte, 101)}, 100); !errors.Is(err, errFrameSize) {
		t.Errorf("a frame too large was sent: %v", err)
	}
}

func FuzzReadFrame(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x02\x01" + memoryOfNone + "{}"))
	f.Add([]byte("\x00\x00\x00\x05\x09" + memoryOfNone + "{"))
	f.Add([]byte("\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, wire []byte) {
		r := bytes.NewReader(wire)
		for {
			read, err := readFrame(r, 1000)
			if err != nil {
				return
			}
			// A frame that was read is written and read back unchanged.
			var again bytes.Buffer
			if err := writeFrame(&again, read, 1000); err != nil {
				t.Fatal(err)
			}
			if got, err := readFrame(&again, 1000); err != nil || !reflect.DeepEqual(got, read) {
				t.Errorf("%+v, %v, want %+v", got, err, read)
			}
		}
	})
}
