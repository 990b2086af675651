package cli_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"widerow/cli/clitest"
)

// image holds the parts of the Dockerfile that concern running the binary.
type image struct {
	environment []string
	user        string
	entrypoint  []string
	healthcheck []string
	stopSignal  string
}

func readDockerfile(t *testing.T) image {
	t.Helper()
	text, err := os.ReadFile("../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	var found image
	for _, line := range strings.Split(string(text), "\n") {
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "ENV":
			found.environment = append(found.environment, rest)
		case "USER":
			found.user = rest
		case "STOPSIGNAL":
			found.stopSignal = rest
		case "ENTRYPOINT":
			found.entrypoint = words(t, rest)
		case "HEALTHCHECK":
			found.healthcheck = words(t, rest[strings.Index(rest, "["):])
		}
	}
	if found.user == "" || found.stopSignal != "SIGTERM" || len(found.entrypoint) == 0 || len(found.healthcheck) == 0 {
		t.Fatalf("the Dockerfile lacks a line that this test needs: %+v", found)
	}
	return found
}

func words(t *testing.T, list string) []string {
	t.Helper()
	var words []string
	if err := json.Unmarshal([]byte(list), &words); err != nil {
		t.Fatalf("%s: %v", list, err)
	}
	return words
}

// The image contains only the binary. This test runs it as the Dockerfile
// does: with its user and environment, in an empty root folder that is
// read-only except for /data.
func TestBinaryRunsInAnEmptyReadOnlyRoot(t *testing.T) {
	needNamespaces(t)
	image := readDockerfile(t)
	root := emptyRoot(t)
	listen := freeAddress(t)
	image.environment = append(image.environment, "WIDEROW_LISTEN="+listen) // port 8080 may be in use

	server := inRoot(t, root, image, image.entrypoint)
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	t.Cleanup(func() { server.Process.Kill() })

	line, err := bufio.NewReader(output).ReadString('\n')
	go func() { ended <- server.Wait() }()
	if err != nil {
		<-ended
		t.Fatalf("the server printed no address: %v\n%s", err, log.String())
	}
	if want := "http://" + listen + "/"; !strings.Contains(line, want) {
		t.Errorf("the first line is %q, want %s in it", line, want)
	}
	if page := get(t, "http://"+listen+"/"); !strings.Contains(page, "<html") || !strings.Contains(page, "Widerow") {
		t.Errorf("the home page is %.200q", page)
	}
	if output, err := inRoot(t, root, image, image.healthcheck).CombinedOutput(); err != nil {
		t.Errorf("the health check of a healthy server: %v\n%s", err, output)
	}
	stopServer(t, server, ended)
	if output, err := inRoot(t, root, image, image.healthcheck).CombinedOutput(); err == nil {
		t.Errorf("the health check of a stopped server succeeds: %s", output)
	}
	for _, file := range []string{"widerow.db", "widerow.db.cache"} {
		if _, err := os.Stat(filepath.Join(root, "data", file)); err != nil {
			t.Errorf("the volume lacks a file of the server: %v", err)
		}
	}
	if strings.Contains(log.String(), `"level":"ERROR"`) {
		t.Errorf("the log has errors:\n%s", log.String())
	}
}

func stopServer(t *testing.T, server *exec.Cmd, ended <-chan error) {
	t.Helper()
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("after SIGTERM the server ended with %v, want exit code 0", err)
		}
	case <-time.After(5 * time.Minute):
		t.Error("the server does not end after SIGTERM")
	}
}

// emptyRoot makes a root folder with the program and the folders that a
// container engine provides: /data and /proc.
func emptyRoot(t *testing.T) string {
	t.Helper()
	root, err := os.MkdirTemp("", "widerow-root-") // other users cannot enter t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	for _, folder := range []string{"data", "proc"} {
		if err := os.Mkdir(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(filepath.Join(root, "data"), 65532, 65532); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(clitest.Build(t), filepath.Join(root, "widerow")); err != nil {
		t.Fatal(err)
	}
	return root
}

// enter makes the root read-only and executes the command in it. It runs in its
// own mount namespace, which ends with the process.
const enter = `set -e
root=$1 user=$2; shift 2
mount --bind "$root" "$root"
mount --bind "$root/data" "$root/data"
mount -t proc proc "$root/proc"
mount -o remount,ro,bind "$root"
if touch "$root/x" 2>/dev/null; then echo "the root is not read-only" >&2; exit 1; fi
exec chroot --userspec="$user" "$root" "$@"`

func inRoot(t *testing.T, root string, image image, arguments []string) *exec.Cmd {
	t.Helper()
	all := append([]string{"--mount", "sh", "-c", enter, "sh", root, image.user}, arguments...)
	command := exec.CommandContext(t.Context(), "unshare", all...)
	command.Env = append([]string{"PATH=" + os.Getenv("PATH")}, image.environment...)
	return command
}

var isDigits = regexp.MustCompile(`^\d+$`)

func needNamespaces(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: builds the binary and runs it in its own root")
	}
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("only root on Linux may change the root folder of a process")
	}
	if output, err := exec.Command("unshare", "--mount", "id", "-u").Output(); err != nil || !isDigits.MatchString(strings.TrimSpace(string(output))) {
		t.Skipf("this machine gives no mount namespace (unshare --mount): %v", err)
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func get(t *testing.T, url string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK {
		t.Errorf("GET %s: %s", url, response.Status)
	}
	return string(body)
}
