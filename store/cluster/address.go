package cluster

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Scheme is how the address of a cluster begins.
const Scheme = "cassandra://"

// ParseURL reads cassandra://[USER@]HOST[:PORT][,HOST…][/KEYSPACE][?dc=…&tls=…]. A password is
// not part of it: it would stand in lists of processes and in logs. ParseURL reads no
// file: see Files.
func ParseURL(text string) (Options, Files, error) {
	wrong := func(err error) (Options, Files, error) {
		return Options{}, Files{}, fmt.Errorf("%w: %s: %w; want cassandra://[USER@]HOST[:PORT][/KEYSPACE][?dc=NAME&tls=on]", ErrOptions, withoutPassword(text), err)
	}
	rest, found := strings.CutPrefix(text, Scheme)
	if !found {
		return wrong(errors.New("this is no address of a cluster"))
	}
	rest, query, _ := strings.Cut(rest, "?")
	authority, keyspace, _ := strings.Cut(rest, "/")
	var o Options
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user, err := url.PathUnescape(authority[:at])
		if err != nil {
			return wrong(err)
		}
		if strings.Contains(authority[:at], ":") {
			return wrong(errors.New("the address has a password in it: take it out, and set WIDEROW_PASSWORD"))
		}
		o.User, authority = user, authority[at+1:]
	}
	var err error
	if o.Keyspace, err = url.PathUnescape(strings.TrimSuffix(keyspace, "/")); err != nil {
		return wrong(err)
	}
	o.Hosts = strings.FieldsFunc(authority, func(r rune) bool { return r == ',' })
	for _, host := range o.Hosts {
		if _, err := withPort(host); err != nil {
			return wrong(fmt.Errorf("%q is no host: %w", host, err))
		}
	}
	files, err := o.readQuery(query)
	if err != nil {
		return wrong(err)
	}
	if len(o.Hosts) == 0 && files.Bundle == "" {
		return wrong(errors.New("it names no host"))
	}
	return o, files, nil
}

// withoutPassword hides what may be a password in an address.
func withoutPassword(text string) string {
	rest, found := strings.CutPrefix(text, Scheme)
	at := strings.LastIndexByte(rest, '@')
	if !found || at < 0 {
		return text
	}
	user, _, hasPassword := strings.Cut(rest[:at], ":")
	if !hasPassword {
		return text
	}
	return Scheme + user + ":…" + rest[at:]
}

// Files are the names of the files of a connection: certificates, and the bundle of Astra DB.
type Files struct{ CA, Certificate, Key, Bundle string }

// keys of the query of an address.
var addressKeys = []string{"dc", "tls", "ca", "cert", "key", "server_name", "bundle", "aws"}

// readQuery reads ?dc=…&tls=…
func (o *Options) readQuery(query string) (Files, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return Files{}, err
	}
	for key := range values {
		if !slices.Contains(addressKeys, key) {
			return Files{}, fmt.Errorf("%q is no setting: want one of %s", key, strings.Join(addressKeys, ", "))
		}
	}
	o.Datacenter = values.Get("dc")
	files := Files{CA: values.Get("ca"), Certificate: values.Get("cert"), Key: values.Get("key")}
	if region := values.Get("aws"); region != "" {
		o.AWS = &AWS{Region: region}
	}
	name := values.Get("server_name")
	switch mode := values.Get("tls"); strings.ToLower(mode) {
	case "off", "false", "no", "0", "":
		if files != (Files{}) || name != "" {
			if values.Has("tls") {
				return Files{}, errors.New("tls is off, and its other settings are given: set tls=on")
			}
			o.TLS = &TLS{}
		}
	case "on", "true", "yes", "1":
		o.TLS = &TLS{}
	case "insecure":
		o.TLS = &TLS{Insecure: true}
	default:
		if !strings.ContainsAny(mode, "./") || files.CA != "" {
			return Files{}, fmt.Errorf("tls=%s: want on, off, insecure, or the file of the authority's certificate", mode)
		}
		o.TLS, files.CA = &TLS{}, mode
	}
	if o.TLS != nil {
		o.TLS.ServerName = name
	}
	files.Bundle = values.Get("bundle")
	return files, nil
}

// Read reads the files into the settings.
func (f Files) Read(o *Options, read func(name string) ([]byte, error)) error {
	type file struct {
		name string
		to   *[]byte
	}
	files := []file{{f.Bundle, &o.Bundle}}
	if o.TLS != nil {
		files = append(files, file{f.CA, &o.TLS.CA}, file{f.Certificate, &o.TLS.Certificate}, file{f.Key, &o.TLS.Key})
	}
	for _, file := range files {
		if file.name == "" {
			continue
		}
		text, err := read(file.name)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrOptions, err)
		}
		*file.to = text
	}
	return nil
}
