package audit

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is a time that the test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func newLog(t *testing.T) (*Log, *clock) {
	c := &clock{time.Date(2026, 9, 30, 23, 59, 0, 0, time.UTC)}
	l := Open(filepath.Join(t.TempDir(), "widerow.db.audit"), c.now)
	t.Cleanup(func() { _ = l.Close() })
	return l, c
}

// write writes events of a sign-in, a minute apart, whose names are numbers.
func (l *Log) write(t *testing.T, c *clock, from, to int, details string) {
	t.Helper()
	for i := from; i <= to; i++ {
		if err := l.Write(Event{Action: SignIn, Name: fmt.Sprint(i), Address: "192.0.2.1", Details: details}); err != nil {
			t.Fatal(err)
		}
		c.at = c.at.Add(time.Minute)
	}
}

func (l *Log) want(t *testing.T, filter Filter, limit int, want ...string) {
	t.Helper()
	var got []string
	for cursor, pages := "", 0; pages == 0 || cursor != ""; pages++ {
		events, next, err := l.Read(t.Context(), filter, cursor, limit)
		if err != nil || len(events) > limit {
			t.Fatalf("page %d: %d events, %v", pages, len(events), err)
		}
		for _, event := range events {
			got = append(got, event.Name)
		}
		cursor = next
	}
	if difference := cmp.Diff(want, got); difference != "" {
		t.Errorf("%+v, pages of %d: %s", filter, limit, difference)
	}
}

func TestRead(t *testing.T) {
	l, c := newLog(t)
	l.want(t, Filter{}, 3)
	l.write(t, c, 1, 4, "") // the first in September, the others in October
	all := []string{"4", "3", "2", "1"}
	for limit := 1; limit <= 5; limit++ {
		l.want(t, Filter{}, limit, all...)
	}
	if err := l.Write(Event{Action: Role, Account: "ada", Name: "Ada", Model: "hotel", Subject: "Bob", Details: "editor instead of viewer"}); err != nil {
		t.Fatal(err)
	}
	l.want(t, Filter{Action: Role}, 1, "Ada")
	l.want(t, Filter{Account: "ada"}, 2, "Ada")
	l.want(t, Filter{Model: "hotel", Text: "EDITOR"}, 2, "Ada")
	l.want(t, Filter{Action: Role, Model: "shop"}, 2)
	l.want(t, Filter{Text: "192.0.2.1"}, 3, all...)
	entries, err := os.ReadDir(l.folder)
	if err != nil || len(entries) != 2 || entries[0].Name() != "2026-09.jsonl" {
		t.Errorf("files: %v, %v", entries, err)
	}
	for _, cursor := range []string{"x", "!", position{"2026-13", 1}.String(), position{"2026-10", -1}.String()} {
		if _, _, err := l.Read(t.Context(), Filter{}, cursor, 1); !errors.Is(err, ErrCursor) {
			t.Errorf("cursor %q: %v", cursor, err)
		}
	}
}

// TestReadLong: lines longer than a block, and blocks that end in the middle of a line.
func TestReadLong(t *testing.T) {
	l, c := newLog(t)
	c.at = c.at.Add(time.Hour)
	l.write(t, c, 1, 1, strings.Repeat("é", 100_000))
	l.write(t, c, 2, 700, strings.Repeat("x", 200))
	var want []string
	for i := 700; i >= 1; i-- {
		want = append(want, fmt.Sprint(i))
	}
	l.want(t, Filter{}, 64, want...)
	l.want(t, Filter{}, 1_000, want...)
}

// TestReadDamaged: a line that was cut off, or is none, costs only itself.
func TestReadDamaged(t *testing.T) {
	l, c := newLog(t)
	c.at = c.at.Add(time.Hour)
	l.write(t, c, 1, 3, "")
	path := l.path("2026-10")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	broken := lines[0] + "{\"at\": \n\n\x00\x00" + lines[1] + lines[2][:20]
	if err := os.WriteFile(path, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	l.want(t, Filter{}, 10, "1")
}

// TestMoved: an operator who moves the file of the month away loses no event after it.
func TestMoved(t *testing.T) {
	l, c := newLog(t)
	c.at = c.at.Add(time.Hour)
	l.write(t, c, 1, 1, "")
	if err := os.Rename(l.path("2026-10"), l.path("2026-10")+".old"); err != nil {
		t.Fatal(err)
	}
	l.write(t, c, 2, 2, "")
	l.want(t, Filter{}, 10, "2")
}

func TestRemove(t *testing.T) {
	l, c := newLog(t)
	l.write(t, c, 1, 2, "")
	c.at = time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	l.write(t, c, 3, 3, "")
	for _, test := range []struct {
		days int
		want []string
	}{{0, []string{"3", "2", "1"}}, {62, []string{"3", "2", "1"}}, {60, []string{"3", "2"}}, {31, []string{"3", "2"}}, {29, []string{"3"}}} {
		if err := l.Remove(time.Duration(test.days) * 24 * time.Hour); err != nil {
			t.Fatal(err)
		}
		l.want(t, Filter{}, 10, test.want...)
	}
}
