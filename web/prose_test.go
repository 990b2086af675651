package web

import "testing"

func TestBackticksAreCode(t *testing.T) {
	for _, test := range []struct{ give, want string }{
		{"Use `=`, or `<` and `>`.", "Use <code>=</code>, or <code>&lt;</code> and <code>&gt;</code>."},
		{"`<b>` alone", "<code>&lt;b&gt;</code> alone"},
		{"without any", "without any"},
		{"got `", "got `"},
		{"got ```", "got ```"},
		{"`a` and ` b", "<code>a</code> and ` b"},
		{"", ""},
	} {
		if got := render(t, Prose(test.give)); got != test.want {
			t.Errorf("prose(%q) = %s, want %s", test.give, got, test.want)
		}
	}
}
