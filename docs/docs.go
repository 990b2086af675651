// Package docs holds the manual, which the pages of help show.
package docs

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.md
var files embed.FS

// Part is a part of the manual, with its pages in reading order.
type Part struct {
	Title string
	Pages []Page
}

// Page is a page of the manual: its name in the address, its title, and its text as Markdown.
type Page struct{ Name, Title, Text string }

// order lists the pages by the names of their files.
var order = []struct{ title, pages string }{
	{"Design", "concepts queries updates notation keys design-moves sizes"},
	{"Check", "advice check targets cql"},
	{"Clusters", "clusters"},
	{"Together", "comments proposals live people git webhooks"},
	{"Elsewhere", "pictures cli api"},
	{"Run a server", "operations"},
	{"Inside", "architecture"},
}

// Manual returns all pages. It panics if a file is missing: that is a bug in the program.
func Manual() []Part {
	var parts []Part
	for _, listed := range order {
		part := Part{Title: listed.title}
		for name := range strings.FieldsSeq(listed.pages) {
			text, err := files.ReadFile(name + ".md")
			if err != nil {
				panic(fmt.Sprintf("docs: %v", err))
			}
			title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
			part.Pages = append(part.Pages, Page{Name: name, Title: title, Text: string(text)})
		}
		parts = append(parts, part)
	}
	return parts
}
