package cassandra

import (
	"context"
	"errors"
	"time"

	"widerow/store/cluster"
	"widerow/store/shared"
)

// Servers is what the servers of a store share: the tables that begin with server_. It is a shared.State.
//
// A word has one writer, whose number is the write time, so that a later word wins whatever the
// clocks say. Leases and values are decided by conditional writes alone. Lives are measured by the
// nodes of Cassandra, whose clocks must agree anyway.
type Servers struct{ store *Store }

var _ shared.State = Servers{}

// Servers returns what the servers of the store share.
func (s *Store) Servers() Servers { return Servers{s} }

// everywhere is the only partition of server_words: it has a few rows a server.
const everywhere = "all"

// Say implements shared.State.
func (s Servers) Say(ctx context.Context, word shared.Word) error {
	return s.do(ctx, "tell the other servers", func(d *cluster.Data) error {
		return d.Write(ctx, "INSERT INTO server_words (place, server, topic, number, said) VALUES (?, ?, ?, ?, ?) USING TIMESTAMP ? AND TTL ?",
			everywhere, word.Server, word.Topic, int64(word.Number), word.Text, int64(word.Number), seconds(word.Life))
	})
}

// seconds is a life in the unit of Cassandra, at least one.
func seconds(life time.Duration) int { return max(1, int((life+time.Second-1)/time.Second)) }

// Words implements shared.State.
func (s Servers) Words(ctx context.Context) (words []shared.Word, err error) {
	const text = "SELECT server, topic, number, said FROM server_words WHERE place = ?"
	err = s.do(ctx, "hear the other servers", func(d *cluster.Data) error {
		return d.Each(ctx, cluster.Read{Text: text, Values: []any{everywhere}}, func(scan func(...any) error) error {
			var word shared.Word
			var number int64
			if err := scan(&word.Server, &word.Topic, &number, &word.Text); err != nil {
				return err
			}
			word.Number = uint64(number)
			words = append(words, word)
			return nil
		})
	})
	return words, err
}

// do does something with the data, unless the store is closed.
func (s Servers) do(ctx context.Context, what string, do func(*cluster.Data) error) error {
	end, err := s.store.begin(ctx)
	if err != nil {
		return err
	}
	defer end()
	err = do(s.store.data)
	if err == nil || errors.Is(err, shared.ErrFenced) {
		return err
	}
	return s.store.failed(what, err)
}

// Take implements shared.State. A new holder first claims the next fence, which only one gets, and
// then writes its name with the life of the lease.
func (s Servers) Take(ctx context.Context, name, holder string, life time.Duration) (lease shared.Lease, err error) {
	err = s.do(ctx, "take the lease "+name, func(d *cluster.Data) error {
		if lease, err = readLease(ctx, d, name); err != nil {
			return err
		}
		switch lease.Holder {
		case holder:
			const prolong = "UPDATE server_leases USING TTL ? SET holder = ? WHERE name = ? IF holder = ? AND fence = ?"
			held, err := d.Apply(ctx, prolong, seconds(life), holder, name, holder, int64(lease.Fence))
			if err == nil && !held {
				lease.Holder = "" // it has just ended
			}
			return err
		case "":
			lease, err = claim(ctx, d, name, holder, lease.Fence, life)
			return err
		}
		return nil
	})
	return lease, err
}

func readLease(ctx context.Context, d *cluster.Data, name string) (lease shared.Lease, err error) {
	const text = "SELECT holder, fence FROM server_leases WHERE name = ?"
	err = d.Each(ctx, cluster.Read{Text: text, Values: []any{name}, Serial: true}, func(scan func(...any) error) error {
		var fence int64
		err := scan(&lease.Holder, &fence)
		lease.Fence = uint64(fence)
		return err
	})
	return lease, err
}

// claim takes a lease that nobody holds. Its Holder is empty if another server was faster.
func claim(ctx context.Context, d *cluster.Data, name, holder string, before uint64, life time.Duration) (shared.Lease, error) {
	var known any // null in a row that is not there
	if before > 0 {
		known = int64(before)
	}
	next := int64(before) + 1
	const first = "UPDATE server_leases SET fence = ?, claimed_by = ? WHERE name = ? IF holder = null AND fence = ?"
	claimed, err := d.Apply(ctx, first, next, holder, name, known)
	if err != nil || !claimed {
		return shared.Lease{Fence: before}, err
	}
	const second = "UPDATE server_leases USING TTL ? SET holder = ? WHERE name = ? IF holder = null AND fence = ? AND claimed_by = ?"
	held, err := d.Apply(ctx, second, seconds(life), holder, name, next, holder)
	if err != nil || !held {
		return shared.Lease{Fence: uint64(next)}, err
	}
	return shared.Lease{Holder: holder, Fence: uint64(next)}, nil
}

// GiveBack implements shared.State.
func (s Servers) GiveBack(ctx context.Context, name, holder string) error {
	return s.do(ctx, "give back the lease "+name, func(d *cluster.Data) error {
		_, err := d.Apply(ctx, "UPDATE server_leases SET holder = null WHERE name = ? IF holder = ?", name, holder)
		return err
	})
}

// Once implements shared.State. If the outcome is unknown the value is read, which decides it.
func (s Servers) Once(ctx context.Context, name string, value []byte, life time.Duration) (kept []byte, err error) {
	lives := 0 // for ever
	if life > 0 {
		lives = seconds(life)
	}
	err = s.do(ctx, "make the common value "+name, func(d *cluster.Data) error {
		const text = "INSERT INTO server_values (name, value, fence) VALUES (?, ?, 0) IF NOT EXISTS USING TTL ?"
		made, err := d.Apply(ctx, text, name, value, lives)
		if made {
			kept = value
			return nil
		}
		if err != nil && !errors.Is(err, cluster.ErrUncertain) {
			return err
		}
		found, _, readErr := readValue(ctx, d, name)
		if readErr != nil || found == nil {
			return errors.Join(err, readErr, errNoValue)
		}
		kept = found
		return nil
	})
	return kept, err
}

// errNoValue reports a value that has ended just now, or a write that had no effect.
var errNoValue = errors.New("there is no value: try again")

func readValue(ctx context.Context, d *cluster.Data, name string) (value []byte, fence any, err error) {
	const text = "SELECT value, fence FROM server_values WHERE name = ?"
	err = d.Each(ctx, cluster.Read{Text: text, Values: []any{name}, Serial: true}, func(scan func(...any) error) error {
		var number int64
		err := scan(&value, &number)
		fence = number
		return err
	})
	return value, fence, err
}

// Value implements shared.State.
func (s Servers) Value(ctx context.Context, name string) (value []byte, err error) {
	err = s.do(ctx, "read the common value "+name, func(d *cluster.Data) error {
		value, _, err = readValue(ctx, d, name)
		return err
	})
	return value, err
}

// valueTries bounds the tries of SetValue while others set the same value.
const valueTries = 10

// SetValue implements shared.State. A write whose outcome is unknown is repeated: it has the same effect.
func (s Servers) SetValue(ctx context.Context, name string, value []byte, fence uint64) error {
	return s.do(ctx, "set the common value "+name, func(d *cluster.Data) (err error) {
		for range valueTries {
			_, known, readErr := readValue(ctx, d, name)
			if readErr != nil {
				return readErr
			}
			if number, found := known.(int64); found && uint64(number) > fence {
				return shared.ErrFenced
			}
			const text = "UPDATE server_values SET value = ?, fence = ? WHERE name = ? IF fence = ?"
			var set bool
			if set, err = d.Apply(ctx, text, value, int64(fence), name, known); set {
				return nil
			}
			if err != nil && !errors.Is(err, cluster.ErrUncertain) {
				return err
			}
		}
		return errors.Join(err, errNoValue)
	})
}
