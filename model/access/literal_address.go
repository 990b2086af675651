package access

import (
	"net/netip"
	"strconv"
	"strings"
)

// isAddress is InetAddress.getByName of Java, which also takes an IPv4
// address of fewer numbers, the last for all the bytes that are left. It asks
// the resolver for a name, which we take for none but localhost.
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
