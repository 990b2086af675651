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
	"slices"
	"testing"

	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
)

// viewers are programs other than browsers that draw an SVG. They support neither
// newer style properties nor embedded fonts. Each takes the name of a file and
// writes a PNG to standard output. Inkscape 1.2 loses the end of input from a pipe.
var viewers = [][]string{
	{"rsvg-convert"},
	{"inkscape", "--export-type=png", "--export-filename=-"},
}

// TestViewersAgree compares the PNG with what they draw of the usual SVG where its
// font is installed.
func TestViewersAgree(t *testing.T) {
	inViewers(t, func(t *testing.T, v viewer) {
		for _, theme := range []scene.Theme{scene.ThemeAuto, scene.ThemeDark, scene.ThemePrint, scene.ThemeContrast} {
			for _, kind := range []Kind{KindER, KindPhysical} {
				scene := draw(t, notationModel(), kind, Display{Theme: theme, Legend: true})
				v.agrees(t, fmt.Sprintf("viewer-%s-%s", kind, theme), scene, 0.0005, 0.003) // they apply kerning
			}
		}
	}, "typeface/fonts/Arimo-*.ttf")
}

// TestViewersNeedNoFonts has them draw outlines on a system without any font.
func TestViewersNeedNoFonts(t *testing.T) {
	inViewers(t, func(t *testing.T, v viewer) {
		for _, theme := range []scene.Theme{scene.ThemeAuto, scene.ThemeLight, scene.ThemeDark, scene.ThemePrint, scene.ThemeContrast} {
			for _, kind := range kinds {
				display, options := everything, signsOptions()
				display.Theme, display.Outlines, options.Standalone = theme, true, true
				v.agrees(t, fmt.Sprintf("outlines-%s-%s", kind, theme), sceneOf(t, signsModel(), kind, display, options), 0.00002, 0.0015)
			}
		}
		scripts := allScripts()
		scripts.Outlines = true
		v.agrees(t, "outlines-scripts", scripts, 0.00002, 0.0015)
	})
}

// viewer is a program on a system with only some fonts.
type viewer struct {
	command  []string
	settings string
}

func inViewers(t *testing.T, test func(*testing.T, viewer), fonts ...string) {
	for _, command := range viewers {
		t.Run(command[0], func(t *testing.T) {
			if testing.Short() {
				t.Skip("-short: compares pictures in other programs")
			}
			if _, err := exec.LookPath(command[0]); err != nil {
				t.Skip(command[0] + " is not installed")
			}
			test(t, viewer{command, installed(t, fonts...)})
		})
	}
}

func (v viewer) agrees(t *testing.T, name string, scene *scene.Scene, mostFar, mostMean float64) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "picture.svg")
	if err := os.WriteFile(file, svg.Encode(scene), 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(v.command[0], append(slices.Clone(v.command[1:]), file)...)
	command.Env = append(os.Environ(), "FONTCONFIG_FILE="+v.settings)
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
	saveBoth(t, v.command[0]+"-"+name, ours, theirs)
	far, mean := difference(t, ours, theirs)
	t.Logf("%s: %.4f %% of the pixels are far off, the mean difference is %.4f %%", name, 100*far, 100*mean)
	if far > mostFar || mean > mostMean {
		t.Errorf("%s: too much", name)
	}
}

// installed returns fontconfig settings for a system that has only the fonts in
// some files.
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
