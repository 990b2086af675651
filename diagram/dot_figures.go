package diagram

import (
	"fmt"
	"strings"

	"widerow/model"
)

// The colours of the light theme, by the classes of style.css.
var dotMarkColors = map[string]string{
	"mark-k": "#ad5700", "mark-c": "#2456c6", "mark-s": "#8250df", "mark-p": "#b0256f", "mark-i": "#0b7285", "mark-m": "#5a6678",
}

// dot returns a table of three columns: name, type, marks. Lines end at the port of
// its title.
func (t *tableFigure) dot() string {
	head, ink := "#2b5a4c", "#ffffff"
	if t.class == "type-box" {
		head, ink = "#ffffff", "#182230"
	}
	var b strings.Builder
	b.WriteString(`shape=plain, label=<<TABLE BORDER="0" CELLBORDER="1" CELLSPACING="0" CELLPADDING="5" COLOR="#c9d3df" BGCOLOR="#ffffff">`)
	title := fmt.Sprintf(`<FONT COLOR="%s"><B>%s</B></FONT>`, ink, dotItalic(escapeLines(t.lines), t.italic))
	for _, tag := range t.tags {
		title += fmt.Sprintf(`<FONT COLOR="%s" POINT-SIZE="9"> &#160;%s</FONT>`, ink, escapeDOT(tag.text))
	}
	fmt.Fprintf(&b, `<TR><TD PORT="title" COLSPAN="3" ALIGN="LEFT" BGCOLOR="%s">%s</TD></TR>`, head, title)
	for i := range t.rows {
		b.WriteString(t.rows[i].dot(t.italic))
	}
	b.WriteString("</TABLE>>")
	return b.String()
}

func (r *tableRow) dot(italic bool) string {
	name := dotItalic(escapeLines(r.lines), italic)
	if r.key {
		name = "<B>" + name + "</B>"
	}
	var marks strings.Builder
	for i, m := range r.marks {
		if i > 0 {
			marks.WriteString(" ")
		}
		fmt.Fprintf(&marks, `<FONT COLOR="%s"><B>%s</B></FONT>`, dotMarkColors[m.class], escapeDOT(m.text+m.suffix))
	}
	if marks.Len() == 0 {
		marks.WriteString("&#160;")
	}
	return fmt.Sprintf(`<TR><TD SIDES="LB" ALIGN="LEFT">%s</TD><TD SIDES="B" ALIGN="RIGHT"><FONT COLOR="#5a6678" POINT-SIZE="10">%s</FONT></TD><TD SIDES="RB">%s</TD></TR>`,
		name, dotType(r.pill), marks.String())
}

func dotType(pill typePill) string {
	if len(pill.lines) == 0 {
		return "&#160;"
	}
	lines := make([]string, len(pill.lines))
	for i, line := range pill.lines {
		lines[i] = dotFlakes(line)
	}
	return escapeLines(lines)
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
	return fmt.Sprintf(`shape=diamond, style=filled, fillcolor="#fbf3e2", color="#b5832a", peripheries=%s, label=<%s>`,
		either(r.identifying, "2", "1"), escapeLines(r.lines))
}

func (f *isaFigure) dot() string {
	return fmt.Sprintf(`shape=triangle, margin=0, label=<IsA<BR/><I>%s</I>>`, either(f.disjoint, "d", "o"))
}

// dot underlines keys. DOT has no dotted underline, so a partial key is underlined
// but not bold.
func (a *attribute) dot() string {
	name := escapeLines(a.lines)
	switch a.key {
	case model.Key:
		name = "<B><U>" + name + "</U></B>"
	case model.PartialKey:
		name = "<U>" + name + "</U>"
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
