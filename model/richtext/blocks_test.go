package richtext

import (
	"fmt"
	"strings"
	"testing"
)

// blocksText writes blocks with their styles, one a line.
func blocksText(blocks []Block) string {
	var all strings.Builder
	for _, block := range blocks {
		fmt.Fprintf(&all, "%s%s", strings.Repeat(">", block.Quotes), strings.Repeat("  ", block.Indent))
		if block.Heading > 0 {
			fmt.Fprintf(&all, "h%d ", block.Heading)
		}
		if block.Mark != "" {
			all.WriteString(block.Mark + " ")
		}
		for _, span := range block.Spans {
			style := ""
			for name, has := range map[string]bool{"b": span.Bold, "i": span.Italic, "c": span.Code, "s": span.Struck} {
				if has {
					style += name
				}
			}
			if style == "" && span.Href == "" {
				fmt.Fprintf(&all, "%q", span.Text)
			} else {
				fmt.Fprintf(&all, "<%s %q %s>", style, span.Text, span.Href)
			}
		}
		if block.Code != "" {
			fmt.Fprintf(&all, "code %q", block.Code)
		}
		for _, row := range block.Rows {
			fmt.Fprintf(&all, "|%s|", strings.Join(row, "|"))
		}
		if block.Rule {
			all.WriteString("---")
		}
		all.WriteString("\n")
	}
	return all.String()
}

func TestBlocks(t *testing.T) {
	for text, want := range map[string]string{
		"one\ntwo\n\nthree":               "\"one\\n\"\"two\"\n\"three\"\n",
		"# Why\n##":                       "h1 \"Why\"\nh2 \n",
		"a **b** *c* `d *` ~~e~~":         `"a "<b "b" >" "<i "c" >" "<c "d *" >" "<s "e" >` + "\n",
		"- x\n  - y\n\n  z\n2. w":         "  • \"x\"\n    • \"y\"\n  \"z\"\n  2. \"w\"\n",
		"> a\n> > b":                      ">\"a\"\n>>\"b\"\n",
		"```\n  x\n```":                   "code \"  x\\n\"\n",
		"```\n```":                        "code \"\\n\"\n",
		"|a|b|\n|-|-|\n|`c`|":             "|a|b||c||\n",
		"---":                             "---\n",
		"[x](https://a.example)":          `< "x" https://a.example>` + "\n",
		"![x](https://a.example)":         `< "x" https://a.example>` + "\n",
		"[x](javascript:y)":               `"[""x""](javascript:y)"` + "\n",
		"https://a.example":               `< "https://a.example" https://a.example>` + "\n",
		"@Ben Ray: <b>&lt;\\*":            `<b "@Ben Ray" >": ""<b><*"` + "\n",
		"-":                               "  • \"\"\n",
		"[*a* b](https://a.example) **c*": `<i "a" https://a.example>< " b" https://a.example>" *"<i "c" >` + "\n",
	} {
		if got := blocksText(Blocks(text, []string{"Ben", "Ben Ray"})); got != want {
			t.Errorf("%q is\n%s, want\n%s", text, got, want)
		}
	}
}
