package limit

import "testing"

func TestHeld(t *testing.T) {
	held := NewHeld(2, 4)
	var releases []func()
	for _, test := range []struct {
		address string
		free    bool
		want    bool
	}{
		{"192.0.2.1", false, true},
		{"192.0.2.1", false, true},
		{"192.0.2.1", false, false},      // its third
		{"2001:db8::1", false, true},     //
		{"192.0.2.1", true, true},        // this machine has no limit of its own
		{"2001:db8::ffff", false, false}, // the fifth of all
	} {
		release, ok := held.Take(test.address, test.free)
		if ok != test.want {
			t.Errorf("%s: %v, want %v", test.address, ok, test.want)
		}
		if ok {
			releases = append(releases, release)
		}
	}
	for _, release := range releases {
		release()
	}
	if len(held.held) != 0 || held.total != 0 {
		t.Errorf("after all were released, %d of %d addresses are held", held.total, len(held.held))
	}
	held.Take("2001:db8::1", false)
	held.Take("2001:db8::2", false)
	if _, ok := held.Take("2001:db8::3", false); ok {
		t.Error("three addresses of one network hold three, want two")
	}
}
