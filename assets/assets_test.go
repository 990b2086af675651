package assets_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"

	"widerow/assets"
)

var served = assets.New(nil)

func get(t *testing.T, address string, header ...string) *http.Response {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, "/", nil)
	request.URL.Path = address
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	recorder := httptest.NewRecorder()
	served.ServeHTTP(recorder, request)
	return recorder.Result()
}

func body(t *testing.T, response *http.Response) []byte {
	t.Helper()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestURLHoldsTheHashOfTheContent(t *testing.T) {
	for _, name := range []string{"app.css", "app.js", "theme.js", "htmx.min.js", "logo.svg", "fonts/arimo-regular-latin.woff2"} {
		address := served.URL(name)
		part := regexp.MustCompile(`^/assets/[a-z.-]+\.([0-9a-f]{12})\.[a-z0-9]+$`).FindStringSubmatch(address)
		if part == nil {
			t.Fatalf("URL(%q) = %q, want /assets/NAME.HASH.EXTENSION", name, address)
		}
		sum := sha256.Sum256(body(t, get(t, address)))
		if want := hex.EncodeToString(sum[:6]); part[1] != want {
			t.Errorf("URL(%q) has hash %s, its content %s", name, part[1], want)
		}
	}
}

func TestURLOfAnUnknownNamePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("URL of an unknown name gave an address")
		}
	}()
	served.URL("app.ccs")
}

func TestHeaders(t *testing.T) {
	response := get(t, served.URL("app.css"), "Accept-Encoding", "identity")
	got := map[string]string{}
	for _, name := range []string{"Cache-Control", "Content-Type", "X-Content-Type-Options", "Vary", "Content-Encoding"} {
		got[name] = response.Header.Get(name)
	}
	want := map[string]string{
		"Cache-Control": "public, max-age=31536000, immutable", "Content-Type": "text/css; charset=utf-8",
		"X-Content-Type-Options": "nosniff", "Vary": "Accept-Encoding", "Content-Encoding": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestContentTypes(t *testing.T) {
	for name, want := range map[string]string{
		"app.js": "text/javascript; charset=utf-8", "logo.svg": "image/svg+xml; charset=utf-8", "fonts/cousine-bold-more.woff2": "font/woff2",
	} {
		if got := get(t, served.URL(name)).Header.Get("Content-Type"); got != want {
			t.Errorf("%s is served as %q, want %q", name, got, want)
		}
	}
}

func TestCompression(t *testing.T) {
	address := served.URL("htmx.min.js")
	plain := body(t, get(t, address))
	tests := []struct {
		accepted, encoding string
		reader             func(io.Reader) (io.Reader, error)
	}{
		{"gzip, deflate, br", "br", func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil }},
		{"gzip;q=0.8", "gzip", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{"br;q=0, gzip", "gzip", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{"zstd", "", func(r io.Reader) (io.Reader, error) { return r, nil }},
	}
	for _, test := range tests {
		response := get(t, address, "Accept-Encoding", test.accepted)
		if got := response.Header.Get("Content-Encoding"); got != test.encoding {
			t.Errorf("accepting %q: encoding %q, want %q", test.accepted, got, test.encoding)
			continue
		}
		reader, err := test.reader(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(reader); err != nil || !bytes.Equal(got, plain) {
			t.Errorf("accepting %q: other content than plain (%v)", test.accepted, err)
		}
	}
}

func TestFontsAreNotCompressedTwice(t *testing.T) {
	response := get(t, served.URL("fonts/arimo-bold-latin.woff2"), "Accept-Encoding", "br")
	if got := response.Header.Get("Content-Encoding"); got != "" {
		t.Errorf("a font came as %q", got)
	}
}

func TestETagOfEachEncoding(t *testing.T) {
	address := served.URL("app.js")
	plain := get(t, address).Header.Get("ETag")
	small := get(t, address, "Accept-Encoding", "br").Header.Get("ETag")
	if plain == small {
		t.Errorf("both forms have the ETag %s", plain)
	}
	for _, sent := range []string{small, "W/" + small, `"other", ` + small} {
		response := get(t, address, "Accept-Encoding", "br", "If-None-Match", sent)
		if response.StatusCode != http.StatusNotModified || len(body(t, response)) != 0 {
			t.Errorf("If-None-Match: %s gave %d", sent, response.StatusCode)
		}
	}
}

func TestNothingElseIsServed(t *testing.T) {
	hashed := strings.TrimPrefix(served.URL("app.css"), "/assets/")
	for _, address := range []string{
		"/assets/", "/assets/app.css", "/assets/app.000000000000.css", "/assets/../assets.go", "/assets/vendor/SHA256SUMS", "/assets/css/tokens.css",
		"/assets/x/../" + hashed, "/assets//" + hashed, "/assets/%2e%2e/" + hashed, "/" + hashed, hashed, "/assets/" + hashed + "/", "/assets/" + hashed + "\x00",
	} {
		response := get(t, address)
		if response.StatusCode != http.StatusNotFound || response.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%q gave %d", address, response.StatusCode)
		}
		if strings.Contains(response.Header.Get("Cache-Control"), "immutable") {
			t.Errorf("%q is cached for ever, but it does not exist", address)
		}
	}
}

func TestOnlyReading(t *testing.T) {
	recorder := httptest.NewRecorder()
	served.ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, served.URL("app.css"), nil))
	if recorder.Code != http.StatusMethodNotAllowed || recorder.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST gave %d, Allow %q", recorder.Code, recorder.Header().Get("Allow"))
	}
}

func TestAddedFileIsServed(t *testing.T) {
	serve := func(content, address string) string {
		recorder := httptest.NewRecorder()
		assets.New(map[string][]byte{"added.css": []byte(content)}).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, address, nil))
		return recorder.Body.String()
	}
	first := assets.New(map[string][]byte{"added.css": []byte("a{}")}).URL("added.css")
	if got := serve("a{}", first); got != "a{}" {
		t.Errorf("%s is %q", first, got)
	}
	if got := serve("b{}", first); got == "a{}" || got == "b{}" {
		t.Errorf("with another content, %s is %q", first, got)
	}
	if got := serve("a{}", served.URL("app.css")); !strings.Contains(got, ":root") {
		t.Errorf("app.css is %.20q", got)
	}
}

// Every address in the style sheet leads to a font that is served, relative to the sheet.
func TestStyleSheetFindsItsFonts(t *testing.T) {
	found := regexp.MustCompile(`url\(([^)]*)\)`).FindAllSubmatch(body(t, get(t, served.URL("app.css"))), -1)
	if len(found) != 12 {
		t.Errorf("%d addresses in the style sheet, want 12: six faces in two parts", len(found))
	}
	for _, match := range found {
		if response := get(t, "/assets/"+string(match[1])); response.StatusCode != http.StatusOK {
			t.Errorf("%s gave %d", match[1], response.StatusCode)
		}
	}
}

// Every style sheet is part of app.css.
func TestNoStyleSheetIsForgotten(t *testing.T) {
	joined := string(body(t, get(t, served.URL("app.css"))))
	for _, part := range parts(t, "css/*.css") {
		content, err := os.ReadFile(part)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(part) != "fonts.css" && !strings.Contains(joined, string(content)) {
			t.Errorf("%s is not in app.css", part)
		}
	}
}

func parts(t *testing.T, patterns ...string) []string {
	t.Helper()
	var found []string
	for _, pattern := range patterns {
		matches, err := filepath.Glob(pattern)
		if err != nil || len(matches) < 10 {
			t.Fatalf("only %d files match %s: %v", len(matches), pattern, err)
		}
		found = append(found, matches...)
	}
	return found
}

var importedScript = regexp.MustCompile(`(?m)^import (?:\{[^}]*\} from )?"(\.[^"]+)";$`)

// Every script is in the bundle: app.js imports it, or a script that it imports does.
func TestNoScriptIsForgotten(t *testing.T) {
	reached := map[string]bool{"js/theme.js": true, "js/app.min.js": true} // served as they are
	var visit func(script string)
	visit = func(script string) {
		if reached[script] {
			return
		}
		reached[script] = true
		content, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range importedScript.FindAllSubmatch(content, -1) {
			visit(path.Join(path.Dir(script), string(match[1])))
		}
	}
	visit("js/app.js")
	for _, script := range parts(t, "js/*.js", "js/*/*.js") {
		if !reached[script] {
			t.Errorf("js/app.js does not import %s, nor does a script that it imports", script)
		}
	}
}

// A script of the canvas imports what it calls of another one. The bundler does not see a missing import: it fails when the call runs.
func TestCanvasScriptsImportWhatTheyUse(t *testing.T) {
	declaration := regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|let|class) (\w+)`)
	ignored := regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/`)
	sources, exports := map[string]string{}, map[string]string{} // by script; by name
	for _, script := range parts(t, "js/canvas/*.js") {
		content, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		sources[script] = ignored.ReplaceAllString(string(content), "")
		for _, match := range declaration.FindAllStringSubmatch(sources[script], -1) {
			exports[match[1]] = script
		}
	}
	if len(exports) < 30 {
		t.Errorf("found only %d exported names", len(exports))
	}
	for name, owner := range exports {
		called := regexp.MustCompile(`(?:^|[^\w.$"'` + "`" + `-])(?:new )?` + name + `\(`)
		known := regexp.MustCompile(`(?m)^import \{[^}]*\b` + name + `\b[^}]*\}|^  (?:async )?` + name + `\([^)]*\) \{$|(?:const|let) ` + name + ` =`)
		for script, source := range sources {
			if script != owner && called.MatchString(source) && !known.MatchString(source) {
				t.Errorf("%s uses %s of %s and does not import it", script, name, owner)
			}
		}
	}
}

func TestScriptsParse(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil && os.Getenv("WIDEROW_REQUIRE") != "" {
		t.Fatal("WIDEROW_REQUIRE is set, and node, which npm brings, is missing")
	}
	if err != nil {
		t.Skip("node is missing: the scripts' syntax is not checked")
	}
	for name, file := range map[string]string{"app.js": "app.mjs", "theme.js": "theme.cjs"} {
		saved := filepath.Join(t.TempDir(), file)
		if err := os.WriteFile(saved, body(t, get(t, served.URL(name))), 0o600); err != nil {
			t.Fatal(err)
		}
		if output, err := exec.Command(node, "--check", saved).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, output)
		}
	}
}

// TestDragsRestyleLittle: the attributes that a drag sets on the canvas must
// not make the browser restyle every element of the drawing: 57,000 elements
// of 1,000 tables took a second.
func TestDragsRestyleLittle(t *testing.T) {
	body, err := os.ReadFile("css/canvas.css")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for rule := range strings.SplitSeq(string(body), "}") {
		selector, _, _ := strings.Cut(rule, "{")
		if !strings.Contains(selector, "data-moving") && !strings.Contains(selector, "data-panning") {
			continue
		}
		found++
		if !strings.Contains(selector, "> .layer ") || strings.HasSuffix(strings.TrimSpace(selector), "*") {
			t.Errorf("%q makes the browser restyle the whole drawing", strings.TrimSpace(selector))
		}
	}
	if found == 0 {
		t.Error("no rule is about drags")
	}
}
