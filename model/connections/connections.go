// Package connections holds the connections of a server to clusters that run: where they are, how
// they are reached, and who may use them. Passwords and keys are only held sealed; package
// handlers/connections seals them.
//
// A Directory is immutable once shared, like a model: each change returns a changed copy.
package connections

import (
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"widerow/model"
	"widerow/model/displayname"
	"widerow/model/internal/codec"
)

// Limits.
const (
	maxConnections = 500
	maxName        = 60
	maxHosts       = 20
	maxText        = 255    // of a host, a datacenter, a keyspace, a user
	maxPEM         = 64_000 // of a certificate
	maxUsers       = 1000
)

// Directory is the saved document.
type Directory struct {
	Connections map[model.ID]*Connection `json:"connections,omitempty"`

	unknown []codec.Unknown
}

// Connection is a cluster and the way to reach it.
type Connection struct {
	Name       string   `json:"name"`
	Hosts      []string `json:"hosts"` // HOST or HOST:PORT
	Datacenter string   `json:"datacenter,omitempty"`
	// Keyspaces limits the schema to some keyspaces. If empty, all but the server's own count.
	Keyspaces []string `json:"keyspaces,omitempty"`
	User      string   `json:"user,omitempty"`
	// TLS is nil for a plain connection.
	TLS *TLS `json:"tls,omitempty"`
	// Astra reaches Astra DB by its secure connect bundle, a secret that names hosts and certificates.
	Astra bool `json:"astra,omitempty"`
	// AWS is the region of Amazon Keyspaces, to which keys sign in instead of User; empty for other databases.
	AWS string `json:"aws,omitempty"`
	// Sealed are the password, the client's key, the bundle and the keys of AWS, which only the secret file opens. Empty: each
	// person gives them for a session.
	Sealed string `json:"sealed,omitempty"`
	// Writes allows statements that change data or the schema, each after a confirmation.
	Writes bool `json:"writes,omitempty"`
	// Everyone lets all who sign in use the connection; otherwise Users may, and the admins.
	Everyone bool     `json:"everyone,omitempty"`
	Users    []string `json:"users,omitempty"` // IDs of accounts
}

// TLS are the settings of an encrypted connection.
type TLS struct {
	// On is always true: without it, settings that are all left at their defaults would not be saved.
	On          bool   `json:"on"`
	CA          string `json:"ca,omitempty"`          // PEM; empty: the system's authorities
	Certificate string `json:"certificate,omitempty"` // of the client, PEM
	ServerName  string `json:"server_name,omitempty"`
	Insecure    bool   `json:"insecure,omitempty"` // the server's certificate is not checked
}

// Problem reports an invalid field of a connection.
type Problem struct{ Field, Message string }

func (p *Problem) Error() string { return p.Message }

// ErrGone reports a connection that does not exist any more.
var ErrGone = errors.New("there is no such connection any more")

// With returns the directory with a new or changed connection. The error is a *Problem.
func (d *Directory) With(id model.ID, c Connection) (*Directory, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	for other, known := range d.Connections {
		if other != id && strings.EqualFold(known.Name, c.Name) {
			return nil, &Problem{"name", "Another connection has this name."}
		}
	}
	if d.Connections[id] == nil && len(d.Connections) >= maxConnections {
		return nil, &Problem{"name", fmt.Sprintf("There are %d connections, the limit of a server.", maxConnections)}
	}
	c.switchOn()
	next := d.clone()
	next.Connections[id] = &c
	return next, nil
}

// Without returns the directory without a connection.
func (d *Directory) Without(id model.ID) (*Directory, error) {
	if d.Connections[id] == nil {
		return nil, ErrGone
	}
	next := d.clone()
	delete(next.Connections, id)
	return next, nil
}

func (d *Directory) clone() *Directory {
	next := &Directory{Connections: maps.Clone(d.Connections), unknown: d.unknown}
	if next.Connections == nil {
		next.Connections = map[model.ID]*Connection{}
	}
	return next
}

// Sorted returns the connections by their names.
func (d *Directory) Sorted() []model.ID {
	return slices.SortedFunc(maps.Keys(d.Connections), func(a, b model.ID) int {
		return strings.Compare(strings.ToLower(d.Connections[a].Name)+" "+string(a), strings.ToLower(d.Connections[b].Name)+" "+string(b))
	})
}

// switchOn completes the TLS settings of a form, or of a version that did not save On.
func (c *Connection) switchOn() {
	if c.TLS != nil {
		on := *c.TLS
		on.On = true
		c.TLS = &on
	}
}

// NeedsSecret reports whether nobody can connect without a password, a bundle or keys.
func (c *Connection) NeedsSecret() bool { return c.User != "" || c.Astra || c.AWS != "" }

// Usable reports whether an account may use the connection.
func (c *Connection) Usable(account model.ID) bool {
	return c.Everyone || account != "" && slices.Contains(c.Users, string(account))
}

// check returns what is wrong with a connection, as a *Problem.
func (c *Connection) check() error {
	switch {
	case strings.TrimSpace(c.Name) == "":
		return &Problem{"name", "Give the connection a name."}
	case utf8.RuneCountInString(c.Name) > maxName:
		return &Problem{"name", fmt.Sprintf("The name has %d characters; the limit is %d.", utf8.RuneCountInString(c.Name), maxName)}
	case displayname.Check(c.Name) != nil:
		return &Problem{"name", "The name " + displayname.Check(c.Name).Error() + "."}
	case c.Astra && (len(c.Hosts) > 0 || c.TLS != nil || c.AWS != ""):
		return &Problem{"bundle", "A secure connect bundle names the hosts and brings the certificates: leave hosts and TLS empty."}
	case c.AWS != "" && c.TLS == nil:
		return &Problem{"aws", "Amazon Keyspaces accepts connections by TLS only: tick TLS."}
	case len(c.Hosts) == 0 && !c.Astra:
		return &Problem{"hosts", "Name at least one host: a name or an address, such as 10.0.0.5 or db1.example:9042."}
	case len(c.Hosts) > maxHosts:
		return &Problem{"hosts", fmt.Sprintf("These are %d hosts; the limit is %d.", len(c.Hosts), maxHosts)}
	case len(c.Users) > maxUsers:
		return &Problem{"users", fmt.Sprintf("These are %d people; the limit is %d.", len(c.Users), maxUsers)}
	}
	for _, host := range c.Hosts {
		if !isHost(host) {
			return &Problem{"hosts", fmt.Sprintf("%q is no host: want a name or an address, such as 10.0.0.5 or db1.example:9042.", host)}
		}
	}
	for field, texts := range map[string][]string{"datacenter": {c.Datacenter}, "keyspaces": c.Keyspaces, "user": {c.User}, "aws": {c.AWS}} {
		for _, text := range texts {
			if !isLine(text) {
				return &Problem{field, fmt.Sprintf("A text here is one line of %d characters at most.", maxText)}
			}
		}
	}
	return c.TLS.check()
}

// isHost reports whether a text is HOST or HOST:PORT.
func isHost(text string) bool {
	host := text
	if strings.Count(text, ":") == 1 || strings.HasPrefix(text, "[") && strings.Contains(text, "]:") {
		name, port, err := net.SplitHostPort(text)
		if number, portErr := strconv.ParseUint(port, 10, 16); err != nil || portErr != nil || number == 0 {
			return false
		}
		host = name
	}
	return isLine(host) && host != "" && !strings.ContainsAny(host, " /@?#,")
}

// isLine reports whether a text is one short line.
func isLine(text string) bool {
	return len(text) <= maxText && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7F })
}

func (t *TLS) check() error {
	if t == nil {
		return nil
	}
	for field, text := range map[string]string{"ca": t.CA, "certificate": t.Certificate} {
		if len(text) > maxPEM {
			return &Problem{field, "The certificate is too long."}
		}
		if block, _ := pem.Decode([]byte(text)); text != "" && (block == nil || block.Type != "CERTIFICATE") {
			return &Problem{field, "This is no certificate in PEM: it begins with -----BEGIN CERTIFICATE-----."}
		}
	}
	if !isLine(t.ServerName) {
		return &Problem{"server_name", "The name of a server is one line."}
	}
	return nil
}
