package identity

import (
	"net/url"
	"path"
	"strings"
)

// withQuery adds fields to the query of an address. One that cannot be parsed is "".
func withQuery(address string, fields map[string]string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	query := parsed.Query()
	for name, value := range fields {
		if value != "" {
			query.Set(name, value)
		}
	}
	parsed.RawQuery = query.Encode()
	return parsed.String()
}

// SafeNext returns the page of this app that a form asks to go on with, or home. An
// address of another site, however it is written, is not one: a link to the sign-in
// page must not lead there.
func SafeNext(next, home string) string {
	parsed, err := url.Parse(next)
	switch {
	case err != nil, parsed.Scheme != "", parsed.Host != "", parsed.User != nil, parsed.Opaque != "":
		return home
	case strings.ContainsAny(next, "\\\t\r\n\x00"), !strings.HasPrefix(next, "/"), strings.HasPrefix(next, "//"):
		return home
	case strings.HasPrefix(parsed.Path, "//") || parsed.Path != path.Clean(parsed.Path) && parsed.Path != path.Clean(parsed.Path)+"/":
		return home
	case !strings.HasPrefix(parsed.Path, home), strings.HasPrefix(parsed.Path, home+"sign-"):
		return home
	}
	return next
}
