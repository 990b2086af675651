package walk

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"widerow/cli/clitest"
)

// program is a running server. Its data remains in folder when it stops, for the
// next one to use.
type program struct {
	t       *testing.T
	url     string // ends with /
	command *exec.Cmd
	log     *bytes.Buffer
}

// startBuilt starts a binary in a folder.
func startBuilt(t *testing.T, binary, folder string, arguments ...string) *program {
	t.Helper()
	command := exec.Command(binary, append([]string{"--listen=127.0.0.1:0"}, arguments...)...)
	command.Dir = folder
	return await(t, command)
}

// startProgram starts the test binary as the program, in a folder that is empty
// but for the compiled Graphviz: compiling it takes half a second.
func startProgram(t *testing.T, arguments ...string) *program {
	t.Helper()
	command := clitest.Process(t, 10*time.Minute, append([]string{"--listen=127.0.0.1:0"}, arguments...)...)
	command.Dir = t.TempDir()
	compiled.putInto(t, command.Dir)
	t.Cleanup(func() { compiled.takeFrom(t, command.Dir) }) // after the program has stopped
	return await(t, command)
}

// compiled is the compiled Graphviz that the first program leaves to the others.
var compiled compiledEngine

type compiledEngine struct {
	sync.Mutex
	folder string // "" until a program has compiled it
}

const compiledFolder = "widerow.db.cache"

func (c *compiledEngine) putInto(t *testing.T, folder string) {
	t.Helper()
	c.Lock()
	defer c.Unlock()
	if c.folder == "" {
		return
	}
	target := filepath.Join(folder, compiledFolder)
	if err := os.Mkdir(target, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(target, os.DirFS(c.folder)); err != nil {
		t.Fatal(err)
	}
}

func (c *compiledEngine) takeFrom(t *testing.T, folder string) {
	t.Helper()
	c.Lock()
	defer c.Unlock()
	source := filepath.Join(folder, compiledFolder)
	if files, err := os.ReadDir(source); err != nil || len(files) == 0 || c.folder != "" {
		return
	}
	kept, err := os.MkdirTemp("", "widerow-compiled-")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(kept, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	c.folder = kept
}

// copyExample creates a copy of an example and returns its path.
func (p *program) copyExample(slug string) string {
	p.t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.PostForm(p.url+"examples/"+slug, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	location, err := response.Location()
	if err != nil {
		p.t.Fatalf("POST /examples/%s: %s, %v", slug, response.Status, err)
	}
	return strings.TrimPrefix(location.String(), p.url)
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
	if p.url = clitest.Address.FindString(line); err != nil || p.url == "" {
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

// post sends a form as a browser without scripts does.
func (p *program) post(path string, form url.Values) {
	p.t.Helper()
	response, err := http.PostForm(p.url+path, form)
	if err != nil {
		p.t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		p.t.Fatalf("POST %s: %s", path, response.Status)
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
