package sample

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"widerow/model"
)

// TestSpans: the start of the span of time that a bucket is called like. The dates are from a calendar.
func TestSpans(t *testing.T) {
	at := time.Date(2026, time.May, 14, 15, 47, 31, 0, time.UTC) // a Thursday
	for _, test := range []struct{ name, typ, want string }{
		{"day", "date", "2026-05-14T00:00"}, {"week", "date", "2026-05-11T00:00"}, {"month", "date", "2026-05-01T00:00"},
		{"uploaded_at_month", "date", "2026-05-01T00:00"}, {"quarter", "date", "2026-04-01T00:00"}, {"year", "date", "2026-01-01T00:00"},
		{"hour", "timestamp", "2026-05-14T15:00"}, {"bucket_10_minutes", "timestamp", "2026-05-14T15:40"}, {"bucket_6_hours", "timestamp", "2026-05-14T12:00"},
		{"bucket_3_months", "date", "2026-04-01T00:00"}, {"year", "smallint", "2026"}, {"month", "int", "5"}, {"month", "text", "2026-05"},
	} {
		s, is := unitOf(test.name)
		got := s.of(at, model.Native(test.typ))
		text := plainText(got)
		if moment, isTime := got.(time.Time); isTime {
			text = moment.Format("2006-01-02T15:04")
		}
		if !is || text != test.want {
			t.Errorf("%s of type %s: %s, want %s", test.name, test.typ, text, test.want)
		}
	}
	for _, name := range []string{"status", "days_kept", "birthday", "monthly", "bucket"} {
		if s, is := unitOf(name); is {
			t.Errorf("%s is taken for %v", name, s)
		}
	}
}

// TestNative: values as the native protocol of Cassandra, version 5, has them (section 6 of its specification).
func TestNative(t *testing.T) {
	for _, test := range []struct {
		typ   string
		value any
		want  []byte
	}{
		{"int", int64(-2), []byte{0xFF, 0xFF, 0xFF, 0xFE}},
		{"varint", int64(128), []byte{0x00, 0x80}}, {"varint", int64(-128), []byte{0x80}}, {"varint", int64(-129), []byte{0xFF, 0x7F}},
		{"decimal", decimal{-5, 2}, []byte{0, 0, 0, 2, 0xFB}},
		{"date", time.Unix(0, 0), []byte{0x80, 0, 0, 0}}, {"date", time.Unix(-86400, 0), []byte{0x7F, 0xFF, 0xFF, 0xFF}},
		{"time", time.Hour, []byte{0, 0, 0x03, 0x46, 0x30, 0xB8, 0xA0, 0x00}},
		{"duration", period{1, 2, 3}, []byte{2, 4, 6}}, {"duration", period{0, 0, 64}, []byte{0, 0, 0x80, 0x80}},
		{"double", 1.0, []byte{0x3F, 0xF0, 0, 0, 0, 0, 0, 0}}, {"int", "five", nil}, {"boolean", true, []byte{1}},
	} {
		if got := native(test.typ, test.value); !bytes.Equal(got, test.want) {
			t.Errorf("%v as %s: % x, want % x", test.value, test.typ, got, test.want)
		}
	}
	for v, length := range map[uint64]int{0: 1, 127: 1, 128: 2, 1<<14 - 1: 2, 1 << 14: 3, 1<<56 - 1: 8, 1 << 56: 9, math.MaxUint64: 9} {
		if got := appendUnsigned(nil, v); len(got) != length {
			t.Errorf("%d has %d bytes, want %d", v, len(got), length)
		}
	}
}

// TestShuffled: every number comes once.
func TestShuffled(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 64, 1000} {
		seen := map[int]bool{}
		for i := range n {
			seen[shuffled(i, n, 99)] = true
		}
		if len(seen) != n {
			t.Errorf("%d of %d numbers come", len(seen), n)
		}
	}
}

// TestMoments: a timeuuid has the moment that it was made of.
func TestMoments(t *testing.T) {
	at := epoch.Add(123456789 * time.Millisecond)
	if got := timeUUID(at, 5).time(); !got.Equal(at) {
		t.Errorf("%v, want %v", got, at)
	}
}

// TestTexts: texts have about the wanted length, those of a key differ, and all are ASCII.
func TestTexts(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range []string{"title", "hotel_id", "city", "description", "e_mail", "email", "phone", "logo_url", "status"} {
		total := 0
		for i := range uint64(500) {
			text := subject{words: wordsOf(name), ordinal: i, hash: mix(7, i), apart: true, of: &attribute{length: 30}}.text("text")
			if seen[name+text] {
				t.Errorf("%s: %q comes twice", name, text)
			}
			seen[name+text] = true
			total += len(text)
			if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) || text != strings.TrimSpace(text) {
				t.Errorf("%s: %q", name, text)
			}
		}
		if mean := total / 500; mean > 33 || mean < 24 && name != "city" && name != "status" && name != "phone" {
			t.Errorf("%s has %d letters on average, want about 30", name, mean)
		}
	}
}
