package tree

import (
	"errors"
	"testing"
)

func TestParseAndWrite(t *testing.T) {
	for _, test := range []struct{ text, compact string }{
		{` null `, `null`},
		{`{"b":1,"a":[true,false,{"c":-1.5e+3}]}`, `{"a":[true,false,{"c":-1.5e+3}],"b":1}`},
		{`"\u0041\ud83d\ude00\/\"\\\b\f\n\r\t\u2028"`, `"A😀/\"\\\u0008\u000c\n\u000d\t\u2028"`},
		{`"é\u0000 \u007f"`, `"é\u0000 \u007f"`},
		{`{}`, `{}`}, {`[]`, `[]`}, {`""`, `""`}, {`0`, `0`},
	} {
		node, err := Parse([]byte(test.text))
		if err != nil {
			t.Errorf("Parse(%s): %v", test.text, err)
			continue
		}
		if got := string(Compact(node)); got != test.compact {
			t.Errorf("Compact(%s) = %s, want %s", test.text, got, test.compact)
		}
		again, err := Parse(Canonical(node))
		if err != nil || !Equal(node, again) {
			t.Errorf("Parse(Canonical(%s)) = %v, %v; want the same value", test.text, again, err)
		}
	}
}

func TestParseRejects(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"a":1,}`, "line 1, column 8: wanted a key in double quotes, got '}'"},
		{`[1 2]`, "line 1, column 4: wanted `,` or `]`, got '2'"},
		{"{\n\"a\" 1}", "line 2, column 5: wanted `:`, got '1'"},
		{`{"a":1`, "line 1, column 7: wanted `,` or `}`, got the end of the text"},
		{`01`, "line 1, column 2: wanted the end of the text, got '1'"},
		{`-`, "line 1, column 2: wanted a digit, got the end of the text"},
		{`1.`, "line 1, column 3: wanted a digit after the point, got the end of the text"},
		{`1e`, "line 1, column 3: wanted a digit in the exponent, got the end of the text"},
		{`tru`, "line 1, column 1: wanted a value, got 't'"},
		{`"\x"`, `line 1, column 2: wanted an escape such as \n or \u00e9`},
		{`"\ud800x"`, "line 1, column 2: half of a surrogate pair"},
		{"\"a\nb\"", `line 1, column 3: wanted a text without line breaks and control characters, got '\n'`},
		{`{"a":1,"a":2}`, `line 1, column 12: the key "a" is repeated`},
	} {
		_, err := Parse([]byte(test.text))
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != test.want {
			t.Errorf("Parse(%s) = %v, want %s", test.text, err, test.want)
		}
	}
}

func TestSetGetDelete(t *testing.T) {
	object := NewObject()
	for _, key := range []string{"b", "a", "c", "a"} {
		object.Set(key, NewString(key))
	}
	object.Delete("b")
	object.Delete("missing")
	if got, want := string(Compact(object)), `{"a":"a","c":"c"}`; got != want {
		t.Errorf("after Set and Delete: %s, want %s", got, want)
	}
	if object.Get("b") != nil || object.Get("c").Text != "c" {
		t.Errorf("Get(b), Get(c) = %v, %v", object.Get("b"), object.Get("c"))
	}
}
