package graphviz

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/tetratelabs/wazero"
)

// wazero's checksum covers only a part of what it keeps, so sumFile has a hash of all.
const (
	codeFiles = "wazero-*/*[0-9a-f]" // of every version; others are being written
	sumFile   = "wazero.sha256"
)

// openCached loads the compiled code, and empties the cache first if it is damaged. It
// writes what is missing.
func openCached(ctx context.Context, cache string) (*Engine, error) {
	kept, err := os.ReadFile(filepath.Join(cache, sumFile))
	if found, sumErr := sumOf(cache); err == nil && (sumErr != nil || found != string(kept)) {
		if err := empty(cache); err != nil {
			return nil, err
		}
	}
	engine, err := openKept(ctx, cache)
	if err != nil && empty(cache) == nil {
		engine, err = openKept(ctx, cache)
	}
	if err == nil {
		keepSum(cache, string(kept))
	}
	return engine, err
}

func openKept(ctx context.Context, cache string) (*Engine, error) {
	kept, err := wazero.NewCompilationCacheWithDir(cache)
	if err != nil {
		return nil, err
	}
	return open(ctx, wazero.NewRuntimeConfig().WithCompilationCache(kept))
}

// empty removes all that wazero has put into a cache.
func empty(cache string) error {
	folders, err := filepath.Glob(filepath.Join(cache, "wazero-*"))
	for _, folder := range folders {
		err = errors.Join(err, os.RemoveAll(folder))
	}
	return err
}

// keepSum writes the hash of the cache unless it is known. Without it the next start
// relies on wazero's own checksum.
func keepSum(cache, known string) {
	sum, err := sumOf(cache)
	if err != nil || sum == known {
		return
	}
	file, err := os.CreateTemp(cache, sumFile+".*.tmp")
	if err != nil {
		return
	}
	_, err = file.WriteString(sum)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), filepath.Join(cache, sumFile))
	}
	if err != nil {
		os.Remove(file.Name())
	}
}

// sumOf returns the SHA-256 of the compiled code in hexadecimal.
func sumOf(cache string) (string, error) {
	names, err := filepath.Glob(filepath.Join(cache, codeFiles)) // sorted
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(sum, file)
		file.Close()
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
