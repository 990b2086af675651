package diagram

import (
	"bytes"
	"fmt"
	"image"
	stddraw "image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestViewerAgrees holds the PNG against what librsvg draws of the SVG, which
// knows neither style sheets' newer properties nor embedded fonts: it stands
// for the programs that are no browsers.
func TestViewerAgrees(t *testing.T) {
	viewer := newViewer(t, "fonts/Arimo-*.ttf")
	for _, theme := range []Theme{ThemeAuto, ThemeDark, ThemePrint, ThemeContrast} {
		for _, kind := range []Kind{KindER, KindPhysical} {
			scene := draw(t, notationModel(), kind, Display{Theme: theme, Legend: true})
			viewer.agrees(t, fmt.Sprintf("viewer-%s-%s", kind, theme), scene, 0.0005, 0.003) // librsvg kerns
		}
	}
}

// TestViewerNeedsNoFonts has it draw outlines on a system without any font.
func TestViewerNeedsNoFonts(t *testing.T) {
	viewer := newViewer(t)
	for _, theme := range []Theme{ThemeAuto, ThemeLight, ThemeDark, ThemePrint, ThemeContrast} {
		for _, kind := range kinds {
			display, options := everything, signsOptions()
			display.Theme, display.Outlines, options.Standalone = theme, true, true
			viewer.agrees(t, fmt.Sprintf("outlines-%s-%s", kind, theme), sceneOf(t, signsModel(), kind, display, options), 0.00002, 0.0015)
		}
	}
	scripts := allScripts()
	scripts.Outlines = true
	viewer.agrees(t, "outlines-scripts", scripts, 0.00002, 0.0015)
}

// viewer is librsvg on a system with some fonts only.
type viewer struct{ program, settings string }

func newViewer(t *testing.T, fonts ...string) viewer {
	t.Helper()
	program, err := exec.LookPath("rsvg-convert")
	if err != nil {
		t.Skip("rsvg-convert is not installed")
	}
	return viewer{program, installed(t, fonts...)}
}

func (v viewer) agrees(t *testing.T, name string, scene *Scene, mostFar, mostMean float64) {
	t.Helper()
	command := exec.Command(v.program)
	command.Stdin, command.Env = bytes.NewReader(scene.SVG()), append(os.Environ(), "FONTCONFIG_FILE="+v.settings)
	drawn, err := command.Output()
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	picture, err := png.Decode(bytes.NewReader(drawn))
	if err != nil {
		t.Fatal(err)
	}
	ours := pngOf(t, scene, 1)
	theirs := image.NewRGBA(ours.Bounds())
	stddraw.Draw(theirs, theirs.Rect, picture, image.Point{}, stddraw.Src)
	saveBoth(t, name, ours, theirs)
	far, mean := difference(t, ours, theirs)
	t.Logf("%s: %.4f %% of the pixels are far off, the mean difference is %.4f %%", name, 100*far, 100*mean)
	if far > mostFar || mean > mostMean {
		t.Errorf("%s: too much", name)
	}
}

// installed gives fontconfig's settings on a system that has only the fonts
// in some files.
func installed(t *testing.T, patterns ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no fonts %s", pattern)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	settings := filepath.Join(dir, "fonts.conf")
	content := fmt.Sprintf("<fontconfig><dir>%s</dir><cachedir>%s</cachedir></fontconfig>", dir, filepath.Join(dir, "cache"))
	if err := os.WriteFile(settings, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return settings
}
