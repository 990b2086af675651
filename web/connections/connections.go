// Package connections shows the connections of a server to clusters that run.
package connections

import (
	"github.com/a-h/templ"

	"widerow/web"
)

// ListPage lists the connections that a person may use.
type ListPage struct {
	web.Page
	Connections []Row
	Admin       bool   // may make connections
	Allowed     string // the addresses that the server may dial
	Saved       string
	Form        Form // of a new connection
}

// Row is a connection in short.
type Row struct {
	ID, Name, Hosts, Keyspaces, User string
	TLS, Writes, Astra, AWS          bool
}

// Page shows one connection.
type Page struct {
	web.Page
	Row
	Admin  bool
	Saved  string
	Locked string // why its password is not known
	// UnlockProblem tells what is wrong with the secrets that were given for the session.
	UnlockProblem string
	Form          *Form
	Test          *Test // what the cluster said of itself, asked just now
	// Wanted are the keyspaces to read, Into the model that they are read into, one of Models.
	Wanted, Into  string
	Models        []Choice
	SchemaProblem string
	SampleProblem string
}

// Choice is a model.
type Choice struct{ ID, Name string }

// Form holds what was typed of a connection. Passwords and keys are never in it.
type Form struct {
	ID                                       string // of a connection that is there
	Name, Hosts, Datacenter, Keyspaces, User string
	Encrypted, Insecure                      bool
	CA, Certificate, ServerName              string
	Kept                                     bool // the server keeps secrets of it
	Session, Writes, Everyone, Seals, SignIn bool
	Users                                    string
	Astra                                    bool              // reached by a secure connect bundle
	AWS                                      string            // the region of Amazon Keyspaces
	Problems                                 map[string]string // by field
	Test                                     *Test
}

// path is the address of the form.
func (f Form) path() string {
	if f.ID == "" {
		return "/connections"
	}
	return "/connections/" + f.ID
}

// Test is the answer of a cluster that was asked what it is.
type Test struct {
	Problem string
	Server  *Server
}

// Server describes a cluster in its own words.
type Server struct {
	Name, Version, Cluster, Partitioner string
	Datacenters                         []string
	Nodes                               []Node
	Disagree                            bool // the nodes have different versions of the schema
}

// Node is a node of a cluster.
type Node struct{ Address, Datacenter, Rack, Version, Schema string }

// problem are the attributes of a field with a problem.
func (f Form) problem(field string) templ.Attributes {
	if f.Problems[field] == "" {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": field + "-problem"}
}
