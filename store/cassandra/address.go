package cassandra

import (
	"fmt"
	"net/url"
	"strings"

	"widerow/store/cluster"
)

// Address is the location of a store.
type Address struct {
	Cluster cluster.Options
	// Local: all servers use the datacenter of Cluster, so that majorities of that one suffice.
	Local bool

	text string
}

// String returns the address as it was given, which has no password.
func (a Address) String() string { return a.text }

// localKey is the setting of an address that only a store has.
const localKey = "local"

// ParseAddress reads cassandra://[USER@]HOST[,HOST2]/KEYSPACE[?dc=…&tls=…&local=true]. read reads the
// files that the address names.
func ParseAddress(text string, read func(string) ([]byte, error)) (Address, error) {
	rest, local, err := cutLocal(text)
	if err != nil {
		return Address{}, err
	}
	options, files, err := cluster.ParseURL(rest)
	if err == nil {
		err = files.Read(&options, read)
	}
	if err != nil {
		return Address{}, err
	}
	a := Address{Cluster: options, Local: local, text: text}
	switch {
	case options.Keyspace == "":
		return Address{}, fmt.Errorf("%w: %s names no keyspace: want cassandra://HOST/KEYSPACE", cluster.ErrOptions, text)
	case strings.ContainsAny(options.Keyspace, "\"/ ") || len(options.Keyspace) > 48:
		return Address{}, fmt.Errorf("%w: %s: %q is no name of a keyspace", cluster.ErrOptions, text, options.Keyspace)
	case local && options.Datacenter == "":
		return Address{}, fmt.Errorf("%w: %s: local=true needs the datacenter that all servers use: add dc=NAME", cluster.ErrOptions, text)
	case options.AWS != nil:
		return Address{}, fmt.Errorf("%w: %s: Amazon Keyspaces cannot keep a store: it has no conditional writes of several "+
			"columns with static ones: use Apache Cassandra", cluster.ErrOptions, text)
	}
	return a, nil
}

// cutLocal takes the setting out of an address.
func cutLocal(text string) (rest string, local bool, err error) {
	before, query, found := strings.Cut(text, "?")
	if !found {
		return text, false, nil
	}
	values, err := url.ParseQuery(query)
	if err != nil {
		return "", false, fmt.Errorf("%w: %s: %w", cluster.ErrOptions, text, err)
	}
	switch value := values.Get(localKey); value {
	case "", "false":
	case "true":
		local = true
	default:
		return "", false, fmt.Errorf("%w: %s: local=%s: want true or false", cluster.ErrOptions, text, value)
	}
	values.Del(localKey)
	if len(values) == 0 {
		return before, local, nil
	}
	return before + "?" + values.Encode(), local, nil
}
