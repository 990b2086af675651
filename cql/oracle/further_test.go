package oracle

import (
	"path/filepath"
	"testing"

	"widerow/model/proof"
)

// furtherFiles are domains as strangers would state them. Only make oracle fills and updates their tables.
func furtherFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/further/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

// TestFurtherDomains derives the tables of the further domains, without a cluster: each query is answered.
func TestFurtherDomains(t *testing.T) {
	for _, file := range furtherFiles(t) {
		d, err := readDomain(file)
		if err != nil {
			t.Error(err)
			continue
		}
		d.derive(t)
		for _, result := range proof.All(d.m) {
			if verdict := result.Verdict(); verdict != proof.Partition && verdict != proof.Partitions {
				t.Errorf("%s: %s: %s", d.name, d.m.Title(result.Query), verdict)
			}
		}
	}
}
