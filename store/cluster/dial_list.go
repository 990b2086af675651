package cluster

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// DialList lists the addresses that may be dialled. The address that is really dialled
// is checked, after its name was resolved: a name that resolves to another address a
// moment later, or an address that a node names in system.peers, gets no further.
type DialList struct {
	rules []dialRule
	// lookup resolves the host names of the list.
	lookup func(ctx context.Context, host string) ([]netip.Addr, error)
}

// dialRule is an entry: a network, or a host name. Port 0 allows every port.
type dialRule struct {
	network netip.Prefix
	host    string
	port    uint16
}

// ParseDialList reads HOST[:PORT] and CIDR[:PORT], separated by commas. Without a
// port every port is allowed. An empty list allows nothing.
func ParseDialList(text string) (*DialList, error) {
	list := &DialList{lookup: func(ctx context.Context, host string) ([]netip.Addr, error) {
		return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	}}
	for _, entry := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		rule, err := parseDialRule(entry)
		if err != nil {
			return nil, fmt.Errorf("%q: %w; want HOST, HOST:PORT or a network such as 10.0.0.0/8, separated by commas", entry, err)
		}
		list.rules = append(list.rules, rule)
	}
	return list, nil
}

func parseDialRule(entry string) (dialRule, error) {
	if address, err := netip.ParseAddr(strings.Trim(entry, "[]")); err == nil {
		return dialRule{network: single(address)}, nil
	}
	if network, err := netip.ParsePrefix(entry); err == nil {
		return dialRule{network: unmapped(network)}, nil
	}
	host, digits, err := entry, "", error(nil)
	if strings.Contains(entry, ":") {
		if host, digits, err = net.SplitHostPort(entry); err != nil {
			return dialRule{}, err
		}
	}
	var rule dialRule
	if digits != "" {
		port, err := strconv.ParseUint(digits, 10, 16)
		if err != nil || port == 0 {
			return dialRule{}, fmt.Errorf("%q is no port", digits)
		}
		rule.port = uint16(port)
	}
	if address, err := netip.ParseAddr(host); err == nil {
		rule.network = single(address)
	} else if network, err := netip.ParsePrefix(host); err == nil {
		rule.network = unmapped(network)
	} else if rule.host = host; host == "" || strings.ContainsAny(host, "/*@?#[]") {
		return dialRule{}, fmt.Errorf("%q is no host name", host)
	}
	return rule, nil
}

// single returns the network of one address.
func single(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	return netip.PrefixFrom(address, address.BitLen())
}

// unmapped returns the IPv4 network of one that is written as IPv6 (::ffff:10.0.0.0/104).
func unmapped(network netip.Prefix) netip.Prefix {
	const mapped = 96
	if network.Addr().Is4In6() && network.Bits() >= mapped {
		return netip.PrefixFrom(network.Addr().Unmap(), network.Bits()-mapped).Masked()
	}
	return network.Masked()
}

// Check returns ErrNotAllowed unless the list has the address. A nil list allows all.
func (l *DialList) Check(ctx context.Context, to netip.AddrPort) error {
	if l == nil {
		return nil
	}
	address := to.Addr().Unmap().WithZone("")
	for _, rule := range l.rules {
		if rule.port != 0 && rule.port != to.Port() {
			continue
		}
		if rule.host == "" {
			if rule.network.Contains(address) {
				return nil
			}
			continue
		}
		found, _ := l.lookup(ctx, rule.host) // a name that has no address allows none
		if slices.ContainsFunc(found, func(a netip.Addr) bool { return a.Unmap().WithZone("") == address }) {
			return nil
		}
	}
	return fmt.Errorf("%w: this server may not connect to %s: its operator lists the allowed addresses (--connect)",
		ErrNotAllowed, netip.AddrPortFrom(address, to.Port()))
}
