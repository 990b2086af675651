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
	program, err := exec.LookPath("rsvg-convert")
	if err != nil {
		t.Skip("rsvg-convert is not installed")
	}
	fonts := arimoInstalled(t)
	for _, theme := range []Theme{ThemeLight, ThemeDark, ThemePrint, ThemeContrast} {
		for _, kind := range []Kind{KindER, KindPhysical} {
			scene := draw(t, notationModel(), kind, Display{Theme: theme, Legend: true})
			viewer := exec.Command(program)
			viewer.Stdin, viewer.Env = bytes.NewReader(scene.SVG()), append(os.Environ(), "FONTCONFIG_FILE="+fonts)
			drawn, err := viewer.Output()
			if err != nil {
				t.Fatalf("%s %s: %v", kind, theme, err)
			}
			picture, err := png.Decode(bytes.NewReader(drawn))
			if err != nil {
				t.Fatal(err)
			}
			ours := pngOf(t, scene, 1)
			theirs := image.NewRGBA(ours.Bounds())
			stddraw.Draw(theirs, theirs.Rect, picture, image.Point{}, stddraw.Src)
			name := fmt.Sprintf("viewer-%s-%s", kind, theme)
			saveBoth(t, name, ours, theirs)
			far, mean := difference(t, ours, theirs)
			t.Logf("%s: %.4f %% of the pixels are far off, the mean difference is %.4f %%", name, 100*far, 100*mean)
			if far > 0.0005 || mean > 0.003 { // librsvg kerns
				t.Errorf("%s: too much", name)
			}
		}
	}
}

// arimoInstalled gives fontconfig's settings on a system that has Arimo only.
func arimoInstalled(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob("fonts/Arimo-*.ttf")
	if err != nil || len(files) == 0 {
		t.Fatal("no fonts")
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
	settings := filepath.Join(dir, "fonts.conf")
	content := fmt.Sprintf("<fontconfig><dir>%s</dir><cachedir>%s</cachedir></fontconfig>", dir, filepath.Join(dir, "cache"))
	if err := os.WriteFile(settings, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	return settings
}
