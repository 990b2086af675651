// Package assets holds the style sheets, scripts and fonts of the pages, embedded in the binary.
//
// The address of each file has the hash of its content, so browsers keep it for ever, and a new version has a new address.
// Addresses start with [Prefix]; the caller puts the base path before them.
package assets

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"
)

// Prefix is the beginning of the addresses of [Files.URL].
const Prefix = "/assets/"

//go:generate go tool -modfile=../.ci/tools.mod esbuild editor/main.js --bundle --minify --format=esm --target=es2022 --charset=utf8 --legal-comments=none --log-level=warning --tsconfig=editor/tsconfig.json "--banner:js=/* The CQL editor of Widerow, with CodeMirror and Lezer (MIT): their licences are in assets/vendor/packages. Made by go generate. */" --outfile=editor/editor.min.js

//go:generate go tool -modfile=../.ci/tools.mod esbuild js/app.js --bundle --minify --format=esm --target=es2022 --charset=utf8 --log-level=warning "--banner:js=/* The scripts of Widerow's pages, see assets/js in its source. Made by go generate. */" --outfile=js/app.min.js

//go:embed css/*.css js/theme.js js/app.min.js vendor/htmx.min.js editor/editor.min.js fonts/*.woff2 logo.svg
var embeddedFiles embed.FS

// styleSheets are the parts of app.css in their order: a later one overrides an earlier one.
var styleSheets = []string{
	"tokens", "fonts", "base", "layout", "topbar", "outline", "canvas", "display", "forms", "components", "tables",
	"parts", "lines", "home", "demo", "manual", "pages", "cql", "history", "comments", "live", "compare", "proposals", "inbox", "sizes",
	"proof", "query", "narrow", "derive", "design", "split", "keys", "recover", "advice", "statements", "console", "script", "editor", "palette",
	"print",
}

// Files are the files that a server serves, by plain name and by hashed name. They never change.
type Files struct {
	byName   map[string]*file
	byHashed map[string]*file
}

// embedded returns the files of this folder. All [Files] share them with their compressed forms.
var embedded = sync.OnceValue(load)

// New returns the files of this folder and more files by their names, such as the style sheet of another folder.
func New(more map[string][]byte) *Files {
	own := embedded()
	files := &Files{maps.Clone(own.byName), maps.Clone(own.byHashed)}
	for name, content := range more {
		files.add(name, content)
	}
	return files
}

// URL returns the address of a file, such as /assets/app.3f2a90c1d2e4.css for app.css. The names are app.css (all style
// sheets), app.js (all scripts of a page but the others named here), theme.js, editor.min.js, htmx.min.js, logo.svg,
// those of the fonts, and those given to [New]. It panics on any other name: that is a bug in the program.
func (f *Files) URL(name string) string {
	found, ok := f.byName[name]
	if !ok {
		panic(fmt.Sprintf("assets: no file %q", name))
	}
	return Prefix + found.hashed
}

// ServeHTTP serves the addresses of [Files.URL]. The answer to any other path is 404.
func (f *Files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, ok := f.byHashed[strings.TrimPrefix(r.URL.Path, Prefix)]
	if !ok || !strings.HasPrefix(r.URL.Path, Prefix) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		http.NotFound(w, r)
		return
	}
	found.serve(w, r)
}

func load() *Files {
	all := &Files{byName: map[string]*file{}, byHashed: map[string]*file{}}
	fonts, err := fs.Glob(embeddedFiles, "fonts/*.woff2")
	if err != nil {
		panic(err) // a malformed pattern
	}
	for _, font := range fonts {
		all.add(font, read(font))
	}
	all.add("logo.svg", read("logo.svg"))
	all.add("htmx.min.js", read("vendor/htmx.min.js"))
	all.add("editor.min.js", read("editor/editor.min.js"))
	all.add("theme.js", read("js/theme.js"))
	all.add("app.css", all.withHashedFonts(joinStyleSheets()))
	all.add("app.js", read("js/app.min.js"))
	return all
}

func (f *Files) add(name string, content []byte) {
	sum := sha256.Sum256(content)
	extension := path.Ext(name)
	base := strings.TrimSuffix(path.Base(name), extension)
	added := &file{
		hashed:      base + "." + hex.EncodeToString(sum[:6]) + extension,
		contentType: contentTypes[extension],
		content:     content,
	}
	if added.contentType == "" {
		panic(fmt.Sprintf("assets: no content type for %q", name))
	}
	f.byName[name], f.byHashed[added.hashed] = added, added
}

func joinStyleSheets() []byte {
	var joined bytes.Buffer
	for _, name := range styleSheets {
		joined.Write(read("css/" + name + ".css"))
	}
	return joined.Bytes()
}

var fontAddress = regexp.MustCompile(`url\((fonts/[a-z-]+\.woff2)\)`)

// withHashedFonts replaces the addresses of fonts by hashed ones, relative to the style sheet, so that they need no base path.
func (f *Files) withHashedFonts(styles []byte) []byte {
	return fontAddress.ReplaceAllFunc(styles, func(match []byte) []byte {
		return []byte("url(" + f.byName[string(fontAddress.FindSubmatch(match)[1])].hashed + ")")
	})
}

func read(name string) []byte {
	content, err := embeddedFiles.ReadFile(name)
	if err != nil {
		panic(err) // a name in the lists above that is not embedded
	}
	return content
}
