package cluster

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
)

// TLS are the settings of an encrypted connection. The zero value verifies the server
// by the authorities of the system.
type TLS struct {
	// CA holds the certificates of the authorities, Certificate and Key those of the client,
	// as PEM.
	CA, Certificate, Key []byte
	// ServerName is the name in the server's certificate, if it is not the name of the host.
	ServerName string
	// Insecure accepts any certificate.
	Insecure bool
}

// configuration checks the settings.
func (t *TLS) configuration() (*tls.Config, error) {
	c := &tls.Config{ServerName: t.ServerName, InsecureSkipVerify: t.Insecure, MinVersion: tls.VersionTLS12}
	if len(t.CA) > 0 {
		c.RootCAs = x509.NewCertPool()
		if !c.RootCAs.AppendCertsFromPEM(t.CA) {
			return nil, fmt.Errorf("%w: the CA has no certificate: want a PEM file, which begins with -----BEGIN CERTIFICATE-----", ErrTLS)
		}
	}
	if len(t.Certificate) == 0 && len(t.Key) == 0 {
		return c, nil
	}
	pair, err := tls.X509KeyPair(t.Certificate, t.Key)
	if err != nil {
		return nil, fmt.Errorf("%w: the client certificate and its key: %w: want two PEM files that belong together", ErrTLS, err)
	}
	c.Certificates = []tls.Certificate{pair}
	return c, nil
}

// startTLS makes a connection an encrypted one. name is the name of the host.
func (d *dialer) startTLS(ctx context.Context, connection net.Conn, name string) (net.Conn, error) {
	config := d.tls.Clone()
	if config.ServerName == "" {
		config.ServerName = name
	}
	encrypted := tls.Client(connection, config)
	if err := encrypted.HandshakeContext(ctx); err != nil {
		connection.Close()
		return nil, err
	}
	return encrypted, nil
}
