package cli_test

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"widerow/cli/clitest"
	"widerow/model/diff"
	"widerow/store"
	"widerow/store/bolt"
)

// startServer starts the program in folder and returns its URL. stop ends it
// and returns its standard error.
func startServer(t *testing.T, folder string, arguments ...string) (url string, stop func() (stderr string)) {
	t.Helper()
	url, server, ended, log := launch(t, 10*time.Minute, folder, arguments)
	return url, func() string {
		stopServer(t, server, ended)
		return log.String()
	}
}

// startServerProcess is startServer for a test that runs long and needs the
// process id.
func startServerProcess(t *testing.T, folder string, arguments ...string) (url string, process int) {
	t.Helper()
	url, server, _, _ := launch(t, time.Hour, folder, arguments)
	return url, server.Process.Pid
}

func launch(t *testing.T, atMost time.Duration, folder string, arguments []string) (url string, server *exec.Cmd, ended <-chan error, log *bytes.Buffer) {
	t.Helper()
	server = clitest.Process(t, atMost, append([]string{"--listen=127.0.0.1:0"}, arguments...)...)
	server.Dir = folder
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	log = &bytes.Buffer{}
	server.Stderr = log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	end := make(chan error, 1)
	go func() { end <- server.Wait() }()
	if err != nil {
		<-end
		t.Fatalf("widerow printed no address: %v\n%s", err, log)
	}
	url = clitest.Address.FindString(line)
	if url == "" {
		t.Fatalf("the first line has no address: %q", line)
	}
	return url, server, end, log
}

func TestServeInAnEmptyFolder(t *testing.T) {
	folder := t.TempDir()
	url, stop := startServer(t, folder)
	if page := get(t, url); !strings.Contains(page, "<html") {
		t.Errorf("the home page is %.200q", page)
	}
	if body := get(t, url+"readyz"); body != "ready\n" {
		t.Errorf("readyz = %q", body)
	}
	listen := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	if code, _, stderr := run(t, "", "healthcheck", "--listen", listen); code != 0 {
		t.Errorf("healthcheck = %d: %s", code, stderr)
	}
	log := stop()
	if !strings.Contains(log, "stopped") {
		t.Errorf("the log does not end with stopped:\n%s", log)
	}
	if _, err := os.Stat(filepath.Join(folder, "widerow.db")); err != nil {
		t.Error(err)
	}
	info, err := os.Stat(filepath.Join(folder, "widerow.db.cache"))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the cache of the layout engine must be private: %v, %v", info, err)
	}
}

func TestServeBelowABasePath(t *testing.T) {
	url, stop := startServer(t, t.TempDir(), "--base-path=/x/y", "--log-format=json")
	if !strings.HasSuffix(url, "/x/y/") {
		t.Errorf("the address is %s, want /x/y/ at its end", url)
	}
	page := get(t, url)
	for _, link := range regexp.MustCompile(`(?:href|src|action)="(/[^"]*)"`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(link[1], "/x/y/") {
			t.Errorf("a link leaves the base path: %s", link[1])
		}
	}
	if log := stop(); !strings.Contains(log, `"msg":"stopped"`) {
		t.Errorf("the log is not JSON:\n%s", log)
	}
}

// If the server cannot start, it prints one line: what is wrong, and what to
// do about it.
func TestServeExplainsWhyItCannotStart(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	folder := t.TempDir()
	_, stop := startServer(t, folder)
	defer stop()
	damaged := filepath.Join(t.TempDir(), "notes.db")
	if err := os.WriteFile(damaged, []byte(strings.Repeat("these are my notes\n", 1000)), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name      string
		arguments []string
		want      []string
	}{
		{"port taken", []string{"--listen", taken.Addr().String()}, []string{taken.Addr().String(), "in use", "--listen"}},
		{"no such address", []string{"--listen", "192.0.2.1:80"}, []string{"192.0.2.1:80", "--listen"}},
		{"no port", []string{"--listen", "localhost"}, []string{"localhost", "--listen"}},
		{"file locked", []string{"--listen=127.0.0.1:0", "--data", filepath.Join(folder, "widerow.db")}, []string{"widerow.db", "another process", "--data"}},
		{"no such folder", []string{"--listen=127.0.0.1:0", "--data", "/no/such/folder/widerow.db"}, []string{"/no/such/folder", "--data"}},
		{"a folder", []string{"--listen=127.0.0.1:0", "--data", folder}, []string{folder, "--data"}},
		{"no data file", []string{"--listen=127.0.0.1:0", "--data", damaged}, []string{damaged, "--data"}},
		{"base path", []string{"--listen=127.0.0.1:0", "--base-path", "a b"}, []string{"a b", "base path"}},
		{"all proxies", []string{"--listen=127.0.0.1:0", "--trusted-proxies", "*"}, []string{"trusted proxies", "every client", "10.0.0.0/8"}},
		{"too little memory", []string{"--listen=127.0.0.1:0", "--memory", "1MB"}, []string{"--memory", "128MB"}},
		{"a path that browsers shorten", []string{"--listen=127.0.0.1:0", "--base-path", "/a/../b"}, []string{"/a/../b", "base path"}},
		{"all names", []string{"--listen=127.0.0.1:0", "--host", "*"}, []string{"names of the server", "models.example.org"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			command := clitest.Process(t, 10*time.Minute, append([]string{"serve"}, test.arguments...)...)
			command.Dir = t.TempDir()
			checkStartFails(t, command, test.want)
		})
	}
}

func TestServeInAReadOnlyFolder(t *testing.T) {
	needNamespaces(t)
	folder := t.TempDir()
	inner := clitest.Process(t, 10*time.Minute, "--listen=127.0.0.1:0")
	const readOnly = `mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$1" && shift && exec "$@"`
	command := exec.CommandContext(t.Context(), "unshare", append([]string{"--mount", "sh", "-c", readOnly, "sh", folder}, inner.Args...)...)
	command.Env = inner.Env
	checkStartFails(t, command, []string{"widerow.db", "read-only", "--data"})
}

func checkStartFails(t *testing.T, command *exec.Cmd, want []string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	if command.ProcessState.ExitCode() != 1 {
		t.Errorf("it ended with %v, want exit code 1", err)
	}
	if stdout.Len() > 0 {
		t.Errorf("it printed %q, want nothing on standard output", stdout.String())
	}
	message := stderr.String()
	if strings.Count(message, "\n") != 1 {
		t.Errorf("the message is not one line:\n%s", message)
	}
	for _, part := range want {
		if !strings.Contains(message, part) {
			t.Errorf("the message lacks %q: %s", part, message)
		}
	}
}

// The first signal lets running requests finish. Only a second one would end the
// process at once.
func TestServeFinishesARunningRequest(t *testing.T) {
	url, stop := startServer(t, t.TempDir())
	host := strings.Split(strings.TrimPrefix(url, "http://"), "/")[0]
	connection, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	// A request waits for its body when the signal arrives.
	head := "POST /you HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
	if _, err := connection.Write([]byte(head)); err != nil {
		t.Fatal(err)
	}
	answer := bufio.NewReader(connection)
	if status, err := answer.ReadString('\n'); err != nil || !strings.HasPrefix(status, "HTTP/1.1 100 ") {
		t.Fatalf("the server does not ask for the body: %q, %v", status, err)
	}
	answered := make(chan string, 1)
	go func() {
		waitUntilClosed(host)
		connection.Write([]byte("name=Eve"))
		answer.ReadString('\n') // the empty line after 100
		status, _ := answer.ReadString('\n')
		answered <- status
	}()
	stop()
	if status := <-answered; !strings.HasPrefix(status, "HTTP/1.1 ") {
		t.Errorf("the running request got the response %q", status)
	}
}

// waitUntilClosed waits until a server takes no connection any more.
func waitUntilClosed(host string) {
	for {
		connection, err := net.Dial("tcp", host)
		if err != nil {
			return
		}
		connection.Close()
		time.Sleep(time.Millisecond)
	}
}

// Saves that have arrived are carried out before the server stops: each is
// answered, and what was answered is there after a restart.
func TestServeSavesWhatWaits(t *testing.T) {
	folder := t.TempDir()
	address, stop := startServer(t, folder)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	send := func(path string, form url.Values) (status int, location string) {
		response, err := client.PostForm(address+path, form)
		if err != nil {
			return 0, "" // it did not arrive
		}
		defer response.Body.Close()
		return response.StatusCode, response.Header.Get("Location")
	}
	_, model := send("examples/hotel", nil)
	model = strings.TrimPrefix(model, "/")
	var saved, answered atomic.Int32
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			status, _ := send(model+"/edit", url.Values{"tab": {"logical"}, "do": {"add:query:"}, "new.query.name": {fmt.Sprint("q", i)}})
			switch answered.Add(1); status {
			case http.StatusSeeOther:
				saved.Add(1)
			case 0:
			default:
				t.Errorf("status %d", status)
			}
		})
	}
	for answered.Load() < 3 {
		time.Sleep(time.Millisecond)
	}
	stop()
	group.Wait()
	address, stop = startServer(t, folder)
	defer stop()
	if want := fmt.Sprintf("Saved · r%d", saved.Load()+1); !strings.Contains(get(t, address+model+"/logical"), want) {
		t.Errorf("the page does not say %q", want)
	}
}

// A model that was deleted long ago is not purged at the start: the clock may
// be wrong.
func TestServePurgesNothingAtTheStart(t *testing.T) {
	folder := t.TempDir()
	models, err := bolt.Open(filepath.Join(folder, "widerow.db"), bolt.Options{Options: store.Options{Apply: diff.Apply}})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now().Add(-31 * 24 * time.Hour)
	created := store.Save{Model: "long-ago", Operation: "made", At: at, Kind: store.KindCreate, Title: "long-ago", Document: []byte("{}")}
	if _, err := models.Create(t.Context(), created); err != nil {
		t.Fatal(err)
	}
	if _, err := models.Delete(t.Context(), store.Deletion{Model: "long-ago", Base: 1, Operation: "gone", At: at, Author: store.Author{Name: "Ada"}}); err != nil {
		t.Fatal(err)
	}
	if err := models.Close(); err != nil {
		t.Fatal(err)
	}
	address, stop := startServer(t, folder)
	if page := get(t, address+"deleted"); !strings.Contains(page, "long-ago") {
		t.Errorf("the model is gone:\n%s", page)
	}
	if log := stop(); strings.Contains(log, "purged a deleted model") {
		t.Errorf("the log says that a model was purged:\n%s", log)
	}
}

// TestServeWithoutOutput: a disk of logs that is full keeps nobody out.
func TestServeWithoutOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full:", err)
	}
	defer full.Close()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listen := free.Addr().String()
	free.Close()
	server := clitest.Process(t, 10*time.Minute, "--listen="+listen)
	server.Dir, server.Stdout, server.Stderr = t.TempDir(), full, full
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	for {
		if answer, err := http.Get("http://" + listen + "/healthz"); err == nil {
			answer.Body.Close()
			server.Process.Kill()
			<-ended
			return
		}
		select {
		case err := <-ended:
			t.Fatalf("the server has ended: %v", err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
