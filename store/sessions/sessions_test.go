package sessions

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"
)

var _ scs.IterableStore = (*File)(nil)

// clock is a time that the test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func openAt(t testing.TB, path string, c *clock) *File {
	t.Helper()
	f, err := Open(path, Options{Now: c.now})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func newClock() *clock { return &clock{time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)} }

func (f *File) want(t *testing.T, token, data string) {
	t.Helper()
	got, found, err := f.Find(token)
	if err != nil || found != (data != "") || string(got) != data {
		t.Errorf("session %q: %q, found %v, error %v; want %q", token, got, found, err, data)
	}
}

// TestSessions: sessions live as long as they should, also when the server starts again.
func TestSessions(t *testing.T) {
	path, c := filepath.Join(t.TempDir(), "widerow.db.sessions"), newClock()
	f := openAt(t, path, c)
	commit := func(token, data string, lives time.Duration) {
		t.Helper()
		if err := f.Commit(token, []byte(data), c.at.Add(lives)); err != nil {
			t.Fatal(err)
		}
	}
	commit("ada", "ada's", time.Hour)
	commit("bob", "bob's", 10*time.Minute)
	commit("eve", "eve's", time.Hour)
	commit("ada", "ada's new", time.Hour)
	if err := f.Delete("eve"); err != nil {
		t.Fatal(err)
	}
	f.want(t, "eve", "")
	c.at = c.at.Add(5 * time.Minute)
	commit("bob", "bob's", 10*time.Minute) // he was there: his session ends later
	c.at = c.at.Add(9 * time.Minute)

	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = openAt(t, path, c)
	defer f.Close()
	f.want(t, "ada", "ada's new")
	f.want(t, "bob", "bob's")
	f.want(t, "eve", "")
	c.at = c.at.Add(time.Minute)
	f.want(t, "bob", "")
	if all, err := f.All(); err != nil || len(all) != 1 || string(all["ada"]) != "ada's new" {
		t.Errorf("all sessions: %q, %v", all, err)
	}
	if err := f.removeEnded(); err != nil || len(f.sessions) != 1 {
		t.Errorf("after the ended are removed: %d, %v", len(f.sessions), err)
	}
}

// TestWrites: a request that only keeps a session alive does not write to the disk.
func TestWrites(t *testing.T) {
	path, c := filepath.Join(t.TempDir(), "s"), newClock()
	f := openAt(t, path, c)
	defer f.Close()
	writes := func() int64 {
		stats := f.db.Stats()
		return stats.TxStats.GetWrite()
	}
	if err := f.Commit("ada", []byte("x"), c.at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	before := writes()
	for range 50 {
		c.at = c.at.Add(time.Second)
		if err := f.Commit("ada", []byte("x"), c.at.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if writes() != before {
		t.Error("each request writes")
	}
	c.at = c.at.Add(10 * time.Second)
	if err := f.Commit("ada", []byte("x"), c.at.Add(time.Hour)); err != nil || writes() == before {
		t.Errorf("a minute later nothing is written: %v", err)
	}
}

func TestUses(t *testing.T) {
	path, c := filepath.Join(t.TempDir(), "s"), newClock()
	f := openAt(t, path, c)
	f.Used("token one", "192.0.2.1")
	f.Used("token two", "192.0.2.1")
	c.at = c.at.Add(time.Hour)
	f.Used("token one", "2001:db8::1")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = openAt(t, path, c)
	use, found := f.LastUse("token one")
	if want := (Use{c.at, "2001:db8::1"}); !found || use != want {
		t.Errorf("last use %v, want %v", use, want)
	}
	f.Forget("token two")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = openAt(t, path, c)
	defer f.Close()
	if _, found := f.LastUse("token two"); found {
		t.Error("a token that was taken back is still known")
	}
}

// TestPaused: tokens stay off until they are confirmed, whatever happens to the server.
func TestPaused(t *testing.T) {
	path, c := filepath.Join(t.TempDir(), "s"), newClock()
	f := openAt(t, path, c)
	for _, step := range []struct {
		do   func() error
		want bool
	}{{func() error { return nil }, false}, {f.Pause, true}, {f.Confirm, false}, {f.Pause, true}} {
		if err := step.do(); err != nil || f.Paused() != step.want {
			t.Errorf("paused %v, error %v; want %v", f.Paused(), err, step.want)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = openAt(t, path, c)
	defer f.Close()
	if !f.Paused() {
		t.Error("a start makes tokens work again")
	}
}

// TestBegin: data with accounts and no sessions were copied or restored. Tokens stop even if the server is
// killed before it has said so, and whoever makes the first accounts stops none.
func TestBegin(t *testing.T) {
	path, c := filepath.Join(t.TempDir(), "s"), newClock()
	begin := func(path string, accounts, want bool) {
		t.Helper()
		f := openAt(t, path, c)
		defer f.Close()
		if paused, err := f.Begin(accounts); err != nil || paused != want {
			t.Errorf("paused %v, error %v; want %v", paused, err, want)
		}
	}
	if err := openAt(t, path, c).Close(); err != nil { // killed before Begin
		t.Fatal(err)
	}
	begin(path, true, true)
	begin(path, true, false) // paused already
	f := openAt(t, path, c)
	defer f.Close()
	if !f.Paused() {
		t.Error("tokens work again after a start")
	}
	other := filepath.Join(t.TempDir(), "s")
	begin(other, false, false)
	begin(other, true, false)
}

// TestDamage: a file that cannot be read costs the sessions, never the start.
func TestDamage(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"overwritten": func(b []byte) []byte { return bytes.Repeat([]byte("x"), len(b)) },
		"text":        func([]byte) []byte { return []byte("not a database") },
		"root lost":   func(b []byte) []byte { return append(b[:8192:8192], bytes.Repeat([]byte{0xff}, len(b)-8192)...) },
	} {
		t.Run(name, func(t *testing.T) {
			path, c := filepath.Join(t.TempDir(), "s"), newClock()
			f := openAt(t, path, c)
			if err := f.Commit("ada", []byte("x"), c.at.Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(text), 0o600); err != nil {
				t.Fatal(err)
			}
			var log strings.Builder
			f, err = Open(path, Options{Now: c.now, Log: logTo(&log)})
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			f.want(t, "ada", "")
			if _, err := os.Stat(path + ".damaged"); err != nil || !strings.Contains(log.String(), "signs in again") {
				t.Errorf("kept: %v; log: %s", err, &log)
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the new file: %v, %v", info, err)
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	c := newClock()
	f := openAt(b, filepath.Join(b.TempDir(), "s"), c)
	defer f.Close()
	for i := range 1_000 {
		f.sessions[fmt.Sprint(i)] = session{data: []byte("x"), expiry: c.at.Add(time.Hour)}
	}
	for b.Loop() {
		if _, found, _ := f.Find("500"); !found {
			b.Fatal("lost")
		}
	}
}

func logTo(text *strings.Builder) *slog.Logger { return slog.New(slog.NewTextHandler(text, nil)) }

// TestMessages: messages are kept over a restart, without those that were removed.
func TestMessages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions")
	open := func() *File {
		t.Helper()
		f, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := open()
	for _, messages := range []map[string][]byte{{"a": []byte("one"), "b": []byte("two")}, {"a": nil, "c": []byte("three"), "gone": nil}} {
		if err := f.PutMessages(messages); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open()
	defer f.Close()
	found, err := f.Messages()
	if err != nil || len(found) != 2 || string(found["b"]) != "two" || string(found["c"]) != "three" {
		t.Errorf("the messages are %q, %v", found, err)
	}
}
