package access

import (
	"net/netip"
	"strconv"
	"strings"
)

// isAddress follows InetAddress.getByName of Java. It accepts IPv4 addresses of
// fewer than four numbers, the last of which fills the remaining bytes. Java
// resolves host names; we accept only localhost.
func isAddress(text string) bool {
	if inner, found := strings.CutPrefix(text, "["); found {
		inner, closed := strings.CutSuffix(inner, "]")
		return closed && strings.Contains(inner, ":") && isAddress(inner)
	}
	if address, err := netip.ParseAddr(text); err == nil {
		return strings.Trim(address.Zone(), "0123456789") == ""
	}
	return text == "localhost" || isShortAddress(text)
}

func isShortAddress(text string) bool {
	parts := strings.Split(text, ".")
	if len(parts) > 4 {
		return false
	}
	for i, part := range parts {
		bytes := 1
		if i == len(parts)-1 {
			bytes = 5 - len(parts)
		}
		if number, err := strconv.ParseUint(part, 10, 64); err != nil || number >= 1<<(8*bytes) {
			return false
		}
	}
	return true
}
