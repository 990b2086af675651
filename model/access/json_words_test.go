package access

import "testing"

// FuzzJSONWords: every text is read to its end, valid or not, and a valid text has
// no problem.
func FuzzJSONWords(f *testing.F) {
	for _, text := range []string{`{"a": [1, -2.5e3, true, null, "é\n"]}`, `{"a`, `[1 2]`, `x`, `-`, `1.`, `+`, "{\"a\": 1,\n\t}", `"\`, `NaN`, `{"a" 1}`, ``} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, problem := decodeText(text)
		words := jsonWords(text)
		if problem == "" && words != nil && rootWords(text) == nil && words.class != matchException {
			t.Errorf("%q is valid, but %s", text, words.text)
		}
		if words != nil && (words.class == "" || words.text == "") {
			t.Errorf("%q: %+v", text, words)
		}
	})
}
