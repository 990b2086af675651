package proxy

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
)

// MaxPrefixes is the number of paths under which trusted proxies may serve the
// app at the same time.
const MaxPrefixes = 16

// Prefixes serves an app under the paths that trusted proxies remove from the
// addresses and name in X-Forwarded-Prefix: the links in its pages begin with
// that path. Every link depends on it, so there is one app for each path.
type Prefixes struct {
	newApp func(prefix string) (http.Handler, error)

	mutex sync.Mutex
	apps  map[string]http.Handler
}

// NewPrefixes makes the app for requests without a prefix; the others are made
// when the first request names them.
func NewPrefixes(newApp func(prefix string) (http.Handler, error)) (*Prefixes, error) {
	plain, err := newApp("")
	if err != nil {
		return nil, err
	}
	return &Prefixes{newApp: newApp, apps: map[string]http.Handler{"": plain}}, nil
}

// ServeHTTP passes a request on to the app of its prefix.
func (p *Prefixes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	app, err := p.app(Of(r).Prefix)
	if err != nil {
		http.Error(w, "X-Forwarded-Prefix: "+err.Error(), http.StatusBadRequest)
		return
	}
	app.ServeHTTP(w, r)
}

func (p *Prefixes) app(prefix string) (http.Handler, error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if app := p.apps[prefix]; app != nil {
		return app, nil
	}
	prefix, err := CleanPath(prefix)
	if err != nil {
		return nil, err
	}
	if len(p.apps) >= MaxPrefixes {
		return nil, fmt.Errorf("there are %d other paths already", MaxPrefixes)
	}
	app, err := p.newApp(prefix)
	if err == nil {
		p.apps[prefix] = app
	}
	return app, err
}

// CleanPath returns "" for the root, else "/x/y".
func CleanPath(path string) (string, error) {
	path = strings.TrimRight(path, "/")
	if path == "" {
		return "", nil
	}
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#%\\\"<> ") || strings.Contains(path, "//") ||
		strings.Contains(path+"/", "/./") || strings.Contains(path+"/", "/../") {
		return "", fmt.Errorf("base path %q: want a path like /models, without spaces or special characters", path)
	}
	return path, nil
}

// Below serves an app below base, and sends /base to home.
func Below(base, home string, app http.Handler) http.Handler {
	if base == "" {
		return app
	}
	mux := http.NewServeMux()
	mux.Handle(base+"/", http.StripPrefix(base, app))
	mux.HandleFunc(base, func(w http.ResponseWriter, r *http.Request) {
		target := home
		if r.URL.RawQuery != "" {
			target += "?" + r.URL.RawQuery
		}
		http.Redirect(w, r, target, http.StatusPermanentRedirect)
	})
	return mux
}
