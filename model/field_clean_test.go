package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzOptions checks that parseOptions reverses formatOptions.
func FuzzOptions(f *testing.F) {
	for _, text := range []string{"", "a = 1", "comment = 'x = y'\n\ngc_grace_seconds=10", "a = {'b':\n 1,\n\n 2}", " a = 1", "a =", "= 1", "a = 1\na = 2"} {
		f.Add(text)
	}
	field := optionsField("options", "Options", func(k *Keyspace) *Options { return &k.Options })
	f.Fuzz(func(t *testing.T, text string) {
		text, err := field.clean(text)
		if err != nil {
			return
		}
		options, err := parseOptions(text)
		if err != nil {
			return
		}
		again, err := parseOptions(formatOptions(options))
		if diff := cmp.Diff(options, again); err != nil || diff != "" {
			t.Errorf("%q reads as %q, then %v (-first +again):\n%s", text, options, err, diff)
		}
	})
}
