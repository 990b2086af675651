package limit

import (
	"fmt"
	"testing"
	"time"
)

func TestRates(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	rates := NewRates(60, func() time.Time { return now })
	for i := range 60 {
		if wait := rates.Take("192.0.2.1", 1); wait > 0 {
			t.Fatalf("request %d of 60 waits for %v", i+1, wait)
		}
	}
	for range 3 { // a refusal costs nothing
		if wait := rates.Take("192.0.2.1", 1); wait != time.Minute {
			t.Errorf("request 61 waits for %v, want a minute", wait)
		}
	}
	if wait := rates.Take("192.0.2.2", 1); wait > 0 {
		t.Errorf("another address waits for %v", wait)
	}
	now = now.Add(time.Minute)
	if wait := rates.Take("192.0.2.1", 1); wait > 0 {
		t.Errorf("a minute later it waits for %v", wait)
	}
	now = now.Add(-time.Hour) // the clock of the machine was set back
	if wait := rates.Take("192.0.2.1", 1); wait != time.Minute {
		t.Errorf("with the clock set back it waits for %v", wait)
	}
	now = now.Add(48 * time.Hour)
	if wait := rates.Take("192.0.2.1", 100); wait > 0 {
		t.Errorf("more than an hour's allowance at once waits for %v", wait)
	}
	if wait := rates.Take("192.0.2.1", 1); wait != 41*time.Minute {
		t.Errorf("after that it waits for %v, want 41 minutes", wait)
	}
	if wait := NewRates(0, time.Now).Take("192.0.2.1", 1e9); wait > 0 {
		t.Errorf("without a limit it waits for %v", wait)
	}
}

// An IPv6 address counts as its network, since a client can choose the rest.
func TestRatesOfNetworks(t *testing.T) {
	rates := NewRates(2, time.Now)
	for i := range 3 {
		wait := rates.Take(fmt.Sprintf("2001:db8::%d", i), 1)
		if (wait > 0) != (i == 2) {
			t.Errorf("address %d waits for %v", i, wait)
		}
	}
	if wait := rates.Take("2001:db8:0:1::1", 1); wait > 0 {
		t.Errorf("another network waits for %v", wait)
	}
}

// The number of remembered addresses is bounded.
func TestRatesForget(t *testing.T) {
	rates := NewRates(1, time.Now)
	for i := range addresses + 1000 {
		rates.Take(fmt.Sprint("address ", i), 1)
	}
	if rates.left.Len() != addresses {
		t.Errorf("%d addresses are remembered", rates.left.Len())
	}
}
