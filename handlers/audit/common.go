package audit

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"
)

// Common is a log that the servers of a store have in common.
type Common interface {
	// Add adds an event, which lives for keep; 0 is for ever. One that is added twice under one id is
	// there once.
	Add(ctx context.Context, at time.Time, id string, event []byte, keep time.Duration) error
	// Read calls each with the events before a mark, the newest first, and their marks, until it
	// returns false. "" is the mark of the end.
	Read(ctx context.Context, before string, each func(event []byte, mark string) (more bool)) error
}

// ErrAway reports that the common log cannot be read now.
var ErrAway = errors.New("the audit log of all servers cannot be read")

// Sharing is how a log is shared.
type Sharing struct {
	Common Common
	Server string        // the name of this one
	Keep   time.Duration // of the events; 0: for ever
	Log    *slog.Logger
}

// Share has the log write its events also to the common log, and read that one. It is called before the
// log is used.
func (l *Log) Share(s Sharing) {
	l.common = &sharing{Common: s.Common, server: s.Server, keep: s.Keep, log: s.Log, news: make(chan struct{}, 1),
		closed: make(chan struct{}), ended: make(chan struct{})}
	go l.common.run()
}

// sharing writes events to the common log one after the other. What cannot be written is tried again; the
// file has it in any case.
type sharing struct {
	Common
	server string
	keep   time.Duration
	log    *slog.Logger

	mutex   sync.Mutex
	waiting []waiting
	lost    int // events that waited in vain and were given up since the last one that was written

	news          chan struct{} // holds one signal
	closed, ended chan struct{}
}

// waiting is an event that is not in the common log yet.
type waiting struct {
	at   time.Time
	id   string
	line []byte
}

const (
	// maxWaiting bounds the events that wait while the store does not answer.
	maxWaiting = 10_000
	// addPatience bounds one try to write an event, addPause is the time between two, and closePatience bounds
	// what is tried when the server stops.
	addPatience   = 10 * time.Second
	addPause      = 5 * time.Second
	closePatience = 3 * time.Second
)

// add never waits for the store.
func (s *sharing) add(at time.Time, line []byte) {
	s.mutex.Lock()
	if s.waiting = append(s.waiting, waiting{at, newID(), line}); len(s.waiting) > maxWaiting {
		s.waiting = s.waiting[1:]
		s.lost++
	}
	s.mutex.Unlock()
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// newID returns a random UUID.
func newID() string {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}

func (s *sharing) run() {
	defer close(s.ended)
	for {
		select {
		case <-s.news:
		case <-s.closed:
			ctx, cancel := context.WithTimeout(context.Background(), closePatience)
			defer cancel()
			if err := s.write(ctx); err != nil {
				s.log.Warn("the last events are in the audit log of this server alone", "error", err)
			}
			return
		}
		for failed := false; ; failed = true {
			err := s.write(context.Background())
			if err == nil {
				break
			}
			if !failed {
				s.log.Warn("events wait to be written to the audit log of all servers", "error", err)
			}
			select {
			case <-time.After(addPause):
				continue
			case <-s.closed:
			}
			break
		}
	}
}

// write writes what waits.
func (s *sharing) write(ctx context.Context) error {
	for {
		s.mutex.Lock()
		if len(s.waiting) == 0 {
			lost := s.lost
			s.lost = 0
			s.mutex.Unlock()
			if lost > 0 {
				s.log.Error("events are in the audit log of this server alone: the store did not answer for too long", "events", lost)
			}
			return nil
		}
		first := s.waiting[0]
		s.mutex.Unlock()
		if err := s.send(ctx, first); err != nil {
			return err
		}
		s.mutex.Lock()
		if len(s.waiting) > 0 && s.waiting[0].id == first.id { // else it was given up meanwhile
			s.waiting = s.waiting[1:]
		}
		s.mutex.Unlock()
	}
}

func (s *sharing) send(ctx context.Context, event waiting) error {
	ctx, cancel := context.WithTimeout(ctx, addPatience)
	defer cancel()
	return s.Add(ctx, event.at, event.id, event.line, s.keep)
}

// close writes what still waits.
func (s *sharing) close() {
	close(s.closed)
	<-s.ended
}

// read is Log.Read for the common log.
func (s *sharing) read(ctx context.Context, filter Filter, cursor string, limit int) (events []Event, next string, err error) {
	before, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return nil, "", ErrCursor
	}
	looked := 0
	err = s.Read(ctx, string(before), func(line []byte, mark string) bool {
		var event Event
		if json.Unmarshal(line, &event) == nil && filter.chooses(event) {
			events = append(events, event)
		}
		if looked++; len(events) == limit || looked == maxLooked {
			next = base64.RawURLEncoding.EncodeToString([]byte(mark))
		}
		return next == ""
	})
	if errors.Is(err, ErrCursor) {
		return nil, "", ErrCursor
	}
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrAway, err)
	}
	return events, next, nil
}
