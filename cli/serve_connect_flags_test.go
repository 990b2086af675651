package cli_test

import (
	"path/filepath"
	"strings"
	"testing"

	"widerow/cli"
)

// TestConnectMistakes: a wrong list, or a secret file without connections, stops the start with a message.
func TestConnectMistakes(t *testing.T) {
	for _, test := range []struct{ flags, want string }{
		{"--connect=10.0.0.0/99", "--connect: "},
		{"--connect=none --secret-file=secret", "--secret-file is for connections"},
		{"--secret-file=.", "--secret-file: "},
	} {
		arguments := append([]string{"serve", "--listen=127.0.0.1:0", "--data=" + filepath.Join(t.TempDir(), "data")}, strings.Fields(test.flags)...)
		var out, errors strings.Builder
		if code := cli.Main(t.Context(), arguments, strings.NewReader(""), &out, &errors); code == cli.Done || !strings.Contains(errors.String(), test.want) {
			t.Errorf("%s: exit code %d, %q; want %q", test.flags, code, errors.String(), test.want)
		}
	}
}
