package bolt_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"widerow/store"
	"widerow/store/bolt"
	"widerow/store/storetest"
)

// roleVariable is the environment variable with the role of a child process.
// Faults that would end or disturb the test process happen in a child, which
// is the test binary itself.
const roleVariable = "WIDEROW_STORE_TEST_ROLE"

var roles = map[string]func(path string) error{
	"write for ever":   writeForEver,
	"save three times": saveThreeTimes,
	"open":             openOnce,
}

func TestMain(m *testing.M) {
	role, ok := roles[os.Getenv(roleVariable)]
	if !ok {
		os.Exit(m.Run())
	}
	if err := role(os.Args[len(os.Args)-1]); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
}

// child is a child process that plays a role.
type child struct {
	*exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// start starts a child. wrap is a command to run it under, such as strace.
func start(t *testing.T, role, path string, attributes *syscall.SysProcAttr, wrap ...string) *child {
	t.Helper()
	if roles[role] == nil {
		t.Fatalf("no role %q", role)
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	arguments := append(wrap, binary, "-test.run=^$", path)
	c := &child{Cmd: exec.Command(arguments[0], arguments[1:]...)}
	c.Env = append(os.Environ(), roleVariable+"="+role)
	c.Stderr = os.Stderr
	c.SysProcAttr = attributes
	if c.in, err = c.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.out = bufio.NewScanner(out)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// finish returns the output of a child that ends by itself.
func (c *child) finish(t *testing.T) (lines []string) {
	t.Helper()
	for c.out.Scan() {
		lines = append(lines, c.out.Text())
	}
	if err := c.Wait(); err != nil {
		t.Fatalf("child: %v, output %q", err, lines)
	}
	return lines
}

func openHere(path string) (*bolt.Store, error) {
	return bolt.Open(path, bolt.Options{Options: storetest.Options()})
}

func openOnce(path string) error {
	s, err := openHere(path)
	if err != nil {
		return err
	}
	return s.Close()
}

// fill creates a model "hotel" and edits it up to revision last.
func fill(s store.Store, last uint64) error {
	if _, err := s.Create(ctx, storetest.First("hotel")); err != nil {
		return err
	}
	for base := uint64(1); base < last; base++ {
		if _, err := s.Save(ctx, storetest.Edit("hotel", base)); err != nil {
			return err
		}
	}
	return nil
}

func needStrace(t *testing.T) string {
	t.Helper()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is missing, which is needed to make system calls fail")
	}
	if err := exec.Command(strace, "-o", os.DevNull, "true").Run(); err != nil {
		t.Skip("strace may not trace here: ", err)
	}
	return strace
}

// filled makes a store with one model and returns its path.
func filled(t testing.TB, last uint64) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "widerow.db")
	s := open(t, path, storetest.Options())
	if err := fill(s, last); err != nil {
		t.Fatal(err)
	}
	close(t, s)
	return path
}

// wantLine checks that some line begins with word and contains text.
func wantLine(t *testing.T, lines []string, word, text string) {
	t.Helper()
	for _, line := range lines {
		if strings.HasPrefix(line, word+" ") && strings.Contains(line, text) {
			return
		}
	}
	t.Errorf("no line %q with %q in %q", word, text, lines)
}
