// Command systems reports type errors of this module and its tests on other operating
// systems, which are its arguments. go vet would compile every package for each of them.
// This command reads types from the source and skips the bodies of functions of other
// modules.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"sync"

	"golang.org/x/tools/go/packages"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("systems: ")
	findings := make([]string, len(os.Args)-1)
	var all sync.WaitGroup
	for i, system := range os.Args[1:] {
		all.Go(func() {
			found, err := check(system)
			if err != nil {
				log.Fatalf("%s: %v", system, err)
			}
			findings[i] = found
		})
	}
	all.Wait()
	failed := false
	for i, found := range findings {
		if found != "" {
			failed = true
			fmt.Printf("on %s:\n%s", os.Args[1+i], found)
		}
	}
	if failed {
		os.Exit(1)
	}
}

// check returns what does not compile on a system.
func check(system string) (findings string, err error) {
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedModule | packages.NeedTypesSizes,
		Env:   append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
		Tests: true,
	}, "./...")
	if err != nil {
		return "", fmt.Errorf("list the packages: %w", err)
	}
	var text bytes.Buffer
	for p := range packages.Postorder(loaded) {
		if len(p.Errors) == 0 {
			readTypes(p)
		}
		for _, err := range p.Errors {
			fmt.Fprintln(&text, err)
		}
	}
	return text.String(), nil
}
