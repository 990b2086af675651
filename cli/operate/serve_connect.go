package operate

import (
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
	"widerow/store/cluster"
)

// connectFlags decide to which clusters the server may connect.
type connectFlags struct {
	Connect    string `help:"Clusters that the server may dial, or none. Default: this machine, if only it reaches the server." env:"WIDEROW_CONNECT" placeholder:"HOST[:PORT]|CIDR"`
	SecretFile string `help:"File of the key that encrypts saved passwords, made if missing. Keep it apart from the data." env:"WIDEROW_SECRET_FILE" placeholder:"FILE"`
}

const (
	connectNone  = "none"
	connectLocal = "127.0.0.0/8,::1"
)

// dialled returns the list of addresses that may be dialled; empty for none.
func (f *connectFlags) dialled(onlyLocal bool) string {
	switch {
	case f.Connect == connectNone:
		return ""
	case f.Connect == "" && onlyLocal:
		return connectLocal
	}
	return f.Connect
}

// openConnections opens what the pages of connections need.
func (s *Serve) openConnections(listener net.Listener, parts *serverParts) error {
	allowed := s.dialled(!s.reachedByOthers(listener))
	if allowed == "" {
		if s.SecretFile != "" {
			return errors.New("--secret-file is for connections, and this server makes none: allow some with --connect")
		}
		return nil
	}
	if _, err := cluster.ParseDialList(allowed); err != nil {
		return fmt.Errorf("--connect: %w", err)
	}
	vault, err := connections.OpenVault(s.SecretFile)
	if err != nil {
		return fmt.Errorf("--secret-file: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("ask clusters: %w", err)
	}
	pool := reach.NewPool(self, parts.log)
	parts.closes(func() { closeAndLog(parts.log, "cluster processes", pool.Close) })
	parts.connections = connections.NewServices(connections.NewKeeper(parts.models), vault, pool, allowed, time.Now)
	parts.closes(func() { closeAndLog(parts.log, "rollouts", parts.connections.Close) })
	return nil
}
