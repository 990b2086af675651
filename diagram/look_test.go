package diagram

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/diagram/scene/png"
	"widerow/model"
	"widerow/model/example"
)

// TestLook writes pictures for visual inspection into the folder that WIDEROW_DRAW
// names: the hotel, all signs of the notation, and hostile names.
func TestLook(t *testing.T) {
	dir := os.Getenv("WIDEROW_DRAW")
	if dir == "" {
		t.Skip("WIDEROW_DRAW names no folder to draw into")
	}
	engine := engine.New(enginetest.Pool(t, nil), nil)
	strange := notationModel()
	rename(strange, "")
	for i, name := range []string{"旅館の部屋", "😀 party", "فندق الغرف", strings.Repeat("long_name_", 30)} {
		strange.Logical.Tables["l2"].Columns[model.ID(fmt.Sprintf("l2col%d", i))].Name = name
		strange.Physical.Relations["r2"].Columns[model.ID(fmt.Sprintf("r2col%d", i))].Name = name
	}
	strange.Physical.Relations["r2"].Name = strings.Repeat("long_name_", 30)
	badges := map[model.ID]figure.Badge{"r1": {Level: "ok"}, "r2": {Level: "warn"}, "r3": {Level: "bad"}, "r4": {Level: "ok", Text: "45 KiB"},
		"r5": {Level: "missing"}, "r6": {Level: "warn", WorstOnly: true}, "r7": {Level: "bad", WorstOnly: true}}
	for name, m := range map[string]*model.Model{"long": longNames(), "hotel": hotelModel(), "notation": notationModel(), "strange": strange, "many": manyTables(30), "random": randomConcepts(4, 9)} {
		display := Display{}
		if name == "notation" || name == "hotel" || name == "long" {
			display = Display{Legend: true, TitleBlock: true, Key: true, Advice: true}
		}
		for _, kind := range kinds {
			svg, err := Render(context.Background(), engine, m, kind, display, figure.Options{
				Standalone: true, Revision: figure.Revision{Number: 12, Date: time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC), Author: "A. Writer"}, Selected: "r4", Href: testHref, Badges: badges, Advice: map[model.ID]int{"r1": 2, "r6": 12},
			})
			if err != nil {
				t.Fatal(err)
			}
			drawLook(t, engine, m, kind, filepath.Join(dir, name+"-"+string(kind)))
			if err := os.WriteFile(filepath.Join(dir, name+"-"+string(kind)+".svg"), svg, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// longNames returns the notation with names that take several lines.
func longNames() *model.Model {
	m := notationModel()
	rename(m, strings.TrimSuffix(strings.Repeat("a rather_long name ", 7), " "))
	return m
}

// drawLook writes one PNG in each theme.
func drawLook(t *testing.T, engine *engine.Engine, m *model.Model, kind Kind, file string) {
	t.Helper()
	for _, theme := range []scene.Theme{scene.ThemeLight, scene.ThemeDark, scene.ThemePrint, scene.ThemeContrast} {
		scene, err := Draw(context.Background(), engine, m, kind, Display{Theme: theme}, figure.Options{Standalone: true})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := png.Encode(context.Background(), scene, &out, 2); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file+"-"+string(theme)+".png", out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, paper := range []pages.Paper{pages.PaperFit, pages.PaperA4} {
			document, err := pages.Encode(scene, paper)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file+"-"+string(theme)+string(paper)+".pdf", document, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLookExamples writes the four pictures of each example into the folder that
// WIDEROW_DRAW names.
func TestLookExamples(t *testing.T) {
	dir := os.Getenv("WIDEROW_DRAW")
	if dir == "" {
		t.Skip("WIDEROW_DRAW names no folder to draw into")
	}
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range kinds {
			drawn, err := Draw(context.Background(), engine, m, kind, Display{}, figure.Options{Standalone: true})
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := png.Encode(context.Background(), drawn, &out, 1); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, entry.Slug+"-"+string(kind)+".png"), out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
