// Package richtexttest has texts that attack whoever shows Markdown, and a check of what becomes of them.
package richtexttest

import (
	"strings"
	"testing"

	"widerow/model/richtext"
)

// Hostile are texts that ask for a script, an address that is no web page, or much work.
var Hostile = []string{
	"[x](JaVaScRiPt:alert(1))", "[x](java\nscript:alert(1))", "[x](data:text/html,<script>)", "[x](//evil.example)", "[x](/m/x)", "[x](vbscript:x)", "<javascript:alert(1)>",
	"[x]( javascript:alert(1))", "[x](&#106;avascript:alert(1))", "[x](https://a.example\" onmouseover=\"alert(1))", "![x](javascript:alert(1))", "[a]: javascript:x \"t\"\n[a]",
	"<a href=javascript:x>y</a>", "<svg/onload=alert(1)>", "<iframe src=//x>", "x</p></div><script>alert(1)</script>", "&#60;script&#62;alert(1)&#60;/script&#62;", "`</code><script>`", "```\n</pre><script>\n```",
	"|<script>|\n|-|", "# <script>", "> <script>", "- <script>", "~~<script>~~", "**<b onclick=x>**", "@<script>", "https://a.example/<script>", "\x00<script>",
	strings.Repeat("[", 60_000), strings.Repeat("**", 30_000) + "a", strings.Repeat("*a_", 20_000), strings.Repeat(">", 60_000), strings.Repeat("- ", 30_000), strings.Repeat("1. ", 20_000),
	strings.Repeat("`", 60_000), strings.Repeat("`a``", 15_000), strings.Repeat("@", 60_000), strings.Repeat("http://", 9_000), strings.Repeat("![", 30_000), strings.Repeat("[](", 20_000), strings.Repeat("<", 60_000),
	strings.Repeat("|", 20_000) + "\n" + strings.Repeat("|-", 10_000) + "\n" + strings.Repeat("a\n", 10_000), strings.Repeat("a\n", 30_000), strings.Repeat("[a]: b\n", 8_000) + strings.Repeat("[a]", 3_000),
	strings.Repeat(">\n", 30_000), strings.Repeat("- a\n  ", 8_000), strings.Repeat("~", 60_000), strings.Repeat("\\", 60_000), strings.Repeat("&a;", 20_000),
}

// CheckBlocks fails the test if a text becomes an address that is not on the web, or much more than
// was typed.
func CheckBlocks(t testing.TB, text string) {
	t.Helper()
	size := 0
	for _, block := range richtext.Blocks(text, nil) {
		size += 1 + len(block.Code)
		for _, span := range block.Spans {
			size += len(span.Text)
			if span.Href != "" && richtext.SafeAddress([]byte(span.Href)) == "" {
				t.Errorf("%.60q has the address %q", text, span.Href)
			}
		}
		for _, row := range block.Rows {
			for _, cell := range row {
				size += len(cell)
			}
		}
	}
	if size > 30*len(text)+1000 {
		t.Errorf("%.60q of %d bytes becomes %d bytes", text, len(text), size)
	}
}
