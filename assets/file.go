package assets

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// contentTypes maps the file extensions that can be served.
var contentTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   "image/svg+xml; charset=utf-8",
	".woff2": "font/woff2",
}

// file is a content with its hashed name. Its compressed forms are made at the first request for them and kept.
type file struct {
	hashed      string
	contentType string
	content     []byte
	gzip        compressed
	brotli      compressed
}

type compressed struct {
	once  sync.Once
	bytes []byte
}

func (c *compressed) make(content []byte, writer func(io.Writer) io.WriteCloser) []byte {
	c.once.Do(func() {
		var out bytes.Buffer
		w := writer(&out)
		// Neither writer can fail: both write to memory.
		_, _ = w.Write(content)
		_ = w.Close()
		c.bytes = out.Bytes()
	})
	return c.bytes
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
		return
	}
	body, encoding := f.encoded(r.Header.Get("Accept-Encoding"))
	tag := `"` + f.hashed + encoding + `"`
	header := w.Header()
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("Content-Type", f.contentType)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Vary", "Accept-Encoding")
	header.Set("ETag", tag)
	if f.contentType == contentTypes[".svg"] {
		header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	}
	if matches(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // a client that went away is no error of ours
	}
}

// encoded returns the smallest form that the client accepts, and the name of its encoding, "" for the plain content. WOFF2 is
// compressed already.
func (f *file) encoded(accepted string) ([]byte, string) {
	switch {
	case f.contentType == contentTypes[".woff2"]:
	case accepts(accepted, "br"):
		return f.brotli.make(f.content, func(w io.Writer) io.WriteCloser { return brotli.NewWriterLevel(w, 9) }), "br"
	case accepts(accepted, "gzip"):
		return f.gzip.make(f.content, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }), "gzip"
	}
	return f.content, ""
}

// accepts reports whether an Accept-Encoding header names the encoding, and not with q=0.
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, parameter, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.EqualFold(strings.TrimSpace(name), encoding) {
			quality, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(parameter), "q="), 64)
			return err != nil || quality > 0
		}
	}
	return false
}

// matches reports whether an If-None-Match header has the tag, strong or weak.
func matches(header, tag string) bool {
	return slices.ContainsFunc(strings.Split(header, ","), func(candidate string) bool {
		candidate = strings.TrimPrefix(strings.TrimSpace(candidate), "W/")
		return candidate == tag || candidate == "*"
	})
}
