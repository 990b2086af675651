package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"widerow/cli/clitest"
)

// post sends a form and returns the status.
func post(t *testing.T, url, form string) int {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Post(url, "application/x-www-form-urlencoded", strings.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

func wantRun(t *testing.T, want int, texts []string, arguments ...string) {
	t.Helper()
	code, stdout, stderr := run(t, "", arguments...)
	output := stdout + stderr
	if code != want {
		t.Errorf("widerow %s: exit code %d, want %d: %s", strings.Join(arguments, " "), code, want, output)
	}
	for _, text := range texts {
		if !strings.Contains(output, text) {
			t.Errorf("widerow %s: the output lacks %q: %s", strings.Join(arguments, " "), text, output)
		}
	}
}

// admin asks a server at its socket.
func admin(t *testing.T, socket, path string, header ...string) (status int, body string) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", socket)
	}}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://localhost"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		if request.Header.Set(header[i], header[i+1]); header[i] == "Host" {
			request.Host = header[i+1]
		}
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// shortFolder is a folder whose path leaves room for a socket.
func shortFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "widerow-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

func TestOperateARunningServer(t *testing.T) {
	folder := shortFolder(t)
	data, backup := filepath.Join(folder, "widerow.db"), filepath.Join(folder, "backup.db")
	url, stop := startServer(t, folder)
	if status := post(t, url+"examples/hotel", "operation=one"); status != http.StatusSeeOther {
		t.Fatalf("status %d", status)
	}
	if info, err := os.Stat(data + ".sock"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket: %v, %v, want mode 0600", info, err)
	}
	wantRun(t, 0, []string{"1 model, 1 revision", "sha256 "}, "backup", "--data", data, backup)
	wantRun(t, 0, []string{"no damage"}, "verify", "--data", data)
	wantRun(t, 0, []string{"1 model, 1 revision", "no damage"}, "verify", backup)
	wantRun(t, 1, []string{"in use by another process", "stop that process"}, "restore", "--data", data, backup)
	wantRun(t, 1, []string{"in use by another process"}, "salvage", data, filepath.Join(folder, "new.db"))
	wantRun(t, 1, []string{"in use by another process"}, "verify", data) // as a backup, without the server
	wantRun(t, 1, []string{"in use"}, "backup", "--data", data, data)

	for _, test := range []struct {
		path   string
		header []string
		status int
		want   string
	}{
		{"/", nil, 200, "ready: models can be read and saved"},
		{"/", []string{"Accept", "text/html"}, 200, "Largest models"},
		{"/metrics", nil, 200, "widerow_scrub_ok 1"},
		{"/readyz", nil, 200, "ready"},
		{"/", []string{"Host", "evil.example"}, 421, "localhost"},
		{"/backup", []string{"Host", "evil.example"}, 421, "localhost"},
		{"/m/x", nil, 404, ""},
	} {
		status, body := admin(t, data+".sock", test.path, test.header...)
		if status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s %q: status %d, want %d: %.300s", test.path, test.header, status, test.status, body)
		}
	}
	stop()
	for _, left := range []string{".sock", ".lock"} {
		if _, err := os.Stat(data + left); err == nil {
			t.Errorf("%s is left behind", data+left)
		}
	}
	wantRun(t, 0, []string{"restored 1 model", "before-restore"}, "restore", "--data", data, backup)
	wantRun(t, 0, []string{"1 model"}, "backup", "--data", data, backup)
}

// A server whose file is removed says so within 2 seconds, and acknowledges no
// save. A second one beside it does not start.
func TestAttackRemovedDataFile(t *testing.T) {
	folder := shortFolder(t)
	data, rescued := filepath.Join(folder, "widerow.db"), filepath.Join(folder, "rescued.db")
	url, stop := startServer(t, folder)
	post(t, url+"examples/hotel", "operation=one")
	if err := os.Remove(data); err != nil {
		t.Fatal(err)
	}
	if status := post(t, url+"examples/hotel", "operation=two"); status != http.StatusServiceUnavailable {
		t.Errorf("a save after the file was removed has status %d", status)
	}
	response, err := http.Get(url + "readyz")
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(response.Body)
	response.Body.Close()
	if response.StatusCode != http.StatusServiceUnavailable || !bytes.Contains(body, []byte("data file was removed")) || bytes.Contains(body, []byte("widerow.db")) {
		t.Errorf("readyz: status %d, %s", response.StatusCode, body)
	}
	if status, body := admin(t, data+".sock", "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, "./widerow.db: the file was removed or moved") {
		t.Errorf("readyz at the admin address: status %d, %s", status, body)
	}
	second := clitest.Process(t, time.Minute, "serve", "--listen=127.0.0.1:0")
	second.Dir = folder
	checkStartFails(t, second, []string{"in use by another process", "--data"})
	wantRun(t, 0, []string{"1 model, 1 revision"}, "backup", "--data", data, rescued)
	time.Sleep(2 * time.Second)
	if log := stop(); !strings.Contains(log, "no save is accepted") {
		t.Errorf("the log does not say it:\n%s", log)
	}
	wantRun(t, 0, []string{"restored 1 model, 1 revision"}, "restore", "--data", data, rescued)
}

// Damage on the disk: verify lists it, the server starts all the same.
func TestAttackDamagedDataFile(t *testing.T) {
	folder := shortFolder(t)
	data := filepath.Join(folder, "widerow.db")
	url, stop := startServer(t, folder)
	models := []string{openExample(t, url, "hotel"), openExample(t, url, "hotel")}
	for number := range 3 {
		for _, id := range models {
			post(t, url+"m/"+id+"/edit", fmt.Sprintf("do=add:entity:&new.entity.name=E%d&operation=e%d%s", number, number, id))
		}
	}
	damagedModel := models[1]
	stop()
	whole, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(whole)
	// The newest document of a model follows the key "document" in its bucket.
	// Only that of the last save has all three entity types.
	at := headOf(t, data, damagedModel)
	damaged[at+100] ^= 4
	damaged[2*os.Getpagesize()] ^= 1 // the number in the header of a page, which may be free
	if err := os.WriteFile(data, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	wantRun(t, 1, []string{"damage: ", "damaged place"}, "verify", data)
	wantRun(t, 1, []string{"kept as", ".damaged"}, "backup", "--data", data, filepath.Join(folder, "backup.db"))
	url, stop = startServer(t, folder)
	if page := get(t, url); !strings.Contains(page, "Hotel") {
		t.Error("the hotel is not on the home page")
	}
	run(t, "", "verify", "--data", data) // finds what the start did not have to read
	wantRun(t, 0, []string{"no damage"}, "verify", "--data", data)
	wantUsable(t, url, damagedModel)
	if log := stop(); !strings.Contains(log, "rebuilt") {
		t.Errorf("the log does not say that the file was rebuilt:\n%s", log)
	}
	kept, err := filepath.Glob(data + ".damaged-*")
	if err != nil || len(kept) == 0 {
		t.Errorf("the damaged file is not kept: %v", err)
	}
}

// headOf returns where the newest document of a model lies in the data file.
func headOf(t *testing.T, data, model string) int {
	t.Helper()
	whole, err := os.ReadFile(data)
	if err != nil {
		t.Fatal(err)
	}
	url, stop := startServer(t, filepath.Dir(data))
	defer stop()
	document := get(t, url+"m/"+model+"/model.json")
	at := bytes.LastIndex(whole, []byte(strings.TrimSpace(document)))
	if at < 0 {
		t.Fatal("the newest document is not in the data file as it is")
	}
	return at
}

// wantUsable checks a model that was repaired: it opens with a notice, and its
// history, export, copy, restore and delete work.
func wantUsable(t *testing.T, url, model string) {
	t.Helper()
	address := url + "m/" + model
	for path, want := range map[string]string{
		"/concepts":       "repaired after damage on the server&#39;s disk: nothing is lost",
		"/history":        "repaired after damage",
		"/model.json":     "E2",
		"/schema.cql":     "CREATE TABLE",
		"/delete":         "Delete",
		"/concepts?rev=3": "E1",
	} {
		if page := get(t, address+path); !strings.Contains(page, want) {
			t.Errorf("%s lacks %q", path, want)
		}
	}
	for _, form := range []string{"/copy", "/restore?revision=2", "/edit?do=add:entity:&new.entity.name=Again", "/delete?base=7"} {
		path, values, _ := strings.Cut(form, "?")
		if status := post(t, address+path, values+"&operation=x"+path[1:]); status != http.StatusSeeOther {
			t.Errorf("%s: status %d", form, status)
		}
	}
}
