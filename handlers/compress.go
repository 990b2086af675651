package handlers

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// compressedTypes are the content types worth compressing. PNG, PDF and WOFF2
// are compressed already, and package assets encodes its own files.
var compressedTypes = []string{"text/html", "text/plain", "application/json", "image/svg+xml"}

// compressing compresses answers for clients that accept gzip, unless the
// compressed length could reveal their content: see docs/adr/0009.
func compressing(app http.Handler) (http.Handler, error) {
	pack, err := gzhttp.NewWrapper(gzhttp.ContentTypes(compressedTypes), gzhttp.EnableZstd(false))
	if err != nil {
		return nil, fmt.Errorf("compress answers: %w", err)
	}
	packed := pack(app)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if crossSite(r) {
			r.Header.Del("Accept-Encoding")
		}
		packed.ServeHTTP(w, r)
	}), nil
}

// crossSite reports whether a page of another site made the browser send the
// request without a click of the visitor.
func crossSite(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	return (site == "cross-site" || site == "same-site") && r.Header.Get("Sec-Fetch-User") == "" && !strings.HasPrefix(r.URL.Path, "/embed/")
}
