package servers

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// apart is by how much the clocks of the servers of a fleet go ahead in a long attack.
var apart = []time.Duration{0, 7 * time.Minute, -5 * time.Minute}

// aheadVariable has the seconds by which the clock of a program built by withClock goes ahead.
const aheadVariable = "WIDEROW_TEST_CLOCK"

// clockSource is a file of package time in such a program.
const clockSource = `package time

import "syscall"

// ahead is the number of seconds by which the clock goes ahead.
var ahead = func() (seconds int64) {
	text, _ := syscall.Getenv("` + aheadVariable + `")
	sign := int64(1)
	for i := range len(text) {
		if text[i] == '-' {
			sign = -1
		} else {
			seconds = seconds*10 + int64(text[i]-'0')
		}
	}
	return sign * seconds
}()
`

// clockFolder is the folder of that program, "" if it is not built.
var clockFolder string

// withClock builds the program with a clock that can go wrong, and returns its path. It compiles the standard
// library, too.
var withClock = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "widerow-clock-")
	if err != nil {
		return "", err
	}
	clockFolder = folder
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "time")
	text, err := os.ReadFile(filepath.Join(source, "time.go"))
	if err != nil {
		return "", err
	}
	const now = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	changed := strings.Replace(string(text), now, now+"\tsec += ahead\n", 1)
	if changed == string(text) {
		return "", os.ErrInvalid // this version of Go has another time.Now
	}
	files := map[string]string{"time.go": changed, "ahead.go": clockSource}
	overlay := map[string]map[string]string{"Replace": {}}
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return "", err
		}
		overlay["Replace"][filepath.Join(source, name)] = path
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(filepath.Join(folder, "overlay.json"), list, 0o644); err != nil {
		return "", err
	}
	binary := filepath.Join(folder, "widerow")
	build := exec.Command("go", "build", "-overlay", filepath.Join(folder, "overlay.json"), "-o", binary, "widerow")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := build.CombinedOutput(); err != nil {
		os.Stderr.Write(output)
		return "", err
	}
	return binary, nil
})

// setClock lets a server run with a clock that goes ahead.
func setClock(t *testing.T, command *exec.Cmd, ahead time.Duration) {
	t.Helper()
	binary, err := withClock()
	if err != nil {
		t.Fatalf("build the program with another clock: %v", err)
	}
	command.Path, command.Args[0] = binary, binary
	command.Env = append(command.Env, aheadVariable+"="+strconv.Itoa(int(ahead.Seconds())))
}
