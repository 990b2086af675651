package cli

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"widerow/cli/verb"
	"widerow/cql/files"
)

// tokenVariable is the environment variable with the token for servers.
const tokenVariable = "WIDEROW_TOKEN"

// remoteTimeout bounds the wait for the answer of a server.
const remoteTimeout = 2 * time.Minute

// remote is a model on a server: https://HOST/m/MODEL, also the address of one of its
// pages, with ?rev=12 for a revision.
type remote struct {
	name     string // as given
	site     string // the address of the app, without a slash at the end
	model    string
	revision string // "" for the newest
}

// parseRemote reads an argument. It reports false for one that is no address.
func parseRemote(argument string) (remote, bool, error) {
	if !strings.HasPrefix(argument, "https://") && !strings.HasPrefix(argument, "http://") {
		return remote{}, false, nil
	}
	wrong := func(what string) (remote, bool, error) {
		return remote{}, true, fmt.Errorf("%s: %s: want the address of a model, such as https://HOST/m/MODEL", argument, what)
	}
	parsed, err := url.Parse(argument)
	switch {
	case err != nil || parsed.Host == "":
		return wrong("this is no address")
	case parsed.User != nil:
		return remote{}, true, fmt.Errorf("the address has a name or a password in it: take it out, and set %s to a token", tokenVariable)
	case parsed.Scheme == "http" && !isLoopback(parsed.Hostname()):
		return remote{}, true, fmt.Errorf("%s: http would show the token to the network: use https (http is for this machine only)", argument)
	}
	before, after, found := strings.Cut(parsed.Path, "/m/")
	id, _, _ := strings.Cut(after, "/")
	if !found || id == "" {
		return wrong("it names no model")
	}
	query := parsed.Query()
	revision := query.Get("rev")
	if revision == "" {
		revision = query.Get("revision")
	}
	return remote{argument, parsed.Scheme + "://" + parsed.Host + before, id, revision}, true, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// document reads the document of the model, and its tag.
func (r remote) document(ctx context.Context) (text []byte, tag string, err error) {
	path := "/document"
	if r.revision != "" {
		path += "?rev=" + url.QueryEscape(r.revision)
	}
	response, err := r.ask(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, "", err
	}
	if !isDocument(string(response.text)) {
		return nil, "", r.noWiderow("the answer is no document")
	}
	return response.text, response.tag, nil
}

// remoteAnswer holds the answer of a server.
type remoteAnswer struct {
	text []byte
	tag  string
}

// ask sends a request about the model to the API of the server. The token goes to the host
// of the address only: a redirect is not followed.
func (r remote) ask(ctx context.Context, method, path string, body []byte) (remoteAnswer, error) {
	request, err := http.NewRequestWithContext(ctx, method, r.site+"/api/v1/models/"+url.PathEscape(r.model)+path, bytes.NewReader(body))
	if err != nil {
		return remoteAnswer{}, fmt.Errorf("%s: %w", r.name, err)
	}
	request.Header.Set("User-Agent", "widerow/"+verb.Version())
	if token := strings.TrimSpace(os.Getenv(tokenVariable)); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	client := &http.Client{Timeout: remoteTimeout, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return remoteAnswer{}, r.notReached(err)
	}
	defer response.Body.Close()
	text, err := readAll(r.name, response.Body)
	if err != nil {
		return remoteAnswer{}, err
	}
	return remoteAnswer{text, response.Header.Get("ETag")}, r.refused(response, text)
}

// notReached explains why there was no answer.
func (r remote) notReached(err error) error {
	var name *net.DNSError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &name):
		return fmt.Errorf("%s: there is no host %s: check the address", r.name, name.Name)
	case errors.As(err, &host):
		return fmt.Errorf("%s: the certificate of the server is for another name: check the address (%w)", r.name, host)
	case errors.As(err, &authority), errors.As(err, &certificate):
		return fmt.Errorf("%s: the certificate of the server is not trusted here: add its authority to the "+
			"system, or name its file in SSL_CERT_FILE (%w)", r.name, errors.Unwrap(err))
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return fmt.Errorf("%s: the server does not speak TLS at this address: check the port", r.name)
	}
	var sent *url.Error
	if errors.As(err, &sent) {
		err = sent.Err
	}
	return fmt.Errorf("%s: the server does not answer: check the address, and whether the server runs: %w", r.name, err)
}

// refused explains an answer that is no success.
func (r remote) refused(response *http.Response, text []byte) error {
	status := response.StatusCode
	kind, _, _ := mime.ParseMediaType(response.Header.Get("Content-Type"))
	switch {
	case status >= 300 && status < 400:
		return fmt.Errorf(
			"%s: the server sends us to %s, where the token is not sent: give that address if it is the right one",
			r.name, verb.Visible(response.Header.Get("Location")))
	case status < 300 && kind == "application/json":
		return nil
	case kind != "application/problem+json":
		return r.noWiderow(fmt.Sprintf("it answers %s with %q", response.Status, kind))
	}
	var problem struct{ Title, Detail string }
	if err := json.Unmarshal(text, &problem); err != nil {
		return r.noWiderow("its error cannot be read")
	}
	said := verb.Visible(problem.Title + ": " + problem.Detail)
	switch {
	case status == http.StatusUnauthorized && os.Getenv(tokenVariable) == "":
		return fmt.Errorf("%s: the server asks for a token: make one on the page of your account, and set %s to it (401)", r.name, tokenVariable)
	case status == http.StatusUnauthorized:
		return fmt.Errorf("%s: the token in %s does not work: it is unknown, has ended or was revoked (401)", r.name, tokenVariable)
	case status == http.StatusForbidden:
		return fmt.Errorf("%s: the token may not do this (403): %s", r.name, said)
	case status == http.StatusNotFound:
		return fmt.Errorf("%s: there is no such model or revision, or you may not see it (404): check the address, and whose token %s is", r.name, tokenVariable)
	}
	return fmt.Errorf("%s: %s (%d)", r.name, said, status)
}

func (r remote) noWiderow(why string) error {
	return fmt.Errorf("%s: %s/ is no Widerow, or an old one: %s: check the address, and the path under which a proxy serves the app", r.name, r.site, why)
}

// addRemote reads a model on a server.
func (r *reader) addRemote(argument string, from remote) error {
	text, _, err := from.document(r.Console)
	if err != nil {
		return err
	}
	if !r.has(argument) {
		r.inputs = append(r.inputs, files.Input{Name: argument, Text: string(text)})
	}
	return nil
}
