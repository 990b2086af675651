package identity

import (
	"fmt"
	"testing"
	"time"
)

// clock is a time that the test moves.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func newClock() *clock { return &clock{time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)} }

// TestTries: the waits of one name at one address, failure after failure.
func TestTries(t *testing.T) {
	c := newClock()
	tries := NewTries(c.now)
	for i, want := range []time.Duration{0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900} {
		tries.Failed("ada", "192.0.2.1")
		if got := tries.Wait("Ada ", "192.0.2.1"); got != want*time.Second {
			t.Errorf("after failure %d: %v, want %v", i+1, got, want*time.Second)
		}
		c.at = c.at.Add(tries.Wait("ada", "192.0.2.1"))
	}
	tries.Failed("ada", "192.0.2.1")
	if got := tries.Wait("ada", "192.0.2.2"); got != 0 {
		t.Errorf("the same name from another address waits %v", got)
	}
	if got := tries.Wait("bob", "192.0.2.1"); got != 0 {
		t.Errorf("another name from the address waits %v before its 20 failures", got)
	}
	c.at = c.at.Add(15 * time.Minute)
	tries.Succeeded("ada", "192.0.2.1")
	tries.Failed("ada", "192.0.2.1")
	if got := tries.Wait("ada", "192.0.2.1"); got != 0 {
		t.Errorf("after the right password one failure waits %v", got)
	}
}

// TestTriesOfAddress: an address that tries many names is slowed down, whatever name it
// tries next, and in IPv6 whatever address of its network it uses.
func TestTriesOfAddress(t *testing.T) {
	c := newClock()
	tries := NewTries(c.now)
	for i := range 25 {
		tries.Failed(fmt.Sprint("name", i), fmt.Sprintf("2001:db8::%d", i+1))
	}
	if got := tries.Wait("ada", "2001:db8::ffff"); got != 16*time.Second {
		t.Errorf("the network waits %v", got)
	}
	if got := tries.Wait("ada", "2001:db8:0:1::1"); got != 0 {
		t.Errorf("another network waits %v", got)
	}
	c.at = c.at.Add(25 * time.Hour)
	tries.Failed("ada", "2001:db8::1")
	if got := tries.Wait("ada", "2001:db8::1"); got != 0 {
		t.Errorf("a day later one failure waits %v", got)
	}
}

// TestTriesOfName: a thousand guesses from a thousand addresses slow down the guesses,
// and the person only by seconds.
func TestTriesOfName(t *testing.T) {
	c := newClock()
	tries := NewTries(c.now)
	for i := range 1_000 {
		tries.Failed("ada", fmt.Sprintf("192.0.%d.%d", i/250, i%250))
	}
	if got := tries.Wait("ada", "203.0.113.1"); got != 5*time.Second {
		t.Errorf("the person waits %v, want 5 s", got)
	}
}
