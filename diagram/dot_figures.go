package diagram

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// The colours of the light theme, by the classes of style.css.
var dotMarkColors = map[string]string{
	"mark-k": "#ad5700", "mark-c": "#2456c6", "mark-s": "#8250df", "mark-p": "#b0256f", "mark-i": "#0b7285", "mark-m": "#5a6678",
}

// dot returns a table of up to three columns: name, type, marks. Lines end at the port
// of its title.
func (t *tableFigure) dot() string {
	head, ink := "#2b5a4c", "#ffffff"
	if t.class == "type-box" {
		head, ink = "#ffffff", "#182230"
	}
	var b strings.Builder
	b.WriteString(`shape=plain, label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="5" COLOR="#c9d3df" BGCOLOR="#ffffff">`)
	title := fmt.Sprintf(`<FONT COLOR="%s"><B>%s</B></FONT>`, ink, dotItalic(cellLines(t.lines, "LEFT"), t.italic))
	for _, tag := range t.tags {
		title += fmt.Sprintf(`<FONT COLOR="%s" POINT-SIZE="9"> &#160;%s</FONT>`, ink, escapeDOT(tag.text))
	}
	typed := slices.ContainsFunc(t.rows, func(r tableRow) bool { return len(r.pill.lines) > 0 })
	marked := slices.ContainsFunc(t.rows, func(r tableRow) bool { return len(r.marks) > 0 })
	columns := 1
	for _, shown := range []bool{typed, marked} {
		if shown {
			columns++
		}
	}
	fmt.Fprintf(&b, `<TR><TD PORT="title" COLSPAN="%d" ALIGN="LEFT" BGCOLOR="%s">%s</TD></TR>`, columns, head, title)
	for i := range t.rows {
		t.rows[i].writeDOT(&b, t.italic, typed, marked)
	}
	b.WriteString("</TABLE>>")
	return b.String()
}

// writeDOT writes the row with the cells that its table has.
func (r *tableRow) writeDOT(b *strings.Builder, italic, typed, marked bool) {
	name := dotItalic(cellLines(r.lines, "LEFT"), italic)
	if r.key {
		name = "<B>" + name + "</B>"
	}
	cells := []string{`ALIGN="LEFT">` + name}
	if typed {
		cells = append(cells, `ALIGN="RIGHT"><FONT COLOR="#5a6678" POINT-SIZE="10">`+dotType(r.pill)+"</FONT>")
	}
	if marked {
		cells = append(cells, ">"+r.dotMarks())
	}
	b.WriteString("<TR>")
	for i, cell := range cells {
		left, right := either(i == 0, "L", ""), either(i == len(cells)-1, "R", "")
		fmt.Fprintf(b, `<TD SIDES="%sB%s" %s</TD>`, left, right, cell)
	}
	b.WriteString("</TR>")
}

func (r *tableRow) dotMarks() string {
	marks := make([]string, len(r.marks))
	for i, m := range r.marks {
		marks[i] = fmt.Sprintf(`<FONT COLOR="%s"><B>%s</B></FONT>`, dotMarkColors[m.class], escapeDOT(m.text+m.suffix))
	}
	return cmp.Or(strings.Join(marks, " "), "&#160;")
}

func dotType(pill typePill) string {
	if len(pill.lines) == 0 {
		return "&#160;"
	}
	lines := make([]string, len(pill.lines))
	for i, line := range pill.lines {
		lines[i] = dotFlakes(line)
	}
	return cellLines(lines, "RIGHT")
}

// cellLines returns the lines of a cell. In several lines, each break says how the
// line before it is aligned.
func cellLines(lines []string, align string) string {
	text := escapeLines(lines)
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

func (f *collapsedFigure) dot() string {
	return fmt.Sprintf(`style="rounded,filled", fillcolor="#eef2f6", color="#c9d3df", label=<<B>%s</B><BR/>%s>`, escapeDOT(f.caption), escapeDOT(f.holds))
}

func (s *stepFigure) dot() string {
	fill, line := "#eef3fd", "#2456c6"
	if s.grey {
		fill, line = "#eef1f5", "#c9d3df"
	}
	actor := ""
	if len(s.actor) > 0 {
		actor = `<BR/><FONT COLOR="#5a6678" POINT-SIZE="10">` + escapeLines(s.actor) + "</FONT>"
	}
	return fmt.Sprintf(`style="rounded,filled", fillcolor="%s", color="%s", label=<%s%s>`, fill, line, escapeLines(s.lines), actor)
}

func (e *entityFigure) dot() string {
	return fmt.Sprintf(`style=filled, fillcolor="#e3ece8", color="#2b5a4c", peripheries=%s, label=<<B>%s</B>>`, either(e.weak, "2", "1"), escapeLines(e.lines))
}

func (r *relationshipFigure) dot() string {
	name := escapeLines(r.lines)
	if len(r.within) > 0 {
		name += `<BR/><FONT POINT-SIZE="10"><I>` + escapeLines(r.within) + "</I></FONT>"
	}
	return fmt.Sprintf(`shape=diamond, style=filled, fillcolor="#fbf3e2", color="#b5832a", peripheries=%s, label=<%s>`,
		either(r.identifying, "2", "1"), name)
}

func (f *isaFigure) dot() string {
	return fmt.Sprintf(`shape=triangle, margin=0, label=<IsA<BR/><I>%s</I>>`, either(f.disjoint, "d", "o"))
}

// dot underlines keys. DOT has no dotted and no double underline, so a partial key is
// underlined but not bold, and a unique attribute says so.
func (a *attribute) dot() string {
	name := escapeLines(a.lines)
	switch a.key {
	case model.Key:
		name = "<B><U>" + name + "</U></B>"
	case model.PartialKey:
		name = "<U>" + name + "</U>"
	}
	if a.unique {
		name += `<BR/><FONT POINT-SIZE="9"><I>unique</I></FONT>`
	}
	return fmt.Sprintf(`shape=ellipse, color="#8091a6", margin="0.05,0.02", style=%s, peripheries=%s, label=<%s>`,
		either(a.derived, "dashed", "solid"), either(a.multi, "2", "1"), name)
}

// dot writes the labels of an arrow, three a line.
func (p *labelPill) dot() string {
	var lines []string
	for _, labels := range p.lines() {
		lines = append(lines, lineText(labels))
	}
	return "<<B>" + escapeLines(lines) + "</B>>"
}

// dot writes the cardinality and the role at the entity's end.
func (end *participation) dot() string {
	text := escapeDOT(end.cardinality)
	if len(end.role) > 0 {
		text += "<BR/><I>" + escapeLines(end.role) + "</I>"
	}
	side := "headlabel"
	if end.AtStart {
		side = "taillabel"
	}
	return fmt.Sprintf("%s=<%s>, labeldistance=2", side, text)
}
