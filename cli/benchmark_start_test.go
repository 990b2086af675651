package cli_test

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"widerow/cli/clitest"
)

// BenchmarkStart starts the program in a folder where it has run before. It
// measures the time to the first page, the time to the hotel's physical diagram
// (for which a layout process must start), and then the memory of the idle
// server. rss includes the mapped pages of files.
func BenchmarkStart(b *testing.B) {
	if runtime.GOOS != "linux" {
		b.Skip("the memory of other processes is read from /proc")
	}
	folder, binary := b.TempDir(), clitest.Build(b)
	first := startBinary(b, binary, folder)
	address := first.open("hotel")
	first.ask("GET", address+"/physical", nil) // fills the cache of the layout engine
	first.stop()
	var page, picture times
	var resting, held int64
	for b.Loop() {
		var server *binarySite
		page.measure(func() {
			server = startBinary(b, binary, folder)
			server.ask("GET", "/", nil)
		})
		resting = max(resting, server.memory("VmRSS"))
		held = max(held, server.memory("RssAnon"))
		picture.measure(func() { server.ask("GET", address+"/physical", nil) })
		server.stop()
	}
	page.report(b)
	b.ReportMetric(picture.percentile(50), "first-picture-p50-ms")
	b.ReportMetric(float64(resting)/1024, "rss-MiB")
	b.ReportMetric(float64(held)/1024, "anonymous-MiB")
}

// binarySite is a running binary and a client of it.
type binarySite struct {
	benchSite
	server *exec.Cmd
}

func startBinary(b *testing.B, binary, folder string) *binarySite {
	b.Helper()
	server := exec.CommandContext(b.Context(), binary, "--listen=127.0.0.1:0", "--log-level=warn")
	server.Dir = folder
	output, err := server.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		b.Fatalf("widerow printed no address: %v", err)
	}
	site, err := url.Parse(clitest.Address.FindString(line))
	if err != nil {
		b.Fatal(err)
	}
	return &binarySite{benchSite{TB: b, base: "http://" + site.Host, visitor: newGuest(b)}, server}
}

func (s *binarySite) stop() {
	s.Helper()
	s.visitor.CloseIdleConnections()
	if err := s.server.Process.Signal(syscall.SIGTERM); err != nil {
		s.Fatal(err)
	}
	if err := s.server.Wait(); err != nil {
		s.Fatalf("widerow stopped with %v", err)
	}
}

// memory returns a value of /proc/PID/status, in KiB.
func (s *binarySite) memory(name string) int64 {
	s.Helper()
	time.Sleep(100 * time.Millisecond) // until the server is idle
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.server.Process.Pid))
	if err != nil {
		s.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, name+":"); found {
			kibibytes, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				s.Fatal(err)
			}
			return kibibytes
		}
	}
	s.Fatalf("the server has no %s", name)
	return 0
}
