package cassandra

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"widerow/store/cluster"
)

// Audit is the audit log that all servers of a store have in common: the table audit_events.
type Audit struct{ store *Store }

// Audit returns the audit log of the store.
func (s *Store) Audit() Audit { return Audit{s} }

// slotLength is the time whose events are in one partition: 50 events a second take 9 MB.
const slotLength = 10 * time.Minute

func slotOf(at time.Time) int64 { return at.Unix() / int64(slotLength/time.Second) }

// Add adds an event, which is removed after keep; 0 keeps it. One that is added twice under the same
// id is there once.
func (a Audit) Add(ctx context.Context, at time.Time, id string, event []byte, keep time.Duration) error {
	lives := 0 // for ever
	if keep > 0 {
		lives = min(seconds(keep), maxLife)
	}
	return a.do(ctx, "write to the audit log of", func(d *cluster.Data) error {
		return d.Write(ctx, "INSERT INTO audit_events (slot, at, id, event) VALUES (?, ?, ?, ?) USING TTL ?", slotOf(at), at, id, event, lives)
	})
}

// maxLife is the longest TTL of Cassandra, in seconds.
const maxLife = 20 * 365 * 24 * 60 * 60

// do is Servers.do.
func (a Audit) do(ctx context.Context, what string, do func(*cluster.Data) error) error {
	return Servers(a).do(ctx, what, do)
}

// place is the position of an event in the log.
type place struct {
	slot int64
	at   time.Time
	id   string
}

// ErrMark is the error of a mark that did not come from Read.
var ErrMark = errors.New("the mark does not belong to the audit log")

func (p place) String() string { return fmt.Sprintf("%d %d %s", p.slot, p.at.UnixMilli(), p.id) }

func parsePlace(mark string) (p place, err error) {
	var millis int64
	if _, err := fmt.Sscanf(mark, "%d %d %s", &p.slot, &millis, &p.id); err != nil || len(p.id) != len(newID(time.Time{})) || strings.Trim(p.id,
		"0123456789abcdef-") != "" {
		return p, ErrMark
	}
	p.at = time.UnixMilli(millis)
	return p, nil
}

// Read calls each with the events before a mark, the newest first, and the marks of them, until it
// returns false. "" is the mark of the end.
func (a Audit) Read(ctx context.Context, before string, each func(event []byte, mark string) (more bool)) error {
	var from *place
	if before != "" {
		p, err := parsePlace(before)
		if err != nil {
			return err
		}
		from = &p
	}
	return a.do(ctx, "read the audit log of", func(d *cluster.Data) error {
		slots, err := auditSlots(ctx, d, from)
		more := true
		for at := 0; at < len(slots) && more && err == nil; at++ {
			more, err = readSlot(ctx, d, slots[at], from, each)
		}
		return err
	})
}

// auditSlots returns the slots that have events, the newest first.
func auditSlots(ctx context.Context, d *cluster.Data, from *place) (slots []int64, err error) {
	read := cluster.Read{Text: "SELECT DISTINCT slot FROM audit_events", Page: 5000}
	err = d.Each(ctx, read, func(scan func(...any) error) error {
		var slot int64
		err := scan(&slot)
		if from == nil || slot <= from.slot {
			slots = append(slots, slot)
		}
		return err
	})
	slices.Sort(slots)
	slices.Reverse(slots)
	return slots, err
}

// errEnough ends the reading of a slot.
var errEnough = errors.New("no more is wanted")

func readSlot(ctx context.Context, d *cluster.Data, slot int64, from *place, each func([]byte, string) bool) (more bool, err error) {
	read := cluster.Read{Text: "SELECT at, id, event FROM audit_events WHERE slot = ? ORDER BY at DESC, id DESC", Values: []any{slot}}
	if from != nil && from.slot == slot {
		read.Text = "SELECT at, id, event FROM audit_events WHERE slot = ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC"
		read.Values = append(read.Values, from.at, from.id)
	}
	err = d.Each(ctx, read, func(scan func(...any) error) error {
		p := place{slot: slot}
		var event []byte
		if err := scan(&p.at, &p.id, &event); err != nil {
			return err
		}
		if !each(event, p.String()) {
			return errEnough
		}
		return nil
	})
	if errors.Is(err, errEnough) {
		return false, nil
	}
	return true, err
}
