package bolt

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// lockHolder returns the process that holds the file's lock, as
// " (process 123)", or "" if that cannot be determined.
func lockHolder(path string) string {
	var info syscall.Stat_t
	if syscall.Stat(path, &info) != nil {
		return ""
	}
	locks, err := os.Open("/proc/locks")
	if err != nil {
		return ""
	}
	defer locks.Close()
	for lines := bufio.NewScanner(locks); lines.Scan(); {
		// 1: FLOCK ADVISORY WRITE 4711 fe:00:131 0 EOF
		fields := strings.Fields(lines.Text())
		if len(fields) >= 6 && fields[1] == "FLOCK" && fields[4] != "0" &&
			strings.HasSuffix(fields[5], fmt.Sprintf(":%d", info.Ino)) {
			return " (process " + fields[4] + ")"
		}
	}
	return ""
}
