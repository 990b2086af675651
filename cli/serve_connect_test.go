package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

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

// TestConnectMistakes: a wrong list, or a secret file without connections, stops the start with a message.
func TestConnectMistakes(t *testing.T) {
	for _, test := range []struct{ flags, want string }{
		{"--connect=10.0.0.0/99", "--connect: "},
		{"--connect=none --secret-file=secret", "--secret-file is for connections"},
		{"--secret-file=.", "--secret-file: "},
	} {
		arguments := append([]string{"serve", "--listen=127.0.0.1:0", "--data=" + filepath.Join(t.TempDir(), "data")}, strings.Fields(test.flags)...)
		var out, errors strings.Builder
		if code := Main(t.Context(), arguments, strings.NewReader(""), &out, &errors); code == Done || !strings.Contains(errors.String(), test.want) {
			t.Errorf("%s: exit code %d, %q; want %q", test.flags, code, errors.String(), test.want)
		}
	}
}
