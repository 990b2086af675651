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
	"sync"
	"time"

	gocql "github.com/apache/cassandra-gocql-driver/v2"
)

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
