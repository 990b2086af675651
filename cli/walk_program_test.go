package cli_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"
)

// program is a running server. Its data remains in folder when it stops, for the
// next one to use.
type program struct {
	t       *testing.T
	url     string // ends with /
	command *exec.Cmd
	log     *bytes.Buffer
}

// built holds the path of the binary that all tests share, "" until it is built.
var built struct {
	sync.Mutex
	folder string
}

// buildProgram builds the static binary that users get. It omits -trimpath,
// which would compile the whole standard library again.
func buildProgram(t testing.TB) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if built.folder != "" {
		return filepath.Join(built.folder, "widerow")
	}
	folder, err := os.MkdirTemp("", "widerow-built-") // t.TempDir is removed with the test
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(folder, "widerow")
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-s -w", "-o", binary, "widerow")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		os.RemoveAll(folder)
		t.Fatalf("build: %v\n%s", err, output)
	}
	built.folder = folder
	return binary
}

// startBuilt starts a binary in a folder.
func startBuilt(t *testing.T, binary, folder string, arguments ...string) *program {
	t.Helper()
	command := exec.Command(binary, append([]string{"--listen=127.0.0.1:0"}, arguments...)...)
	command.Dir = folder
	return await(t, command)
}

// startProgram starts the test binary as the program, in an empty folder.
func startProgram(t *testing.T, arguments ...string) *program {
	t.Helper()
	command := widerowProcess(t, 10*time.Minute, append([]string{"--listen=127.0.0.1:0"}, arguments...)...)
	command.Dir = t.TempDir()
	return await(t, command)
}

// await waits for the line with the URL.
func await(t *testing.T, command *exec.Cmd) *program {
	t.Helper()
	p := &program{t: t, command: command, log: &bytes.Buffer{}}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = p.log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.stop)
	line, err := bufio.NewReader(output).ReadString('\n')
	if p.url = addressInLine.FindString(line); err != nil || p.url == "" {
		p.stop()
		t.Fatalf("the program printed %q and no URL\n%s", line, p.log)
	}
	return p
}

// stop ends the program with SIGTERM.
func (p *program) stop() {
	if p.command.ProcessState != nil {
		return
	}
	p.command.Process.Signal(syscall.SIGTERM)
	if err := p.command.Wait(); err != nil && p.t.Context().Err() == nil {
		p.t.Errorf("the program ended with %v\n%s", err, p.log)
	}
}

// get requests a path of the program without a browser. header alternates names
// and values.
func (p *program) get(path string, header ...string) (*http.Response, string) {
	p.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, p.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		request.Header.Set(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return response, string(body)
}
