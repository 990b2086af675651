package cluster_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/store/cluster"
)

func TestParseURL(t *testing.T) {
	for text, want := range map[string]struct {
		options cluster.Options
		files   cluster.Files
	}{
		"cassandra://127.0.0.1":                {cluster.Options{Hosts: []string{"127.0.0.1"}}, cluster.Files{}},
		"cassandra://h:9142/shop":              {cluster.Options{Hosts: []string{"h:9142"}, Keyspace: "shop"}, cluster.Files{}},
		"cassandra://ann@a,b:9043/My%20Shop/?": {cluster.Options{Hosts: []string{"a", "b:9043"}, User: "ann", Keyspace: "My Shop"}, cluster.Files{}},
		"cassandra://a%40b@[::1]:9042?dc=eu":   {cluster.Options{Hosts: []string{"[::1]:9042"}, User: "a@b", Datacenter: "eu"}, cluster.Files{}},
		"cassandra://h?tls=on":                 {cluster.Options{Hosts: []string{"h"}, TLS: &cluster.TLS{}}, cluster.Files{}},
		"cassandra://h?tls=off":                {cluster.Options{Hosts: []string{"h"}}, cluster.Files{}},
		"cassandra://h?tls=insecure":           {cluster.Options{Hosts: []string{"h"}, TLS: &cluster.TLS{Insecure: true}}, cluster.Files{}},
		"cassandra://h?tls=./ca.pem":           {cluster.Options{Hosts: []string{"h"}, TLS: &cluster.TLS{}}, cluster.Files{CA: "./ca.pem"}},
		"cassandra://h?ca=c&cert=d&key=e&server_name=n": {cluster.Options{Hosts: []string{"h"}, TLS: &cluster.TLS{ServerName: "n"}},
			cluster.Files{CA: "c", Certificate: "d", Key: "e"}},
	} {
		options, files, err := cluster.ParseURL(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if difference := cmp.Diff(want.options, options) + cmp.Diff(want.files, files); difference != "" {
			t.Errorf("%s (-want +got):\n%s", text, difference)
		}
	}
	for text, want := range map[string]string{
		"cassandra://":               "names no host",
		"cassandra://h:x":            `"x" is no port`,
		"cassandra://h?tsl=on":       "want one of dc, tls",
		"cassandra://h?tls=maybe":    "want on, off, insecure",
		"cassandra://h?tls=off&ca=f": "set tls=on",
		"cassandra://ann:secret@h/k": "WIDEROW_PASSWORD",
		"http://h":                   "no address of a cluster",
	} {
		_, _, err := cluster.ParseURL(text)
		if !errors.Is(err, cluster.ErrOptions) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}
