package operate

import "testing"

// TestDialled: by default a server connects to this machine if only this machine reaches it.
func TestDialled(t *testing.T) {
	for _, test := range []struct {
		connect   string
		onlyLocal bool
		want      string
	}{
		{"", true, connectLocal}, {"", false, ""}, {"none", true, ""}, {"none", false, ""},
		{"10.0.0.0/8", true, "10.0.0.0/8"}, {"10.0.0.0/8", false, "10.0.0.0/8"},
	} {
		if got := (&connectFlags{Connect: test.connect}).dialled(test.onlyLocal); got != test.want {
			t.Errorf("--connect=%q, only local %t: %q, want %q", test.connect, test.onlyLocal, got, test.want)
		}
	}
}
