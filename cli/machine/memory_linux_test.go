package machine

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAvailableMemory(t *testing.T) {
	const machine = "MemTotal:        8000000 kB\nMemFree:          100000 kB\n"
	for name, test := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"a machine":                {map[string]string{"proc/self/cgroup": "0::/user.slice\n", "sys/fs/cgroup/user.slice/memory.max": "max\n"}, 8000000 << 10},
		"a container":              {map[string]string{"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n"}, 512 << 20},
		"a limit above":            {map[string]string{"proc/self/cgroup": "0::/system.slice/widerow.service\n", "sys/fs/cgroup/system.slice/memory.max": "1073741824\n", "sys/fs/cgroup/system.slice/widerow.service/memory.max": "max\n"}, 1 << 30},
		"control groups version 1": {map[string]string{"proc/self/cgroup": "3:cpu:/x\n2:memory:/docker/1\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "268435456\n"}, 256 << 20},
		"no limit in version 1":    {map[string]string{"proc/self/cgroup": "2:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 8000000 << 10},
	} {
		root := t.TempDir()
		test.files["proc/meminfo"] = machine
		for file, text := range test.files {
			path := filepath.Join(root, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := memoryBelow(root); got != test.want {
			t.Errorf("%s: %d bytes, want %d", name, got, test.want)
		}
	}
	if got := memoryBelow(t.TempDir()); got != 0 {
		t.Errorf("without any file: %d bytes, want 0", got)
	}
	if got := availableMemory(); got < 64<<20 {
		t.Errorf("this machine: %d bytes", got)
	}
}
