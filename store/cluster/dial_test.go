package cluster

import (
	"context"
	"errors"
	"net/netip"
	"testing"
)

func TestDialList(t *testing.T) {
	for _, test := range []struct {
		list    string
		allowed []string
		refused []string
	}{
		{"", nil, []string{"127.0.0.1:9042", "[::1]:9042"}},
		{"127.0.0.0/8", []string{"127.0.0.1:1", "[::ffff:127.9.9.9]:9042"}, []string{"128.0.0.1:9042", "[::1]:9042", "0.0.0.0:9042"}},
		{"10.0.0.5:9042, 10.0.0.6", []string{"10.0.0.5:9042", "10.0.0.6:7000"}, []string{"10.0.0.5:9043", "10.0.0.7:9042"}},
		{"10.0.0.0/24:9142", []string{"10.0.0.9:9142"}, []string{"10.0.0.9:9042", "169.254.169.254:9142"}},
		{"[2001:db8::1]:9042,fd00::/8", []string{"[2001:db8::1]:9042", "[fd12::1]:9", "[fd12::1%eth0]:9"}, []string{"[2001:db8::1]:22", "[2001:db8::2]:9042", "[::ffff:253.0.0.1]:9"}},
		{"::ffff:10.0.0.0/104", []string{"10.1.2.3:9042", "[::ffff:10.1.2.3]:9042"}, []string{"11.0.0.1:9042"}},
		{"db.example:9042", []string{"192.0.2.1:9042", "[::ffff:192.0.2.1]:9042"}, []string{"192.0.2.1:22", "192.0.2.2:9042"}},
	} {
		list, err := ParseDialList(test.list)
		if err != nil {
			t.Errorf("%q: %v", test.list, err)
			continue
		}
		list.lookup = func(_ context.Context, host string) ([]netip.Addr, error) {
			if host != "db.example" {
				t.Errorf("lookup of %q", host)
			}
			return []netip.Addr{netip.MustParseAddr("192.0.2.1")}, nil
		}
		for _, address := range test.allowed {
			if err := list.Check(t.Context(), netip.MustParseAddrPort(address)); err != nil {
				t.Errorf("%q refuses %s: %v", test.list, address, err)
			}
		}
		for _, address := range test.refused {
			if err := list.Check(t.Context(), netip.MustParseAddrPort(address)); !errors.Is(err, ErrNotAllowed) {
				t.Errorf("%q allows %s: %v", test.list, address, err)
			}
		}
	}
	for _, wrong := range []string{"10.0.0.0/33", "host:port", "a:0", "http://x", "*.example.com"} {
		if list, err := ParseDialList(wrong); err == nil {
			t.Errorf("%q is read as %+v", wrong, list.rules)
		}
	}
	if err := (*DialList)(nil).Check(t.Context(), netip.MustParseAddrPort("192.0.2.9:9042")); err != nil {
		t.Errorf("without a list: %v", err)
	}
}
