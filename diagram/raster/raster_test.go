package raster

import (
	"bytes"
	"context"
	"errors"
	"hash/adler32"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"
)

func paint(t *testing.T, width, height int, areas ...*Outline) image.Image {
	t.Helper()
	picture, err := NewPicture(width, height, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, area := range areas {
		picture.Paint(area, Point{}, Paint{})
	}
	var out bytes.Buffer
	if err := picture.PNG(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	decoded, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// ink returns the sum of the blackness of all pixels.
func ink(picture image.Image) float64 {
	sum, size := 0.0, picture.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			sum += 1 - float64(color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y)/255
		}
	}
	return sum
}

func rectangle(left, top, right, bottom float64) *Path {
	p := &Path{}
	p.MoveTo(Point{left, top})
	p.LineTo(Point{right, top})
	p.LineTo(Point{right, bottom})
	p.LineTo(Point{left, bottom})
	p.Close()
	return p
}

func circle(x, y, radius float64) *Path {
	const k = 0.5522847498
	p := &Path{}
	p.MoveTo(Point{x + radius, y})
	for i := range 4 {
		from, to := math.Pi/2*float64(i), math.Pi/2*float64(i+1)
		at := func(angle, along float64) Point {
			return Point{x + radius*(math.Cos(angle)-along*math.Sin(angle)), y + radius*(math.Sin(angle)+along*math.Cos(angle))}
		}
		p.CubeTo(at(from, k), at(to, -k), at(to, 0))
	}
	p.Close()
	return p
}

// The painted area equals the area of the shape, to within a hundredth.
func TestAreas(t *testing.T) {
	triangle := &Path{}
	triangle.MoveTo(Point{10, 10})
	triangle.LineTo(Point{90, 30})
	triangle.LineTo(Point{20, 170})
	zigzag := &Path{}
	zigzag.MoveTo(Point{10, 50})
	zigzag.LineTo(Point{110, 50})
	zigzag.LineTo(Point{110, 150})
	for name, test := range map[string]struct {
		area *Outline
		want float64
	}{
		"whole pixels":     {rectangle(10, 10, 50, 150).Fill(), 40 * 140},
		"parts of pixels":  {rectangle(10.25, 10.5, 50.75, 150.1).Fill(), 40.5 * 139.6},
		"across the edges": {rectangle(-30, -30, 50, 50).Fill(), 2500},
		"off the picture":  {rectangle(300, 10, 350, 50).Fill(), 0},
		"triangle":         {triangle.Fill(), 6300},
		"circle":           {circle(100, 100, 60).Fill(), math.Pi * 3600},
		"ring":             {circle(100, 100, 60).Stroke(4, nil), 2 * math.Pi * 60 * 4},
		"frame":            {rectangle(20, 20, 120, 80).Stroke(2, nil), 102*62 - 98*58},
		"corner":           {zigzag.Stroke(4, nil), 4*102 + 4*98},
		"dashes":           {zigzag.Stroke(4, []float64{6, 4}), 4*100*6/5 + 4},
		"uneven dashes":    {zigzag.Stroke(2, []float64{10}), 2 * 100},
	} {
		if got := ink(paint(t, 200, 200, test.area)); math.Abs(got-test.want) > 0.01*test.want+0.01 {
			t.Errorf("%s: %.1f px are painted, want %.1f", name, got, test.want)
		}
	}
}

// A shape looks the same wherever the boundaries between bands are.
func TestBandsJoin(t *testing.T) {
	at := func(y float64) image.Image {
		return paint(t, 160, 4*bandHeight, circle(80, y, 50.5).Stroke(7, []float64{9, 5}))
	}
	first, second := at(60), at(60+bandHeight/2)
	for y := range 120 {
		for x := range 160 {
			if first.At(x, y) != second.At(x, y+bandHeight/2) {
				t.Fatalf("pixel %d,%d differs 32 rows further down", x, y)
			}
		}
	}
}

func TestOverlapCountsOnce(t *testing.T) {
	p := rectangle(10, 10, 60, 60)
	p.MoveTo(Point{30, 30})
	p.LineTo(Point{80, 30})
	p.LineTo(Point{80, 80})
	p.LineTo(Point{30, 80})
	p.Close()
	if got := ink(paint(t, 100, 100, p.Fill())); math.Abs(got-(2500+2500-900)) > 0.1 {
		t.Errorf("two squares that overlap take %.1f px, want 4100", got)
	}
}

func TestHatch(t *testing.T) {
	picture, err := NewPicture(160, 160, 1)
	if err != nil {
		t.Fatal(err)
	}
	picture.Paint(rectangle(0, 0, 160, 160).Fill(), Point{}, Paint{Color: Color{255, 255, 255}, Period: 8, Width: 1})
	var out bytes.Buffer
	if err := picture.PNG(context.Background(), &out); err != nil {
		t.Fatal(err)
	}
	decoded, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	// Lines of width 1 at intervals of 8/√2.
	if got, want := ink(decoded), 160*160*math.Sqrt2/8; math.Abs(got-want) > 0.05*want {
		t.Errorf("the hatch takes %.0f px, want %.0f", got, want)
	}
}

func TestTooLarge(t *testing.T) {
	for _, size := range [][2]int{{0, 10}, {MaxSide + 1, 10}, {10, MaxSide + 1}, {MaxSide, MaxSide + 1}} {
		if _, err := NewPicture(size[0], size[1], 1); !errors.Is(err, ErrSize) {
			t.Errorf("%v: %v", size, err)
		}
	}
	if _, err := NewPicture(MaxSide, MaxPixels/MaxSide, 1); err != nil {
		t.Errorf("the largest picture: %v", err)
	}
}

func TestSumsJoin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := make([]byte, 200_000)
	for i := range text {
		text[i] = byte(random.Uint32())
	}
	for _, cut := range []int{0, 1, 65520, 65521, 150_000, len(text)} {
		joined := joinSums(adler32.Checksum(text[:cut]), adler32.Checksum(text[cut:]), len(text)-cut)
		if joined != adler32.Checksum(text) {
			t.Errorf("cut at %d: %08x, want %08x", cut, joined, adler32.Checksum(text))
		}
	}
}
