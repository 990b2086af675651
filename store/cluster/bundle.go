package cluster

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"sync/atomic"
	"time"
)

// bundle is the secure connect bundle of Astra DB. Its metadata service names a proxy, and
// the nodes behind it: the name in the TLS handshake (SNI) chooses the node.
type bundle struct {
	host string // of the metadata service, whose name all certificates have
	port string
	tls  *tls.Config

	proxy string   // host:port, once the metadata is known
	nodes []string // their SNI names
	next  atomic.Uint32
}

const (
	largestEntry    = 1 << 20
	largestBundle   = 4 << 20
	largestMetadata = 1 << 20
)

// CheckBundle reports why a file is no secure connect bundle. The error is of the kind ErrOptions.
func CheckBundle(data []byte) error {
	_, err := readBundle(data)
	return err
}

// readBundle reads the ZIP file.
func readBundle(data []byte) (*bundle, error) {
	wrong := func(err error) (*bundle, error) {
		return nil, fmt.Errorf("%w: the secure connect bundle: %w: want the ZIP file that Astra DB gives for a database", ErrOptions, err)
	}
	if len(data) > largestBundle {
		return wrong(fmt.Errorf("it has %d bytes", len(data)))
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return wrong(err)
	}
	var files [4][]byte
	for i, name := range []string{"config.json", "ca.crt", "cert", "key"} {
		if files[i], err = readEntry(archive, name); err != nil {
			return wrong(err)
		}
	}
	var config struct {
		Host string
		Port int
	}
	if err := json.Unmarshal(files[0], &config); err != nil || config.Host == "" || config.Port <= 0 || config.Port > 65535 {
		return wrong(errors.New("config.json has no host and port"))
	}
	settings, err := (&TLS{CA: files[1], Certificate: files[2], Key: files[3]}).configuration()
	if err != nil {
		return wrong(err)
	}
	return &bundle{host: config.Host, port: strconv.Itoa(config.Port), tls: settings}, nil
}

func readEntry(archive *zip.Reader, name string) ([]byte, error) {
	file, err := archive.Open(name)
	if err != nil {
		return nil, fmt.Errorf("it has no file %s", name)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, largestEntry+1))
	if err == nil && len(text) > largestEntry {
		err = fmt.Errorf("%s is too large", name)
	}
	return text, err
}

// only returns the bundle for one node.
func (b *bundle) only(node string) *bundle {
	return &bundle{host: b.host, port: b.port, tls: b.tls, proxy: b.proxy, nodes: []string{node}}
}

// locate asks the metadata service for the proxy and the nodes. Its address, and that of
// the proxy, must be allowed.
func (b *bundle) locate(ctx context.Context, d *dialer) error {
	client := http.Client{Timeout: d.options.ConnectTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{DialContext: d.dialName, TLSClientConfig: b.tls, DisableKeepAlives: true}}
	where := net.JoinHostPort(b.host, b.port)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+where+"/metadata", nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var metadata struct {
		Contact struct {
			Type   string   `json:"type"`
			Points []string `json:"contact_points"`
			Proxy  string   `json:"sni_proxy_address"`
		} `json:"contact_info"`
	}
	err = json.NewDecoder(io.LimitReader(response.Body, largestMetadata)).Decode(&metadata)
	if response.StatusCode != http.StatusOK || err != nil || metadata.Contact.Proxy == "" || len(metadata.Contact.Points) == 0 {
		return fmt.Errorf("%w: the metadata service %s answers %s, without the nodes of a database: is the database hibernated or deleted?",
			ErrUnreachable, where, response.Status)
	}
	b.proxy, b.nodes = metadata.Contact.Proxy, metadata.Contact.Points
	return nil
}

// dialName resolves a name, and dials its first allowed address.
func (d *dialer) dialName(ctx context.Context, _, address string) (net.Conn, error) {
	name, digits, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	port, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return nil, err
	}
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", name)
	for _, ip := range found {
		var connection net.Conn
		if connection, err = d.connect(ctx, netip.AddrPortFrom(ip.Unmap(), uint16(port))); err == nil {
			return connection, nil
		}
	}
	return nil, err
}

// dial connects to a node behind the proxy: to one after the other, until one answers.
func (b *bundle) dial(ctx context.Context, d *dialer, to netip.AddrPort) (net.Conn, error) {
	var failed error
	for range b.nodes {
		connection, err := d.connect(ctx, to)
		if err != nil {
			return nil, err
		}
		node := b.nodes[int(b.next.Add(1)-1)%len(b.nodes)]
		encrypted := tls.Client(connection, b.configurationFor(node))
		if failed = encrypted.HandshakeContext(ctx); failed == nil {
			return encrypted, nil
		}
		connection.Close()
	}
	return nil, failed
}

// configurationFor returns the settings of a connection with a node. The server name chooses the
// node, but the certificate has the name of the database.
func (b *bundle) configurationFor(node string) *tls.Config {
	c := b.tls.Clone()
	c.ServerName = node
	c.InsecureSkipVerify = true // VerifyConnection verifies, by the other name
	c.VerifyConnection = func(state tls.ConnectionState) error {
		options := x509.VerifyOptions{Roots: b.tls.RootCAs, DNSName: b.host, Intermediates: x509.NewCertPool(), CurrentTime: time.Now()}
		for _, certificate := range state.PeerCertificates[1:] {
			options.Intermediates.AddCert(certificate)
		}
		_, err := state.PeerCertificates[0].Verify(options)
		return err
	}
	return c
}
