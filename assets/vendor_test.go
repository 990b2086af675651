package assets_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestVendoredFilesAreWhatTheManifestSays(t *testing.T) {
	manifest, err := os.ReadFile("vendor/SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{"SHA256SUMS": true}
	for line := range strings.Lines(string(manifest)) {
		want, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		listed[name] = true
		content, err := os.ReadFile(filepath.Join("vendor", name))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(content)
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%s has SHA-256 %s, the manifest says %s", name, got, want)
		}
	}
	err = fs.WalkDir(os.DirFS("vendor"), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !listed[path] {
			t.Errorf("%s is not in the manifest", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The packages match the lock, each with its version and licence.
func TestVendoredPackagesAreThoseOfTheLock(t *testing.T) {
	var lock struct {
		Packages map[string]struct{ Version, License, Integrity string }
	}
	readJSON(t, "editor/package-lock.json", &lock)
	manifest, err := os.ReadFile("vendor/packages/MANIFEST")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Split(strings.TrimSpace(string(manifest)), "\n")
	if want := len(lock.Packages) - 1; len(listed) != want || want < 10 {
		t.Errorf("%d packages in the manifest, %d in the lock", len(listed), want)
	}
	for _, line := range listed {
		fields := strings.Fields(line)
		locked := lock.Packages["node_modules/"+fields[0]]
		if want := []string{fields[0], locked.Version, locked.License, locked.Integrity}; !slices.Equal(fields, want) {
			t.Errorf("the manifest has %q, the lock %q", fields, want)
		}
		var described struct{ Name, Version, License string }
		readJSON(t, "vendor/packages/"+fields[0]+"/package.json", &described)
		if described.Name != fields[0] || described.Version != fields[1] || described.License != fields[2] {
			t.Errorf("%s describes itself as %+v", fields[0], described)
		}
		if licence, err := os.ReadFile("vendor/packages/" + fields[0] + "/LICENSE"); err != nil || len(licence) == 0 {
			t.Errorf("%s has no licence: %v", fields[0], err)
		}
	}
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
