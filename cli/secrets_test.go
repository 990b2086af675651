package cli_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"mime/multipart"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"widerow/cql/cassandratest"
)

// The secrets that TestSecretsStaySecret types. Each is unlike anything that the program writes itself.
var typedSecrets = map[string]string{"password": "pa55-Qx7vK2mZ", "secret_key": "aws/Kx93+LmQ7Vt0", "session_token": "tok-U8dn2Wq5Rz",
	"key_id": "AKIDX4711QQZZ"}

// secretForms are the ways in which a secret could be written: as it is, in hexadecimal digits, escaped in an address, in
// JSON or in HTML, and as Base64, wherever in a longer text it begins.
func secretForms(secret []byte) [][]byte {
	quoted, _ := json.Marshal(string(secret))
	forms := [][]byte{secret, []byte(hex.EncodeToString(secret)), []byte(strings.ToUpper(hex.EncodeToString(secret))),
		[]byte(url.QueryEscape(string(secret))), bytes.Trim(quoted, `"`), []byte(html.EscapeString(string(secret)))}
	const bitsOfByte, bitsOfLetter = 8, 6
	for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			whole := alphabet.EncodeToString(append(make([]byte, before), secret...))
			// The first and the last letter may have bits of what is around it.
			from, to := (before*bitsOfByte+bitsOfLetter-1)/bitsOfLetter, (before+len(secret))*bitsOfByte/bitsOfLetter
			forms = append(forms, []byte(whole[from:to]))
		}
	}
	return forms
}

// unpacked returns what is compressed in a text: by gzip, zlib, or in a ZIP file.
func unpacked(text string) string {
	var all strings.Builder
	for _, format := range []struct {
		start string
		open  func(io.Reader) (io.Reader, error)
	}{
		{"\x1f\x8b\x08", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{"\x78\x01", func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) }},
		{"\x78\x9c", func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) }},
		{"\x78\xda", func(r io.Reader) (io.Reader, error) { return zlib.NewReader(r) }},
		{"PK\x03\x04", func(r io.Reader) (io.Reader, error) {
			const header = 30
			var head [header]byte
			if _, err := io.ReadFull(r, head[:]); err != nil {
				return nil, err
			}
			names := int64(head[26]) + int64(head[27])<<8 + int64(head[28]) + int64(head[29])<<8
			_, err := io.CopyN(io.Discard, r, names)
			return flate.NewReader(r), err
		}},
	} {
		for at := strings.Index(text, format.start); at >= 0; {
			if reader, err := format.open(strings.NewReader(text[at:])); err == nil {
				_, _ = io.Copy(&all, io.LimitReader(reader, 1<<20)) // what looks like a start may be none
			}
			next := strings.Index(text[at+1:], format.start)
			if next < 0 {
				break
			}
			at += 1 + next
		}
	}
	return all.String()
}

// TestUnpacked: what TestSecretsStaySecret looks for is found, however it is written.
func TestUnpacked(t *testing.T) {
	const secret = "pa55-Qx7v/K2+mZ"
	var packed, archived bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, _ = io.WriteString(writer, `{"password":"`+secret+`"}`)
	writer.Close()
	archive := zip.NewWriter(&archived)
	file, _ := archive.Create("x")
	_, _ = io.WriteString(file, "the "+secret)
	archive.Close()
	for _, text := range []string{"a" + packed.String(), "bc" + archived.String()} {
		if !strings.Contains(unpacked(text), secret) {
			t.Errorf("%q is not found in %q", secret, text)
		}
	}
	for before := range 5 {
		long := []byte(strings.Repeat("x", before) + secret + "\xff tail")
		for _, text := range []string{base64.StdEncoding.EncodeToString(long), base64.URLEncoding.EncodeToString(long), hex.EncodeToString(long), string(long)} {
			if !slices.ContainsFunc(secretForms([]byte(secret)), func(form []byte) bool { return strings.Contains(text, string(form)) }) {
				t.Errorf("%q is not found in %q", secret, text)
			}
		}
	}
}

// TestSecretsStaySecret types passwords, keys and a bundle, uses them, and looks for them in the data file, the backup, exports,
// pages, a proposal, the log at its most talkative, and the arguments of all processes while a cluster is asked.
func TestSecretsStaySecret(t *testing.T) {
	folder := t.TempDir()
	silent, asked := silentCluster(t)
	base, stop := startServer(t, folder, "--secret-file=vault", "--log-level=debug", "--data=data.db")
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar}
	secrets := map[string][][]byte{}
	for name, secret := range typedSecrets {
		secrets[name] = secretForms([]byte(secret))
	}
	bundle, certificate, key := secureBundle(t)
	secrets["bundle"], secrets["key of a certificate"] = secretForms(bundle), secretForms(key)
	secrets["inner key"] = [][]byte{pemBody(key)}
	kept := map[string]string{}
	send := func(path string, file []byte, fields ...string) (location, page string) {
		t.Helper()
		location, page = sendForm(t, client, base+strings.TrimPrefix(path, "/"), file, fields...)
		kept["the answer of "+path] = page
		return location, page
	}
	plain, _ := send("/connections", nil, "do", "save", "name", "Shop", "hosts", silent, "user", "ann", "password", typedSecrets["password"], "keep", "sealed",
		"tls", "on", "key", string(key), "certificate", string(certificate), "insecure", "on")
	send("/connections", bundle, "do", "save", "name", "Astra", "user", "token", "password", typedSecrets["password"], "keep", "sealed", "astra", "on")
	aws, _ := send("/connections", nil, "do", "save", "name", "Keyspaces", "hosts", silent, "tls", "on", "aws", "eu-central-1", "keep", "sealed",
		"key_id", typedSecrets["key_id"], "secret_key", typedSecrets["secret_key"], "session_token", typedSecrets["session_token"])
	model, _ := send("/examples/hotel", nil)
	if plain == "" || aws == "" || model == "" {
		t.Fatalf("not made: connections %q and %q, model %q", plain, aws, model)
	}
	for _, connection := range []string{plain, aws} {
		path := regexp.MustCompile(`/connections/[a-z0-9]+`).FindString(connection)
		answer := make(chan string, 1)
		go func() {
			_, page := sendForm(t, client, base+strings.TrimPrefix(path, "/"), nil, "do", "ask")
			answer <- page
		}()
		var connection net.Conn
		select {
		case connection = <-asked: // a process has connected
		case page := <-answer:
			t.Fatalf("the cluster was not asked: %s\n%s", page, stop())
		}
		for command, text := range processTexts(t) {
			kept["the process "+command] = text
		}
		connection.Close()
		kept["the answer about "+path] = <-answer
		kept["the page of "+path] = get2(t, client, base+strings.TrimPrefix(path, "/"))
	}
	path := regexp.MustCompile(`/m/[A-Za-z0-9_-]+`).FindString(model)
	for _, export := range []string{"/model.json", "/schema.cql", "/sizes.json", "/clusters", "/history", "/console"} {
		kept["export "+export] = get2(t, client, base+strings.TrimPrefix(path+export, "/"))
	}
	_, proposal := send(path+"/proposals", nil, "title", "Another", "words", "x")
	kept["a proposal"] = proposal
	runIn(t, folder, "", true, "backup", "--data=data.db", "there.db")
	kept["the log"] = stop()
	kept["the backup as documents"] = runIn(t, folder, "", true, "verify", "--data=there.db")
	kept["the files"] = filesIn(t, folder, "vault")
	if !strings.Contains(kept["the files"], "Keyspaces") || !strings.Contains(kept["the files"], "sealed") || len(kept["the log"]) == 0 {
		t.Error("the data file or the log is not what it seems: nothing can be found in it")
	}
	for place, text := range kept {
		text += unpacked(text)
		for name, forms := range secrets {
			for _, form := range forms {
				if strings.Contains(text, string(form)) {
					t.Errorf("%s has the %s", place, name)
				}
			}
		}
	}
	t.Logf("%d secrets in %d places: none", len(secrets), len(kept))
}

// pemBody is a line of a key that no other key has.
func pemBody(key []byte) []byte { return bytes.Split(key, []byte("\n"))[1] }

// silentCluster accepts connections, and never answers. Each connection is sent to the channel.
func silentCluster(t *testing.T) (address string, asked chan net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	asked = make(chan net.Conn, 100)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			asked <- connection
		}
	}()
	return listener.Addr().String(), asked
}

// secureBundle returns a secure connect bundle, with the certificate and the key in it.
func secureBundle(t *testing.T) (bundle, certificate, key []byte) {
	t.Helper()
	authority, err := cassandratest.NewAuthority()
	if err != nil {
		t.Fatal(err)
	}
	certificate, key, err = authority.Issue("db.example")
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for name, text := range map[string]string{"config.json": `{"host": "db.example", "port": 29080}`, "ca.crt": string(authority.Certificate),
		"cert": string(certificate), "key": string(key)} {
		file, err := archive.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(file, text); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.Bytes(), certificate, key
}

// sendForm sends a form with a file, and returns where the answer leads, or its page.
func sendForm(t *testing.T, client *http.Client, address string, file []byte, fields ...string) (location, page string) {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(fields); i += 2 {
		_ = form.WriteField(fields[i], fields[i+1])
	}
	if file != nil {
		part, _ := form.CreateFormFile("bundle", "secure-connect.zip")
		_, _ = part.Write(file)
	}
	form.Close()
	stay := *client
	stay.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := stay.Post(address, form.FormDataContentType(), &body)
	if err != nil {
		t.Errorf("send a form to %s: %v", address, err)
		return "", ""
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode >= http.StatusBadRequest {
		t.Errorf("%s: %s\n%.3000s", address, answer.Status, text)
	}
	return answer.Header.Get("Location"), string(text)
}

func get2(t *testing.T, client *http.Client, address string) string {
	t.Helper()
	answer, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("%s: %s, %v", address, answer.Status, err)
	}
	return string(text)
}

// processTexts returns the arguments and the environment of the processes of this program, where the system shows them.
func processTexts(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	folders, _ := filepath.Glob("/proc/[0-9]*")
	asking := false
	for _, folder := range folders {
		arguments, err := os.ReadFile(filepath.Join(folder, "cmdline"))
		if err != nil || !strings.Contains(string(arguments), filepath.Base(os.Args[0])) {
			continue // another program, or one that has ended
		}
		environment, _ := os.ReadFile(filepath.Join(folder, "environ"))
		texts[fmt.Sprintf("%s %.60q", filepath.Base(folder), arguments)] = string(arguments) + string(environment)
		asking = asking || strings.HasSuffix(strings.TrimRight(string(arguments), "\x00"), "clusters")
	}
	if len(folders) > 0 && !asking {
		t.Error("no process asks a cluster")
	}
	return texts
}

// filesIn returns the contents of all files below a folder, but for one.
func filesIn(t *testing.T, folder, but string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == but {
			return err
		}
		text, err := os.ReadFile(path)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}
