package handlers_test

import (
	"bufio"
	"fmt"
	"net"
	"runtime"
	"strings"
	"testing"
)

// BenchmarkLiveReaders measures the memory of 1,000 browsers that are told of changes.
func BenchmarkLiveReaders(b *testing.B) {
	const readers, most = 1000, 50.0
	s := newSite(b)
	id := strings.TrimPrefix(s.open("hotel"), "/m/")
	address := strings.TrimPrefix(s.base, "http://")
	for b.Loop() {
		before := memoryInUse()
		var connections []net.Conn
		for range readers {
			connection, err := net.Dial("tcp", address)
			if err != nil {
				b.Fatal(err)
			}
			connections = append(connections, connection)
			fmt.Fprintf(connection, "GET /live?of=%s HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n", id)
			lines := bufio.NewReaderSize(connection, 256)
			for line := ""; !strings.HasPrefix(line, "data: "); {
				if line, err = lines.ReadString('\n'); err != nil {
					b.Fatal(err)
				}
			}
		}
		megabytes := float64(memoryInUse()-before) / 1e6
		b.ReportMetric(megabytes, "MB")
		if megabytes > most {
			b.Errorf("%d readers take %.1f MB, want at most %.0f", readers, megabytes, most)
		}
		for _, connection := range connections {
			connection.Close()
		}
	}
}

func memoryInUse() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapInuse + stats.StackInuse
}
