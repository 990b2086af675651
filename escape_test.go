package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// bypass matches code that bypasses templ's escaping: a conversion to one of
// its trusted types, or a content security policy that allows inline scripts.
var bypass = regexp.MustCompile(`templ\.(Raw|SafeURL|SafeCSS|SafeScript|SafeCSSProperty|JSUnsafeFuncCall)\(|script-src[^;]*'unsafe-`)

// picture begins the address of a picture that is part of its page: no text of a user is
// in it as it is.
const picture = `templ.SafeURL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(`

// Text that a user entered is always escaped by templ.
func TestPagesEscapeEverything(t *testing.T) {
	searched := 0
	for _, root := range []string{"web", "handlers"} {
		err := filepath.WalkDir(root, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !isPageSource(path) {
				return err
			}
			searched++
			text, err := os.ReadFile(path)
			for number, line := range strings.Split(string(text), "\n") {
				if found := bypass.FindString(strings.ReplaceAll(line, picture, "")); found != "" {
					t.Errorf("%s:%d: %s bypasses the escaping of templ", path, number+1, found)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if searched < 10 {
		t.Errorf("searched only %d files; is the test in the root folder?", searched)
	}
}

func isPageSource(path string) bool {
	return strings.HasSuffix(path, ".templ") ||
		strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, "_templ.go")
}
