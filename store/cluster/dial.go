package cluster

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
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

// dialer makes the connections of a Session.
type dialer struct {
	options Options
	tls     *tls.Config
	bundle  *bundle // nil without one
	ctx     context.Context
	close   context.CancelFunc
}

func newDialer(options Options) (*dialer, error) {
	d := &dialer{options: options}
	d.ctx, d.close = context.WithCancel(context.Background())
	var err error
	switch {
	case options.Bundle != nil:
		d.bundle, err = readBundle(options.Bundle)
	case options.TLS != nil:
		d.tls, err = options.TLS.configuration()
	}
	if err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// child returns a dialer that ends with its parent.
func (d *dialer) child() *dialer {
	c := *d
	c.ctx, c.close = context.WithCancel(d.ctx)
	return &c
}

// attempt dials for one session of the driver. It remembers why a connection failed,
// which the driver tells only in part.
type attempt struct {
	*dialer
	names  map[netip.AddrPort]string // of the hosts, for their certificates
	until  context.Context
	cancel context.CancelFunc

	mutex  sync.Mutex
	opened map[*guard]bool
	err    error // the driver's
	lost   error // of a connection that could not be read any more
	isOver bool  // the session is open
}

func (d *dialer) attempt() *attempt {
	a := &attempt{dialer: d, names: map[netip.AddrPort]string{}, opened: map[*guard]bool{}}
	a.until, a.cancel = context.WithCancel(d.ctx)
	context.AfterFunc(a.until, a.closeAll)
	return a
}

// resolve returns the addresses of hosts.
func (a *attempt) resolve(ctx context.Context, hosts []string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, a.options.ConnectTimeout)
	defer cancel()
	var addresses []string
	var failed error
	for _, host := range hosts {
		name, digits, _ := net.SplitHostPort(host)
		port, _ := strconv.ParseUint(digits, 10, 16)
		found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", name)
		if err != nil {
			failed = err
		}
		for _, address := range found {
			if address.Unmap().IsUnspecified() {
				return nil, fmt.Errorf("%w: %s stands for all addresses of a machine: give the one of the host", ErrOptions, name)
			}
			to := netip.AddrPortFrom(address.Unmap().WithZone(""), uint16(port))
			a.names[to] = name
			addresses = append(addresses, to.String())
		}
	}
	if len(addresses) == 0 {
		return nil, failed
	}
	return addresses, nil
}

// done keeps the connections: from now on only Close ends them.
func (a *attempt) done() {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.isOver = true
}

func (a *attempt) closeAll() {
	a.mutex.Lock()
	opened := slices.Collect(maps.Keys(a.opened))
	a.mutex.Unlock()
	for _, connection := range opened {
		connection.Close()
	}
}

// failure returns why the connections failed: what the server refused, or else why one
// could not be read.
func (a *attempt) failure() error {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	var refused gocql.RequestError
	if a.lost != nil && !errors.As(a.err, &refused) {
		return a.lost
	}
	return a.err
}

func (a *attempt) lose(err error) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if a.lost == nil && !a.isOver && !errors.Is(err, net.ErrClosed) {
		a.lost = err
	}
}

// ObserveConnect implements gocql.ConnectObserver.
func (a *attempt) ObserveConnect(o gocql.ObservedConnect) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	if o.Err != nil && a.err == nil && !a.isOver {
		a.err = o.Err
	}
}

// DialHost implements gocql.HostDialer.
func (a *attempt) DialHost(ctx context.Context, host *gocql.HostInfo) (*gocql.DialedHost, error) {
	ctx, cancel := context.WithTimeout(ctx, a.options.ConnectTimeout)
	defer cancel()
	stop := context.AfterFunc(a.until, cancel)
	defer stop()
	address, ok := netip.AddrFromSlice(host.ConnectAddress())
	if !ok {
		return nil, fmt.Errorf("%w: the host has no address", ErrUnreachable)
	}
	to := netip.AddrPortFrom(address.Unmap(), uint16(host.Port()))
	connection, err := a.dial(ctx, to, cmp.Or(a.names[to], to.Addr().String()))
	if err != nil {
		return nil, err
	}
	return &gocql.DialedHost{Conn: a.guard(connection), DisableCoalesce: true}, nil
}

// guard keeps a connection in order to close it.
func (a *attempt) guard(connection net.Conn) *guard {
	g := newGuard(connection, a.options)
	g.onLoss = a.lose
	g.onClose = func() {
		a.mutex.Lock()
		defer a.mutex.Unlock()
		delete(a.opened, g)
	}
	a.mutex.Lock()
	a.opened[g] = true
	a.mutex.Unlock()
	if a.until.Err() != nil {
		g.Close()
	}
	return g
}

// dial connects to an address, by TLS if the options say so. name is the name of the host.
func (d *dialer) dial(ctx context.Context, to netip.AddrPort, name string) (net.Conn, error) {
	if d.bundle != nil {
		return d.bundle.dial(ctx, d, to)
	}
	connection, err := d.connect(ctx, to)
	if err != nil || d.tls == nil {
		return connection, err
	}
	return d.startTLS(ctx, connection, name)
}

// connect connects to an address that the list allows.
func (d *dialer) connect(ctx context.Context, to netip.AddrPort) (net.Conn, error) {
	if err := d.options.Dial.Check(ctx, to); err != nil {
		return nil, err
	}
	dialer := net.Dialer{KeepAlive: 15 * time.Second}
	return dialer.DialContext(ctx, "tcp", to.String())
}
