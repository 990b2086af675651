package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"widerow/store/wholefile"
)

// writeFile writes a verb's whole output to a file. If that fails, the file
// stays as it was.
func writeFile(path string, output []byte) error {
	err := wholefile.Replace(path, func(to io.Writer) error {
		_, err := to.Write(output)
		return err
	})
	if err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

// notInput returns an error if the output file is one of the inputs.
func notInput(output string, inputs ...string) error {
	to, err := os.Stat(output)
	if err != nil || !to.Mode().IsRegular() {
		return nil
	}
	for _, input := range inputs {
		if from, err := os.Stat(input); err == nil && os.SameFile(from, to) {
			return fmt.Errorf("--output=%s would overwrite the input %s", output, input)
		}
	}
	return nil
}

// extension returns a file's extension in lower case, without its dot.
func extension(file string) string {
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(file), "."))
}
