// Command editor copies the npm packages that the CQL editor is bundled from
// into assets/vendor/packages, so that `go generate` needs neither npm nor a
// network. Run it in its folder, after a change of package.json:
//
//	npm install && go run . && go generate ..
package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const vendored = "../vendor/packages"

// lock has the parts of package-lock.json that are used: the packages by their folder.
type lock struct {
	Packages map[string]struct {
		Version   string `json:"version"`
		License   string `json:"license"`
		Integrity string `json:"integrity"`
	} `json:"packages"`
}

// description has the part of a package.json that is used: where its modules are.
type description struct {
	Module  string `json:"module"`
	Exports any    `json:"exports"`
}

func main() {
	log.SetFlags(0)
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	text, err := os.ReadFile("package-lock.json")
	if err != nil {
		return err
	}
	var locked lock
	if err := json.Unmarshal(text, &locked); err != nil {
		return fmt.Errorf("read package-lock.json: %w", err)
	}
	if err := os.RemoveAll(vendored); err != nil {
		return err
	}
	var manifest []string
	for folder, p := range locked.Packages {
		if folder == "" {
			continue // our own package.json
		}
		name := strings.TrimPrefix(folder, "node_modules/")
		manifest = append(manifest, strings.Join([]string{name, p.Version, p.License, p.Integrity}, " ")+"\n")
		if err := copyPackage(folder, filepath.Join(vendored, name)); err != nil {
			return fmt.Errorf("copy %s: %w", name, err)
		}
	}
	slices.Sort(manifest)
	if err := os.WriteFile(filepath.Join(vendored, "MANIFEST"), []byte(strings.Join(manifest, "")), 0o644); err != nil {
		return err
	}
	return writeSums()
}

// writeSums lists the hash of every vendored file.
func writeSums() error {
	folder := filepath.Dir(vendored)
	var sums strings.Builder
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path == "SHA256SUMS" {
			return err
		}
		content, err := os.ReadFile(filepath.Join(folder, path))
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), path)
		return err
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// copyPackage copies the description, the licence and the modules.
func copyPackage(from, to string) error {
	text, err := os.ReadFile(filepath.Join(from, "package.json"))
	if err != nil {
		return err
	}
	var described description
	if err := json.Unmarshal(text, &described); err != nil {
		return err
	}
	for _, name := range []string{"package.json", "LICENSE", described.module()} {
		content, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		target := filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (d description) module() string {
	if exports, ok := d.Exports.(map[string]any); ok && d.Module == "" {
		module, _ := exports["import"].(string)
		return module
	}
	return d.Module
}
