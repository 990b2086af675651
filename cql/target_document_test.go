package cql

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"
)

const targetDocument = "../docs/targets.md"

// TestTargetDocument: docs/targets.md lists the features as they are checked.
func TestTargetDocument(t *testing.T) {
	text, err := os.ReadFile(targetDocument)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- table: features -->\n", "<!-- end -->"
	before, rest, _ := strings.Cut(string(text), begin)
	_, after, found := strings.Cut(rest, end)
	if !found {
		t.Fatalf("%s has no table of features", targetDocument)
	}
	want := before + begin + targetTable() + end + after
	switch {
	case want == string(text):
	case flag.Lookup("update").Value.String() != "true":
		t.Errorf("%s is not what the table of features says: run go test ./cql -run TargetDocument -update", targetDocument)
	default:
		if err := os.WriteFile(targetDocument, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func targetTable() string {
	var out strings.Builder
	out.WriteString("| feature |")
	for _, target := range targetNames {
		out.WriteString(" " + strings.TrimPrefix(target.name, "Cassandra ") + " |")
	}
	out.WriteString(" source |\n" + strings.Repeat("| --- ", len(targetNames)+2) + "|\n")
	for _, f := range append(slices.Clone(features), sixFeatures...) {
		out.WriteString("| " + f.name + " |")
		for i := range targetNames {
			switch t := targets(1 << i); {
			case f.has&t != 0:
				out.WriteString(" yes |")
			case f.ignores&t != 0:
				out.WriteString(" ignored |")
			default:
				out.WriteString(" – |")
			}
		}
		out.WriteString(" " + f.source + " |\n")
	}
	return out.String()
}

// TestFeaturesAreSound: no target both has and ignores a feature, and each feature
// is in some target and missing in another.
func TestFeaturesAreSound(t *testing.T) {
	names := map[string]bool{}
	for _, f := range append(slices.Clone(features), sixFeatures...) {
		switch {
		case f.has&f.ignores != 0:
			t.Errorf("%s is had and ignored by %s", f.name, f.has&f.ignores)
		case f.has == everywhere || f.has|f.ignores == 0:
			t.Errorf("%s makes no difference", f.name)
		case names[f.name] || f.source == "" || f.at == nil:
			t.Errorf("%s is there twice, or has no source or no matcher", f.name)
		}
		names[f.name] = true
	}
}
