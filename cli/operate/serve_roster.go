package operate

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"

	"widerow/cli/verb"
	"widerow/store/shared"
)

// serverName is the name of this server for a person: its machine and port.
func (s *Serve) serverName() string {
	host, err := os.Hostname()
	_, port, split := net.SplitHostPort(s.Listen)
	if err != nil || split != nil {
		return s.Listen
	}
	return net.JoinHostPort(host, port)
}

// member is this server as the others of its store know it.
func (s *Serve) member(parts *serverParts) shared.Member {
	settings := s.common()
	if parts.people != nil {
		settings["--sign-in"] = string(parts.people.guard.Mode)
	}
	if parts.connections != nil {
		settings["--secret-file"] = parts.connections.Vault.Mark()
	}
	return shared.Member{Name: s.serverName(), Version: verb.Version(), Settings: settings}
}

// common returns the flags that all servers of a store must have in common, by name. What has
// secrets is a mark of them.
func (s *Serve) common() map[string]string {
	list := func(values []string) string { return strings.Join(slices.Sorted(slices.Values(values)), " ") }
	settings := map[string]string{
		"--base-path": "/" + strings.Trim(s.BasePath, "/"), "--host": list(s.Host), "--trusted-proxies": list(s.TrustedProxies),
		"--trusted-header": s.TrustedHeader, "--trusted-groups-header": s.GroupsHeader,
		"--trusted-jwt-header": s.assertionFlags.Header, "--trusted-jwks": s.Keys, "--trusted-jwt-issuer": s.Issuer, "--trusted-jwt-audience": s.Audience,
		"--oidc": markOf(s.Providers, len(s.Providers)), "--group-roles": markOf(s.Groups, len(s.Groups)),
		"--new-models": s.NewModels, "--session-idle": s.Idle.String(), "--session-life": s.Life.String(),
		"--keep-audit": s.KeepAudit.String(), "--keep-deleted": s.KeepDeleted.String(), "--scrub": s.Scrub.String(),
		"--webhooks": list(s.Webhooks), "--webhooks-private": fmt.Sprint(s.WebhooksPrivate), "--connect": s.Connect,
	}
	for name, limit := range map[string]int{"models": s.ModelsPerHour, "imports": s.ImportsPerHour, "renders": s.RendersPerHour,
		"requests": s.RequestsPerHour} {
		settings["--"+name+"-per-hour"] = fmt.Sprint(limit)
	}
	return settings
}

// markOf returns a text that two settings have in common if they are the same, and that tells nothing else.
func markOf(setting any, length int) string {
	if length == 0 {
		return ""
	}
	text, err := json.Marshal(setting)
	if err != nil {
		panic(err) // it has texts only
	}
	sum := sha256.Sum256(text)
	return "set, with the mark " + hex.EncodeToString(sum[:4])
}
