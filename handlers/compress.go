package handlers

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// compressedTypes are the answers that gzip makes smaller. PNG, PDF and WOFF2
// are packed already, and assets brings its files in its own encodings.
var compressedTypes = []string{"text/html", "text/plain", "application/json", "image/svg+xml"}

// compressing sends answers packed to those who can read them, unless their
// length could be used to guess at what they hold: see docs/adr/0009.
func compressing(app http.Handler) (http.Handler, error) {
	pack, err := gzhttp.NewWrapper(gzhttp.ContentTypes(compressedTypes), gzhttp.EnableZstd(false))
	if err != nil {
		return nil, fmt.Errorf("compress answers: %w", err)
	}
	packed := pack(app)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if causedElsewhere(r) {
			r.Header.Del("Accept-Encoding")
		}
		packed.ServeHTTP(w, r)
	}), nil
}

// causedElsewhere reports whether a page of another site made the browser ask
// for a page, with no click of the visitor.
func causedElsewhere(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") && r.Header.Get("Sec-Fetch-User") == "" && !strings.HasPrefix(r.URL.Path, "/embed/")
}
