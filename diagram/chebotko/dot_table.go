package chebotko

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/diagram/figure"
	"widerow/diagram/typeface"
)

// The colours of the light theme, by the classes of style.css.
var dotMarkColors = map[string]string{
	"mark-k": "#ad5700", "mark-c": "#2456c6", "mark-s": "#8250df", "mark-p": "#b0256f", "mark-i": "#0b7285", "mark-m": "#5a6678",
}

// DOT returns a table of up to three columns: name, type, marks. Lines end at the port
// of its title.
func (t *Table) DOT() string {
	head, ink := "#2b5a4c", "#ffffff"
	if t.class == "type-box" {
		head, ink = "#ffffff", "#182230"
	}
	var b strings.Builder
	b.WriteString(`shape=plain, label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="5" COLOR="#c9d3df" BGCOLOR="#ffffff">`)
	title := fmt.Sprintf(`<FONT COLOR="%s"><B>%s</B></FONT>`, ink, dotItalic(cellLines(t.lines, "LEFT"), t.Italic))
	for _, tag := range t.Tags {
		title += fmt.Sprintf(`<FONT COLOR="%s" POINT-SIZE="9"> &#160;%s</FONT>`, ink, figure.EscapeDOT(tag.Text))
	}
	for _, update := range t.Writes {
		title += fmt.Sprintf(`<FONT COLOR="%s" POINT-SIZE="9"> &#160;%s</FONT>`, ink, figure.EscapeDOT(update.Text))
	}
	typed := slices.ContainsFunc(t.Rows, func(r Row) bool { return len(r.Pill.Lines) > 0 })
	marked := slices.ContainsFunc(t.Rows, func(r Row) bool { return len(r.Marks) > 0 })
	columns := 1
	for _, shown := range []bool{typed, marked} {
		if shown {
			columns++
		}
	}
	fmt.Fprintf(&b, `<TR><TD PORT="title" COLSPAN="%d" ALIGN="LEFT" BGCOLOR="%s">%s</TD></TR>`, columns, head, title)
	for i := range t.Rows {
		t.Rows[i].writeDOT(&b, t.Italic, typed, marked)
	}
	b.WriteString("</TABLE>>")
	return b.String()
}

// writeDOT writes the row with the cells that its table has.
func (r *Row) writeDOT(b *strings.Builder, italic, typed, marked bool) {
	name := dotItalic(cellLines(r.lines, "LEFT"), italic)
	if r.Key {
		name = "<B>" + name + "</B>"
	}
	cells := []string{`ALIGN="LEFT">` + name}
	if typed {
		cells = append(cells, `ALIGN="RIGHT"><FONT COLOR="#5a6678" POINT-SIZE="10">`+dotType(r.Pill)+"</FONT>")
	}
	if marked {
		cells = append(cells, ">"+r.dotMarks())
	}
	b.WriteString("<TR>")
	for i, cell := range cells {
		left, right := figure.Either(i == 0, "L", ""), figure.Either(i == len(cells)-1, "R", "")
		fmt.Fprintf(b, `<TD SIDES="%sB%s" %s</TD>`, left, right, cell)
	}
	b.WriteString("</TR>")
}

func (r *Row) dotMarks() string {
	marks := make([]string, len(r.Marks))
	for i, m := range r.Marks {
		marks[i] = fmt.Sprintf(`<FONT COLOR="%s"><B>%s</B></FONT>`, dotMarkColors[m.class], figure.EscapeDOT(m.Text+m.Suffix))
	}
	return cmp.Or(strings.Join(marks, " "), "&#160;")
}

func dotType(pill typePill) string {
	if len(pill.Lines) == 0 {
		return "&#160;"
	}
	lines := make([]string, len(pill.Lines))
	for i, line := range pill.Lines {
		lines[i] = dotFlakes(line)
	}
	return cellLines(lines, "RIGHT")
}

// cellLines joins the lines of a cell. Between several lines, each break sets the alignment of the
// line before it.
func cellLines(lines []string, align string) string {
	text := figure.EscapeLines(lines)
	if len(lines) > 1 {
		text = strings.ReplaceAll(text+"<BR/>", "<BR/>", fmt.Sprintf(`<BR ALIGN="%s"/>`, align))
	}
	return text
}

func dotItalic(text string, italic bool) string {
	if italic {
		return "<I>" + text + "</I>"
	}
	return text
}

// dotFlakes replaces the private character of frozen types.
func dotFlakes(text string) string { return strings.ReplaceAll(text, typeface.Flake, "❄ ") }
