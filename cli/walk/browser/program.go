package browser

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

// Program is a running server. Its data remains in folder when it stops, for the
// next one to use.
type Program struct {
	t       *testing.T
	Url     string // ends with /
	Command *exec.Cmd
	log     *bytes.Buffer
}

// StartBuilt starts a binary in a folder.
func StartBuilt(t *testing.T, binary, folder string, arguments ...string) *Program {
	t.Helper()
	command := exec.Command(binary, append([]string{"--listen=127.0.0.1:0"}, arguments...)...)
	command.Dir = folder
	return Await(t, command)
}

// StartProgram starts the test binary as the program, in a folder that is empty
// but for the compiled Graphviz: compiling it takes half a second.
func StartProgram(t *testing.T, arguments ...string) *Program {
	t.Helper()
	command := clitest.Process(t, 10*time.Minute, append([]string{"--listen=127.0.0.1:0"}, arguments...)...)
	command.Dir = t.TempDir()
	compiled.putInto(t, command.Dir)
	t.Cleanup(func() { compiled.takeFrom(t, command.Dir) }) // after the program has stopped
	return Await(t, command)
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

// CopyExample creates a copy of an example and returns its path.
func (p *Program) CopyExample(slug string) string {
	p.t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.PostForm(p.Url+"examples/"+slug, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	location, err := response.Location()
	if err != nil {
		p.t.Fatalf("POST /examples/%s: %s, %v", slug, response.Status, err)
	}
	return strings.TrimPrefix(location.String(), p.Url)
}

// Await waits for the line with the URL.
func Await(t *testing.T, command *exec.Cmd) *Program {
	t.Helper()
	p := &Program{t: t, Command: command, log: &bytes.Buffer{}}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = p.log
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	line, err := bufio.NewReader(output).ReadString('\n')
	if p.Url = clitest.Address.FindString(line); err != nil || p.Url == "" {
		p.Stop()
		t.Fatalf("the program printed %q and no URL\n%s", line, p.log)
	}
	return p
}

// Stop ends the program with SIGTERM.
func (p *Program) Stop() {
	if p.Command.ProcessState != nil {
		return
	}
	p.Command.Process.Signal(syscall.SIGTERM)
	if err := p.Command.Wait(); err != nil && p.t.Context().Err() == nil {
		p.t.Errorf("the program ended with %v\n%s", err, p.log)
	}
}

// Post sends a form as a browser without scripts does.
func (p *Program) Post(path string, form url.Values) {
	p.t.Helper()
	response, err := http.PostForm(p.Url+path, form)
	if err != nil {
		p.t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		p.t.Fatalf("POST %s: %s", path, response.Status)
	}
}

// Get requests a path of the program without a browser. header alternates names
// and values.
func (p *Program) Get(path string, header ...string) (*http.Response, string) {
	p.t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, p.Url+path, nil)
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
