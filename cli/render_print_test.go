package cli_test

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A picture for print has the requested width, and reports the size of its smallest text.
func TestRenderForPrint(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a long test that does nothing at once")
	}
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

// If the text would be too small, the picture is arranged for the page, and divided by
// keyspace and into figures. Each table is in one of the files.
func TestRenderWithSmallestText(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a long test that does nothing at once")
	}
	folder := t.TempDir()
	const document = "../model/example/hotel.json"
	out := filepath.Join(folder, "h.svg")
	code, _, report := run(t, "", "render", "--width", "120mm", "--min-type", "7", "-o", out, document)
	if code != 0 || strings.Contains(report, "needs a width") {
		t.Errorf("exit %d, %q", code, report)
	}
	all := checkFigures(t, report)
	for _, name := range []string{"hotels_by_poi", "amenities_by_room", "reservations_by_guest", "guests"} {
		if count := strings.Count(all, ">"+name+"</text>"); count != 1 {
			t.Errorf("%s is in %d pictures", name, count)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("the picture of both keyspaces was written as well")
	}
}

// checkFigures expects a report on several figures of up to 120 × 180 mm, with text of
// 7 pt or more. It returns the content of all files.
func checkFigures(t *testing.T, report string) string {
	t.Helper()
	lines := regexp.MustCompile(`(\S+): (\d+) × (\d+) mm, smallest text ([\d.]+) pt.*, figure \d of \d\n`).FindAllStringSubmatch(report, -1)
	if len(lines) < 3 || len(lines) != strings.Count(report, "\n") {
		t.Fatalf("%q names %d files", report, len(lines))
	}
	all := ""
	for _, line := range lines {
		width, _ := strconv.Atoi(line[2])
		height, _ := strconv.Atoi(line[3])
		if text, _ := strconv.ParseFloat(line[4], 64); text < 7 || width > 120 || height > 180 {
			t.Errorf("%s: more than 120 × 180 mm, or text below 7 pt", line[0])
		}
		content, err := os.ReadFile(line[1])
		if err != nil {
			t.Fatal(err)
		}
		all += string(content)
	}
	return all
}

// Long names of concepts are broken into lines where a figure is too wide otherwise,
// and only there.
func TestRenderBreaksLongNames(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a long test that does nothing at once")
	}
	out := filepath.Join(t.TempDir(), "h.svg")
	code, _, report := run(t, "", "render", "--diagram", "er", "--width", "120mm", "--min-type", "7", "-o", out, "../model/example/hotel.json")
	all := checkFigures(t, report)
	if code != 0 || strings.Count(report, ", long names on several lines") != 2 {
		t.Errorf("exit %d, %q", code, report)
	}
	for text, want := range map[string]int{"state_or_": 2, "Point of": 1, "confirm_": 0, "confirm_number": 1} {
		if count := strings.Count(all, ">"+text+"</text>"); count != want {
			t.Errorf("%d lines are %q, want %d", count, text, want)
		}
	}
}

// A size that cannot be reached is reported, with what else would help.
func TestRenderReportsTooSmallText(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: a long test that does nothing at once")
	}
	for _, test := range []struct{ flags, out, want string }{
		{"--diagram er --width 60mm --min-type 9", "er.svg", "the smallest part of the diagram: text of 9 pt needs a width of "},
		{"--width 40mm --min-type 7", "h.svg", "one table alone: text of 7 pt needs a width of "},
		{"--width 90mm --min-type 7 --height 30mm", "h.svg", "one table alone: higher than 30 mm; --height allows more, or fewer columns"},
		{"--width 90mm --min-type 7", "-", "or several files (-o FILE), or fewer columns"},
	} {
		out := test.out
		if out != "-" {
			out = filepath.Join(t.TempDir(), out)
		}
		arguments := append([]string{"render", "-o", out, "../model/example/hotel.json"}, strings.Fields(test.flags)...)
		if code, _, report := run(t, "", arguments...); code != 0 || !strings.Contains(report, test.want) {
			t.Errorf("%s: exit %d, %q, want %q", test.flags, code, report, test.want)
		}
	}
}

func TestRenderForPrintRefuses(t *testing.T) {
	for _, test := range []struct{ flags, want string }{
		{"--width 12", "no length from 10 to 5000 mm"},
		{"--width 9mm", "no length from 10 to 5000 mm"},
		{"--width NaNmm", "no length from 10 to 5000 mm"},
		{"--min-type 7", "add --width 120mm"},
		{"--height 9cm --width 9cm", "add --min-type 7"},
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
