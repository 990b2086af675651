package browser

import (
	"html/template"
	"os"
	"path/filepath"
)

// pictureFolder is where screenshots are saved, seen from the packages of walks.
var pictureFolder = filepath.Join("..", "..", "..", "artifacts")

// states shows all screenshots beside each other, as a designer compares them.
var states = template.Must(template.New("states").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>All states</title>
<style>
	body { margin: 24px; font: 13px system-ui; background: #ccd; }
	main { display: grid; grid-template-columns: repeat(auto-fill, minmax(420px, 1fr)); gap: 20px; align-items: start; }
	figure { margin: 0; }
	img { max-width: 100%; box-shadow: 0 1px 6px #0004; }
</style>
<h1>{{len .}} states</h1>
<main>{{range .}}<figure><figcaption>{{.}}</figcaption><a href="{{.}}"><img loading="lazy" src="{{.}}" alt="{{.}}"></a></figure>{{end}}</main>
`))

// writeStates writes the page of all screenshots, artifacts/states.html.
func writeStates() error {
	pictures, err := filepath.Glob(filepath.Join(pictureFolder, "*.png"))
	if err != nil || len(pictures) == 0 {
		return err
	}
	for i := range pictures {
		pictures[i] = filepath.Base(pictures[i])
	}
	page, err := os.Create(filepath.Join(pictureFolder, "states.html"))
	if err != nil {
		return err
	}
	defer page.Close()
	return states.Execute(page, pictures)
}
