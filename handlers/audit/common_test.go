package audit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// memory is a Common in memory, which can be away.
type memory struct {
	mutex sync.Mutex
	away  bool
	ids   map[string]bool
	lines [][]byte
}

var errAway = errors.New("away")

func (m *memory) Add(_ context.Context, _ time.Time, id string, event []byte, _ time.Duration) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.away {
		return errAway
	}
	if !m.ids[id] {
		m.ids[id] = true
		m.lines = append(m.lines, event)
	}
	return nil
}

func (m *memory) Read(_ context.Context, before string, each func([]byte, string) bool) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.away {
		return errAway
	}
	at := len(m.lines)
	if before != "" {
		at, _ = strconv.Atoi(before)
	}
	for at--; at >= 0 && each(m.lines[at], strconv.Itoa(at)); at-- {
	}
	return nil
}

func (m *memory) leave(away bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.away = away
}

// TestCommon: what two servers do is read at both, in pages; what happens while the store is away is in the file of its
// server, and comes to the others later.
func TestCommon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		common := &memory{ids: map[string]bool{}}
		open := func(server string) *Log {
			l := Open(t.TempDir(), time.Now)
			l.Share(Sharing{Common: common, Server: server, Log: slog.New(slog.DiscardHandler)})
			return l
		}
		one, two := open("one:8080"), open("two:8080")
		write := func(l *Log, number int) {
			if err := l.Write(Event{Action: SignIn, Name: fmt.Sprint("person ", number)}); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
		}
		write(one, 1)
		write(two, 2)
		common.leave(true)
		write(one, 3)
		if _, _, err := two.Read(t.Context(), Filter{}, "", 10); !errors.Is(err, ErrAway) {
			t.Errorf("read while the store is away: %v", err)
		}
		common.leave(false)
		time.Sleep(addPause)
		synctest.Wait()
		var got []string
		for cursor, first := "", true; first || cursor != ""; first = false {
			events, next, err := two.Read(t.Context(), Filter{}, cursor, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, event := range events {
				got = append(got, event.Name+" at "+event.Server)
			}
			cursor = next
		}
		if want := []string{"person 3 at one:8080", "person 2 at two:8080", "person 1 at one:8080"}; !slices.Equal(got, want) {
			t.Errorf("read %q, want %q", got, want)
		}
		if _, _, err := one.Read(t.Context(), Filter{}, "%", 1); !errors.Is(err, ErrCursor) {
			t.Errorf("read from a cursor of others: %v", err)
		}
		common.leave(true)
		write(two, 4)
		common.leave(false)
		if err := errors.Join(one.Close(), two.Close()); err != nil { // which tells what waits
			t.Error(err)
		}
		if len(common.lines) != 4 {
			t.Errorf("%d events in common, want 4", len(common.lines))
		}
	})
}
