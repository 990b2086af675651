package proxy

import "net/netip"

// everyone are the networks of which each has all clients of its kind. All public
// addresses of IPv6 are in 2000::/3.
var everyone = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0"), netip.MustParsePrefix("2000::/3"),
}

// trustEveryone reports whether the networks together have all addresses of IPv4 or of
// IPv6, or all public ones of IPv6.
func (p Proxies) trustEveryone() bool {
	for _, network := range everyone {
		if p.cover(network) {
			return true
		}
	}
	return false
}

// cover reports whether each address of a network is in one of the proxies' networks:
// the network itself is, or both of its halves are.
func (p Proxies) cover(network netip.Prefix) bool {
	overlap := false
	for _, trusted := range p {
		if trusted.Bits() <= network.Bits() && trusted.Contains(network.Addr()) {
			return true
		}
		overlap = overlap || trusted.Overlaps(network)
	}
	if !overlap {
		return false
	}
	lower, upper := halves(network)
	return p.cover(lower) && p.cover(upper)
}

func halves(network netip.Prefix) (lower, upper netip.Prefix) {
	bits := network.Bits()
	address := network.Addr().AsSlice()
	address[bits/8] |= 0x80 >> (bits % 8)
	second, _ := netip.AddrFromSlice(address)
	return netip.PrefixFrom(network.Addr(), bits+1), netip.PrefixFrom(second, bits+1)
}

// unmapped returns ::ffff:10.0.0.0/104 as 10.0.0.0/8: addresses of clients are
// compared in that form.
func unmapped(network netip.Prefix) netip.Prefix {
	const mapped = 96
	if network.Addr().Is4In6() && network.Bits() >= mapped {
		return netip.PrefixFrom(network.Addr().Unmap(), network.Bits()-mapped)
	}
	return network
}
