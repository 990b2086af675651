package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"widerow/handlers/operator"
)

// dataFile holds the flags for the store and the admin address of the server
// that uses it. All verbs for operators have them.
type dataFile struct {
	place
	AdminListen string `help:"Address for operators: unix:FILE, HOST:PORT or off. Default: a Unix socket beside the data file." env:"WIDEROW_ADMIN_LISTEN" placeholder:"ADDRESS"`
}

// noAdmin is the admin address of a server that has none.
const noAdmin = "off"

// adminAddress returns the network and the address. byDefault reports that no
// flag sets it.
func (d dataFile) adminAddress() (network, address string, byDefault bool) {
	if path, isSocket := strings.CutPrefix(d.AdminListen, "unix:"); isSocket {
		return "unix", path, false
	}
	if d.AdminListen != "" {
		return "tcp", d.AdminListen, false
	}
	return "unix", d.Data + ".sock", true
}

// needsNoServer reports that the verb works on the store itself. A store in a cluster is open to
// everyone, and the server beside the data file may have another one.
func (d dataFile) needsNoServer() bool { return d.inCluster() && d.AdminListen == "" }

// maxSocketPath is the length of the path of a Unix socket on Linux.
const maxSocketPath = 107

// serveAdmin serves the site until ctx is done. The address by default is a
// convenience: if it cannot be used, that is logged.
func (d dataFile) serveAdmin(ctx context.Context, site *operator.Site, log *slog.Logger) (stop func(), err error) {
	if d.AdminListen == noAdmin {
		return func() {}, nil
	}
	network, address, byDefault := d.adminAddress()
	listener, err := listenAdmin(ctx, network, address)
	if err != nil {
		err = fmt.Errorf("listen on the admin address %s: %w: choose another one with --admin-listen, or off", address, err)
		if !byDefault {
			return nil, err
		}
		log.Warn("there is no admin address, so backups need a stop of the server", "error", err)
		return func() {}, nil
	}
	if network == "tcp" && !isLocal(listener) {
		log.Warn("other machines can reach the admin address and read all models", "admin-listen", address)
	}
	server := &http.Server{
		Handler: site.Handler(), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	go server.Serve(listener)
	return func() {
		server.Close()
		if network == "unix" {
			os.Remove(address)
		}
	}, nil
}

func listenAdmin(ctx context.Context, network, address string) (net.Listener, error) {
	if network == "unix" {
		return listenUnix(ctx, address)
	}
	var config net.ListenConfig
	return config.Listen(ctx, network, address)
}

// listenUnix makes a socket that only this user can use. It is made in a private
// folder, so that nobody can connect before its mode is set. A socket that a
// killed server left is replaced.
func listenUnix(ctx context.Context, path string) (net.Listener, error) {
	if len(path) > maxSocketPath-len("/.widerow-1234567890/s") {
		return nil, fmt.Errorf("the path has %d characters, which is too long for a socket", len(path))
	}
	if connection, err := net.Dial("unix", path); err == nil {
		connection.Close()
		return nil, errors.New("another process answers there")
	}
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket == 0 {
		return nil, errors.New("there is a file of that name")
	}
	folder, err := os.MkdirTemp(filepath.Dir(path), ".widerow-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "unix", filepath.Join(folder, "s"))
	if err != nil {
		return nil, err
	}
	listener.(*net.UnixListener).SetUnlinkOnClose(false)
	err = os.Chmod(filepath.Join(folder, "s"), 0o600)
	if err == nil {
		err = os.Rename(filepath.Join(folder, "s"), path)
	}
	if err != nil {
		listener.Close()
		return nil, err
	}
	return listener, nil
}

// errNoServer means that no server answers at the admin address.
var errNoServer = errors.New("no server answers")

// ask sends a request to the server that uses the data file.
func (d dataFile) ask(ctx context.Context, method, path string) (*http.Response, error) {
	return d.send(ctx, method, path, nil)
}

// send is ask with JSON in the body.
func (d dataFile) send(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	if d.AdminListen == noAdmin {
		return nil, errNoServer
	}
	network, address, _ := d.adminAddress()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var dialer net.Dialer
			return dialer.DialContext(ctx, network, address)
		}}}
	request, err := http.NewRequestWithContext(ctx, method, "http://localhost"+path, body)
	if err != nil {
		return nil, err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := client.Do(request)
	switch {
	case errors.Is(err, syscall.ENOENT), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ENOTDIR):
		return nil, errNoServer
	case errors.Is(err, os.ErrPermission):
		return nil, fmt.Errorf("the admin address %s belongs to another user: run this as the user of the server", address)
	case err != nil:
		return nil, fmt.Errorf("ask the server at %s: %w", address, err)
	case response.StatusCode != http.StatusOK:
		response.Body.Close()
		return nil, fmt.Errorf("ask the server at %s: it responds with %s; see its log", address, response.Status)
	}
	return response, nil
}
