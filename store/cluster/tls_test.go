package cluster_test

import (
	"archive/zip"
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"widerow/cli"
	"widerow/cql/cassandratest"
	"widerow/store/cluster"
)

// openSecured connects to a server with users and TLS, at the latest when it has made its
// first user.
func openSecured(t *testing.T, server cassandratest.SecuredServer) *cluster.Session {
	t.Helper()
	options := cluster.Options{Hosts: []string{server.Address}, User: server.User, Password: server.Password, TLS: &cluster.TLS{CA: server.CA},
		Timeout: time.Minute, ConnectTimeout: time.Minute}
	for try := 0; ; try++ {
		session, err := cluster.Open(t.Context(), options)
		if err == nil {
			t.Cleanup(session.Close)
			return session
		}
		if !errors.Is(err, cluster.ErrAuthentication) || try > 600 {
			t.Fatal(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func TestPasswordAndTLS(t *testing.T) {
	server := cassandratest.Secured(t)
	session := openSecured(t, server)
	if rows := run(t, session, "SELECT cluster_name FROM system.local").Rows; rows[0][0].Text != "'widerow'" {
		t.Errorf("rows %v", rows)
	}
	authority, _ := cassandratest.NewAuthority()
	for name, test := range map[string]struct {
		change func(*cluster.Options)
		kind   error
		says   string
	}{
		"wrong password":    {func(o *cluster.Options) { o.Password = "wrong" }, cluster.ErrAuthentication, "does not accept"},
		"no user":           {func(o *cluster.Options) { o.User, o.Password = "", "" }, cluster.ErrAuthentication, "asks for a user"},
		"unknown authority": {func(o *cluster.Options) { o.TLS.CA = authority.Certificate }, cluster.ErrTLS, "not trusted"},
		"no authority":      {func(o *cluster.Options) { o.TLS.CA = nil }, cluster.ErrTLS, "not trusted"},
		"another name":      {func(o *cluster.Options) { o.TLS.ServerName = "db.example" }, cluster.ErrTLS, "another name"},
		"plain":             {func(o *cluster.Options) { o.TLS = nil }, cluster.ErrUnreachable, "TLS"},
		"no certificate":    {func(o *cluster.Options) { o.TLS.CA = []byte("text") }, cluster.ErrTLS, "PEM"},
		"half a pair":       {func(o *cluster.Options) { o.TLS.Certificate = server.CA }, cluster.ErrTLS, "belong together"},
		"insecure":          {func(o *cluster.Options) { o.TLS = &cluster.TLS{Insecure: true} }, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			options := cluster.Options{Hosts: []string{server.Address}, User: server.User, Password: server.Password, TLS: &cluster.TLS{CA: server.CA},
				ConnectTimeout: 20 * time.Second}
			test.change(&options)
			opened, err := cluster.Open(t.Context(), options)
			if opened != nil {
				opened.Close()
			}
			if !errors.Is(err, test.kind) || err != nil && !strings.Contains(err.Error(), test.says) || err != nil && strings.Contains(err.Error(), "wrong") {
				t.Errorf("error %v, want %v with %q", err, test.kind, test.says)
			}
		})
	}
	ca := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(ca, server.CA, 0o600); err != nil {
		t.Fatal(err)
	}
	address := "cassandra://" + server.User + "@" + server.Address + "?ca=" + ca
	t.Setenv("WIDEROW_PASSWORD", server.Password)
	roles := script(t, "roles.cql", "LIST ROLES;")
	if code, stdout, stderr := widerow(t, "run", address, roles); code != cli.Done || !strings.Contains(stdout, " cassandra ") {
		t.Errorf("on the command line: exit code %d\n%s%s", code, stdout, stderr)
	}
	t.Setenv("WIDEROW_PASSWORD", "wrong")
	if code, _, stderr := widerow(t, "run", address, roles); code != cli.Misused || !strings.Contains(stderr, "WIDEROW_PASSWORD") {
		t.Errorf("a wrong password on the command line: exit code %d\n%s", code, stderr)
	}
}

// front accepts TLS connections, and passes them on to the plain server. It returns its
// address.
func front(t *testing.T, config *tls.Config) string {
	t.Helper()
	behind := cassandratest.Address(t)
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go pass(from, behind)
		}
	}()
	return listener.Addr().String()
}

func pass(from net.Conn, address string) {
	defer from.Close()
	if err := from.(*tls.Conn).Handshake(); err != nil {
		return
	}
	to, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer to.Close()
	go func() {
		defer to.Close()
		_, _ = io.Copy(to, from)
	}()
	_, _ = io.Copy(from, to)
}

// issued returns an authority, a certificate that it issued, and its pool.
func issued(t *testing.T, names ...string) (authority *cassandratest.Authority, pair tls.Certificate, certificate, key []byte, pool *x509.CertPool) {
	t.Helper()
	authority, err := cassandratest.NewAuthority()
	if err == nil {
		certificate, key, err = authority.Issue(names...)
	}
	if err == nil {
		pair, err = tls.X509KeyPair(certificate, key)
	}
	if err != nil {
		t.Fatal(err)
	}
	pool = x509.NewCertPool()
	pool.AppendCertsFromPEM(authority.Certificate)
	return authority, pair, certificate, key, pool
}

func TestClientCertificate(t *testing.T) {
	authority, pair, certificate, key, pool := issued(t, "db.example")
	address := front(t, &tls.Config{Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool})
	settings := cluster.TLS{CA: authority.Certificate, Certificate: certificate, Key: key, ServerName: "db.example"}
	options := cluster.Options{Hosts: []string{address}, TLS: &settings, Timeout: time.Minute, ConnectTimeout: time.Minute}
	session, err := cluster.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.Server(t.Context()); err != nil {
		t.Error(err)
	}
	options.TLS = &cluster.TLS{CA: authority.Certificate, ServerName: "db.example"}
	if _, err := cluster.Open(t.Context(), options); !errors.Is(err, cluster.ErrTLS) || !strings.Contains(err.Error(), "client certificate") {
		t.Errorf("without a client certificate: %v", err)
	}
}

// TestBundle connects as to Astra DB: a service names a proxy, which demands the name of a
// node in the handshake.
func TestBundle(t *testing.T) {
	authority, pair, certificate, key, pool := issued(t, "localhost")
	var chosen atomic.Value
	config := &tls.Config{Certificates: []tls.Certificate{pair}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool}
	proxy := config.Clone()
	proxy.GetConfigForClient = func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		if hello.ServerName != "node-2" {
			return nil, fmt.Errorf("no node %q", hello.ServerName)
		}
		chosen.Store(hello.ServerName)
		return nil, nil
	}
	_, port, _ := net.SplitHostPort(front(t, proxy))
	listener, err := tls.Listen("tcp", "127.0.0.1:0", config)
	if err != nil {
		t.Fatal(err)
	}
	service := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"contact_info": {"type": "sni_proxy", "local_dc": "dc", "contact_points": ["node-1", "node-2"], "sni_proxy_address": "localhost:%s"}}`, port)
	})}
	go service.Serve(listener)
	defer service.Close()
	_, servicePort, _ := net.SplitHostPort(listener.Addr().String())
	files := map[string]string{"config.json": `{"host": "localhost", "port": ` + servicePort + `, "keyspace": "k"}`,
		"ca.crt": string(authority.Certificate), "cert": string(certificate), "key": string(key)}
	options := cluster.Options{Bundle: zipped(t, files), User: "token", Password: "AstraCS:secret", Timeout: time.Minute, ConnectTimeout: time.Minute}
	session, err := cluster.Open(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	server, err := session.Server(t.Context())
	if err != nil || server.Name != "astra" || server.Target != "astra" || chosen.Load() != "node-2" {
		t.Errorf("server %+v, %v, node %v", server, err, chosen.Load())
	}
	options.Dial, _ = cluster.ParseDialList("192.0.2.0/24")
	if _, err := cluster.Open(t.Context(), options); !errors.Is(err, cluster.ErrNotAllowed) {
		t.Errorf("forbidden address of the service: %v", err)
	}
	options.Dial, _ = cluster.ParseDialList("127.0.0.0/8:" + servicePort)
	if _, err := cluster.Open(t.Context(), options); !errors.Is(err, cluster.ErrNotAllowed) {
		t.Errorf("forbidden address of the proxy: %v", err)
	}
	delete(files, "key")
	for name, wrong := range map[string]cluster.Options{
		"not a ZIP file": {Bundle: []byte("text")}, "an incomplete bundle": {Bundle: zipped(t, files)}, "a bundle beside hosts": {Bundle: options.Bundle, Hosts: []string{"h"}}} {
		if _, err := cluster.Open(t.Context(), wrong); !errors.Is(err, cluster.ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func zipped(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var data bytes.Buffer
	archive := zip.NewWriter(&data)
	for name, text := range files {
		file, err := archive.Create(name)
		if err == nil {
			_, err = io.WriteString(file, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return data.Bytes()
}
