package diagram

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	stddraw "image/draw"
	imagepng "image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"widerow/diagram/figure"
	"widerow/diagram/raster"
	"widerow/diagram/scene"
	"widerow/diagram/scene/png"
	"widerow/diagram/scene/svg"
	"widerow/model"
)

func draw(t testing.TB, m *model.Model, kind Kind, display Display) *scene.Scene {
	t.Helper()
	scene, err := Draw(context.Background(), rows{}, m, kind, display, figure.Options{Standalone: true, Revision: figure.Revision{Number: 12}})
	if err != nil {
		t.Fatal(err)
	}
	return scene
}

func pngOf(t testing.TB, scene *scene.Scene, scale int) image.Image {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(context.Background(), scene, &out, scale); err != nil {
		t.Fatal(err)
	}
	picture, err := imagepng.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// difference returns the share of pixels that differ by more than half of the range
// in a colour, and the mean difference as a share of the range.
func difference(t testing.TB, a, b image.Image) (far, mean float64) {
	t.Helper()
	if a.Bounds() != b.Bounds() {
		t.Fatalf("the pictures are %v and %v", a.Bounds(), b.Bounds())
	}
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			most, first, second := 0, a.At(x, y).(color.RGBA), b.At(x, y).(color.RGBA)
			for _, apart := range []int{int(first.R) - int(second.R), int(first.G) - int(second.G), int(first.B) - int(second.B)} {
				apart = max(apart, -apart)
				most = max(most, apart)
				mean += float64(apart) / 3 / 255
			}
			if most > 127 {
				far++
			}
		}
	}
	count := float64(a.Bounds().Dx() * a.Bounds().Dy())
	return far / count, mean / count
}

// TestPixelsAgree compares the PNG with what Chromium draws of the SVG. Text
// differs slightly, since browsers darken thin strokes. If WIDEROW_DRAW is set,
// both pictures are written there.
func TestPixelsAgree(t *testing.T) {
	ctx := chromium(t)
	chinese := hotelModel()
	rename(chinese, "酒店客房가격ホテル_by_hotel")
	for _, test := range []struct {
		name  string
		model *model.Model
		kind  Kind
		theme scene.Theme
		scale int
	}{
		{"hotel", hotelModel(), KindER, scene.ThemeLight, 1},
		{"hotel", hotelModel(), KindWorkflow, scene.ThemePrint, 2},
		{"hotel", hotelModel(), KindLogical, scene.ThemeDark, 1},
		{"hotel", hotelModel(), KindPhysical, scene.ThemeLight, 2},
		{"notation", notationModel(), KindER, scene.ThemeContrast, 2},
		{"notation", notationModel(), KindPhysical, scene.ThemePrint, 1},
		{"notation", notationModel(), KindPhysical, scene.ThemeContrast, 3},
		{"chinese", chinese, KindPhysical, scene.ThemeLight, 2},
	} {
		samePixels(ctx, t, fmt.Sprintf("%s-%s-%s", test.name, test.kind, test.theme), draw(t, test.model, test.kind, Display{Theme: test.theme}), test.scale)
	}
	samePixels(ctx, t, "scripts", allScripts(), 2)
}

func samePixels(ctx context.Context, t *testing.T, name string, scene *scene.Scene, scale int) {
	t.Helper()
	samePicture(ctx, t, name, scene, scale, 0.0005, 0.003)
}

// samePicture allows a share of very different pixels, and a mean difference.
func samePicture(ctx context.Context, t *testing.T, name string, scene *scene.Scene, scale int, mostFar, mostMean float64) {
	t.Helper()
	ours := pngOf(t, scene, scale)
	theirs := screenshot(ctx, t, scene, scale, ours.Bounds())
	saveBoth(t, name, ours, theirs)
	far, mean := difference(t, ours, theirs)
	t.Logf("%s: %.4f %% of the pixels are far off, the mean difference is %.4f %%", name, 100*far, 100*mean)
	if far > mostFar || mean > mostMean {
		t.Errorf("%s: too much", name)
	}
}

// screenshot returns what Chromium draws of the SVG, in the size of bounds, since a
// window has whole px.
func screenshot(ctx context.Context, t *testing.T, scene *scene.Scene, scale int, bounds image.Rectangle) image.Image {
	t.Helper()
	width, height := int64(math.Ceil(scene.Width)), int64(math.Ceil(scene.Height))
	if _, err := chromedp.Run(ctx, chromedp.EmulateViewport(width, height, chromedp.EmulateScale(float64(scale)))); err != nil {
		t.Fatal(err)
	}
	const painted = `document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done([])))))`
	inBrowser[string](ctx, t, svg.Encode(scene), painted)
	shot, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	picture, err := imagepng.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	cut := image.NewRGBA(bounds)
	stddraw.Draw(cut, bounds, picture, image.Point{}, stddraw.Src)
	return cut
}

func saveBoth(t *testing.T, name string, ours, theirs image.Image) {
	t.Helper()
	dir := os.Getenv("WIDEROW_DRAW")
	if dir == "" {
		return
	}
	for suffix, picture := range map[string]image.Image{"-ours.png": ours, "-chromium.png": theirs} {
		var out bytes.Buffer
		if err := imagepng.Encode(&out, picture); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+suffix), out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPNGSizes(t *testing.T) {
	picture := draw(t, hotelModel(), KindPhysical, Display{})
	for scale := 1; scale <= fewer(3, 1); scale++ {
		if got, want := pngOf(t, picture, scale).Bounds().Size(), image.Pt(int(math.Ceil(picture.Width*float64(scale)-1e-6)), int(math.Ceil(picture.Height*float64(scale)-1e-6))); got != want {
			t.Errorf("scale %d: %v, want %v", scale, got, want)
		}
	}
	wide := &scene.Scene{Width: 9000, Height: 100}
	if err := png.Encode(context.Background(), wide, io.Discard, 2); !errors.Is(err, raster.ErrSize) {
		t.Errorf("18,000 pixels a side: %v", err)
	}
	if got := pngOf(t, wide, 0).Bounds().Dx(); got != raster.MaxSide && got != raster.MaxSide-1 {
		t.Errorf("the usual scale gives %d pixels, want what fits", got)
	}
	large := &scene.Scene{Width: 16000, Height: 16000}
	if fit := png.FittingScale(large, 3); fit <= 1 || 16000*fit > raster.MaxSide {
		t.Errorf("16,000 × 16,000 fits at %g", fit)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if err := png.Encode(stopped, picture, io.Discard, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("a picture that nobody waits for: %v", err)
	}
}

func TestSamePNGSameBytes(t *testing.T) {
	var first []byte
	for range 3 {
		var out bytes.Buffer
		if err := png.Encode(context.Background(), draw(t, notationModel(), KindPhysical, Display{}), &out, 2); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = out.Bytes()
		}
		if !bytes.Equal(first, out.Bytes()) {
			t.Fatal("the same model gives other bytes")
		}
	}
}

// BenchmarkPNG draws 30 tables at 2×, after layout.
func BenchmarkPNG(b *testing.B) {
	scene := draw(b, manyTables(30), KindPhysical, Display{})
	b.ReportAllocs()
	for b.Loop() {
		if err := png.Encode(context.Background(), scene, io.Discard, 2); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(scene.Width*scene.Height*4/1e6, "Mpx")
}
