package proxy

import (
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"
)

const headerLetters = "-ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// maxUser is the largest name of a user, in bytes. A mail address has 254.
const maxUser = 254

// UserHeader is the header in which trusted proxies name the user whom they have
// signed in, such as X-Forwarded-User, or "" if none does.
type UserHeader string

// ParseUserHeader checks the name of the header. It counts only if there are
// proxies to trust.
func ParseUserHeader(name string, proxies Proxies) (UserHeader, error) {
	if name == "" {
		return "", nil
	}
	if strings.Trim(name, headerLetters) != "" {
		return "", fmt.Errorf("%q: want the name of a header, such as X-Forwarded-User", name)
	}
	if len(proxies) == 0 {
		return "", fmt.Errorf("%q: any client could send it; name the proxies that set it with --trusted-proxies", name)
	}
	return UserHeader(http.CanonicalHeaderKey(name)), nil
}

// user returns the name in the header. A name that comes twice, or that is none,
// counts as no name: a proxy that only adds the header would let its clients
// choose it.
func (h UserHeader) user(r *http.Request) string {
	values := r.Header.Values(string(h))
	if h == "" || len(values) != 1 {
		return ""
	}
	name := strings.TrimSpace(values[0])
	if len(name) > maxUser || !utf8.ValidString(name) {
		return ""
	}
	return name
}

// maxGroups bounds the groups of a user that count.
const maxGroups = 200

// groups returns the groups in the header, nil if there is no such header.
func (h UserHeader) groups(r *http.Request) []string {
	if h == "" {
		return nil
	}
	found := []string{}
	for _, value := range r.Header.Values(string(h)) {
		for name := range strings.SplitSeq(value, ",") {
			if name = strings.TrimSpace(name); name != "" && len(name) <= maxUser && utf8.ValidString(name) && len(found) < maxGroups {
				found = append(found, name)
			}
		}
	}
	return found
}
