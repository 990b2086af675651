package cli_test

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A picture for print has the width that was asked for, and says how large its
// smallest text is.
func TestRenderForPrint(t *testing.T) {
	folder := t.TempDir()
	const document = "../model/example/hotel.json"
	for _, test := range []struct{ file, width, want string }{
		{"a.svg", "120mm", `width="120mm" height="`},
		{"a.pdf", "12cm", `/MediaBox\[0 0 340.16 `}, // 120 mm are 340.16 points
		{"a.png", "4in", ""},
	} {
		path := filepath.Join(folder, test.file)
		code, _, report := run(t, "", "render", "--diagram", "workflow", "--width", test.width, "-o", path, document)
		if code != 0 || !regexp.MustCompile(`: 1\d\d × \d+ mm, smallest text \d+\.\d pt\n$`).MatchString(report) {
			t.Errorf("%s: exit %d, %q", test.file, code, report)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if test.file == "a.png" {
			checkDensity(t, content)
		} else if !regexp.MustCompile(test.want).Match(content) {
			t.Errorf("%s has no %s", test.file, test.want)
		}
	}
}

// checkDensity expects 4 inches of 300 pixels.
func checkDensity(t *testing.T, content []byte) {
	t.Helper()
	config, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil || config.Width < 1200 || config.Width > 1201 {
		t.Errorf("the PNG is %d pixels wide, want 1200: %v", config.Width, err)
	}
	at := bytes.Index(content, []byte("pHYs"))
	if perMetre := binary.BigEndian.Uint32(content[at+4:]); perMetre < 11800 || perMetre > 11822 { // 300 an inch are 11,811 a metre
		t.Errorf("the PNG has %d pixels a metre, want 11,811", perMetre)
	}
}

// If the text would be too small, the picture is turned or split by keyspace. A
// size that cannot be reached is reported.
func TestRenderWithSmallestText(t *testing.T) {
	folder := t.TempDir()
	const document = "../model/example/hotel.json"
	out := filepath.Join(folder, "h.svg")
	if code, _, report := run(t, "", "render", "--width", "180mm", "--min-type", "6", "-o", out, document); code != 0 || strings.Contains(report, "needs a width") {
		t.Errorf("exit %d, %q", code, report)
	}
	for _, keyspace := range []string{"hotel", "reservation"} {
		content, err := os.ReadFile(filepath.Join(folder, "h-"+keyspace+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(content, []byte(`width="180mm"`)) || !bytes.Contains(content, []byte(keyspace+" keyspace")) {
			t.Errorf("the file of %s is not its picture", keyspace)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the picture of both keyspaces was written as well")
	}
	code, _, report := run(t, "", "render", "--diagram", "er", "--width", "60mm", "--min-type", "9", "-o", filepath.Join(folder, "er.svg"), document)
	if code != 0 || !strings.Contains(report, "text of 9 pt needs a width of ") {
		t.Errorf("exit %d, %q", code, report)
	}
}

func TestRenderForPrintRefuses(t *testing.T) {
	for _, test := range []struct{ flags, want string }{
		{"--width 12", "no width from 10 to 5000 mm"},
		{"--width 9mm", "no width from 10 to 5000 mm"},
		{"--width NaNmm", "no width from 10 to 5000 mm"},
		{"--min-type 7", "add --width 120mm"},
		{"--min-type=-1 --width 9cm", "up to 100 points"},
		{"--width 9cm --paper a4", "exclude each other"},
		{"--width 9cm --format dot", "Graphviz chooses"},
	} {
		arguments := append(append([]string{"render"}, strings.Fields(test.flags)...), "x.json")
		if code, _, report := run(t, "", arguments...); code != 2 || !strings.Contains(report, test.want) {
			t.Errorf("%s: exit %d, %q", test.flags, code, report)
		}
	}
}
