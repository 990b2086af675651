package cassandratest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"
)

// SecuredServer is a server that speaks only TLS, and asks for a password.
type SecuredServer struct {
	Address        string // host:port
	CA             []byte // the authority of its certificate, as PEM
	User, Password string
}

// Secured returns a server with users and TLS, which it starts at first use.
func Secured(t testing.TB) SecuredServer {
	t.Helper()
	instance := started(t, Version()+withUsers+withTLS)
	return SecuredServer{instance.server.address(), instance.server.authority.Certificate, superuser, superuser}
}

// withTLS is the end of the version of an instance whose server has users and TLS.
const withTLS = " and TLS"

// Authority issues certificates for tests.
type Authority struct {
	// Certificate is the authority's own, as PEM.
	Certificate []byte
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// NewAuthority makes an authority.
func NewAuthority() (*Authority, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Widerow test authority"}, IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	return &Authority{pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), certificate, key}, err
}

// Issue returns a certificate and its key, as PEM, for names and addresses. It serves
// servers and clients.
func (a *Authority) Issue(names ...string) (certificate, key []byte, err error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "Widerow test"},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}, NotBefore: a.certificate.NotBefore, NotAfter: a.certificate.NotAfter}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, a.certificate, &private.PublicKey, a.key)
	if err != nil {
		return nil, nil, err
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: encoded}), nil
}

// encryption returns the part of cassandra.yaml that has the server speak TLS with a new
// certificate.
func (s *server) encryption() (string, error) {
	var err error
	if s.authority, err = NewAuthority(); err != nil {
		return "", fmt.Errorf("make an authority: %w", err)
	}
	certificate, key, err := s.authority.Issue("127.0.0.1", "localhost")
	if err != nil {
		return "", fmt.Errorf("make a certificate: %w", err)
	}
	indented := func(text []byte) string {
		return "\n        " + strings.ReplaceAll(strings.TrimSpace(string(text)), "\n", "\n        ")
	}
	return `client_encryption_options:
  enabled: true
  optional: false
  ssl_context_factory:
    class_name: org.apache.cassandra.security.PEMBasedSslContextFactory
    parameters:
      private_key: |` + indented(append(key, certificate...)) + `
      trusted_certificates: |` + indented(s.authority.Certificate) + "\n", nil
}
