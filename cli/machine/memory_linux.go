package machine

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// availableMemory returns the memory of the machine, or of the container or service if that is
// less, in bytes.
func availableMemory() int64 { return memoryBelow("/") }

// memoryBelow reads the files of the kernel below root.
func memoryBelow(root string) int64 {
	available := int64(math.MaxInt64)
	for line := range strings.Lines(read(root, "proc/meminfo")) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "MemTotal:" {
			if kilobytes, err := strconv.ParseInt(fields[1], 10, 64); err == nil {
				available = kilobytes << 10
			}
		}
	}
	for _, file := range limitFiles(root) {
		if limit, err := strconv.ParseInt(strings.TrimSpace(read(root, file)), 10, 64); err == nil && limit > 0 {
			available = min(available, limit)
		}
	}
	if available == math.MaxInt64 {
		return 0
	}
	return available
}

// limitFiles are the files with the limits of this process's control group and
// of those above it: version 2, and the memory controller of version 1.
func limitFiles(root string) []string {
	var files []string
	for line := range strings.Lines(read(root, "proc/self/cgroup")) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3) // number, controllers, path
		if len(parts) < 3 {
			continue
		}
		for group := filepath.Clean("/" + parts[2]); ; group = filepath.Dir(group) {
			switch parts[1] {
			case "":
				files = append(files, filepath.Join("sys/fs/cgroup", group, "memory.max"))
			case "memory":
				files = append(files, filepath.Join("sys/fs/cgroup/memory", group, "memory.limit_in_bytes"))
			}
			if group == "/" {
				break
			}
		}
	}
	return files
}

func read(root, file string) string {
	text, _ := os.ReadFile(filepath.Join(root, file)) // a missing file means no limit
	return string(text)
}
