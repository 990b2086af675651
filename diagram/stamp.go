package diagram

import "widerow/model"

// stamp is what the SVG of a page says of a table at a place, but for the
// addresses of elements. A figure keeps that of the place where it was drawn
// last: mostly the next page has it there too.
type stamp struct {
	stampKey
	text    string
	links   []gap
	ids     []model.ID // that the text has
	symbols [symbolCount]bool
}

// stampKey is what a table's SVG depends on beside its figure.
type stampKey struct {
	at     Rect
	theme  Theme
	badge  Badge
	badged bool
	advice int
	linked bool
}

// gap is where the address of an element belongs.
type gap struct {
	at int
	id model.ID
}

// stamped is a table that need not be painted to be written.
type stamped struct {
	*stamp
	painter *painter
	figure  *tableFigure
}

// stamped gives a table of a page, nil if it looks other than such tables
// mostly do: an element of it is selected, or was drawn before.
func (p *painter) stamped(t *tableFigure, at Rect) Item {
	if p.options.Standalone || p.options.Selected != "" && t.holds(p.options.Selected) {
		return nil
	}
	key := stampKey{at: at, theme: p.drawing.display.Theme, advice: p.options.Advice[t.id], linked: p.options.Href != nil}
	if !p.drawing.display.NoBadges {
		key.badge, key.badged = p.options.Badges[t.id]
	}
	s := t.stamp.Load()
	if s == nil || s.stampKey != key {
		s = p.newStamp(t, key)
		t.stamp.Store(s)
	}
	for _, id := range s.ids {
		if p.seen[id] {
			return nil
		}
	}
	for _, id := range s.ids {
		p.seen[id] = true
	}
	for symbol, drawn := range s.symbols {
		p.symbols[symbol] = p.symbols[symbol] || drawn
	}
	return &stamped{s, p, t}
}

func (t *tableFigure) holds(id model.ID) bool {
	for i := range t.rows {
		if t.rows[i].id == id {
			return true
		}
	}
	return t.id == id
}

func (p *painter) newStamp(t *tableFigure, key stampKey) *stamp {
	options := p.options
	options.Selected = ""
	if key.linked {
		options.Href = func(id model.ID) string { return string(id) }
	}
	w := &svgWriter{hooked: key.linked, gapped: true}
	e, alone := p.paintAlone(t, key.at, options)
	e.writeSVG(w)
	s := &stamp{stampKey: key, text: string(w.out), links: w.gaps, symbols: alone.symbols}
	for id := range alone.seen {
		s.ids = append(s.ids, id)
	}
	return s
}

// paintAlone paints a table as if nothing else were in the picture.
func (p *painter) paintAlone(t *tableFigure, at Rect, options Options) (*Element, *painter) {
	alone := &painter{drawing: p.drawing, options: options, seen: map[model.ID]bool{}}
	return alone.paintBox(t, string(t.id), at), alone
}

func (s *stamped) writeSVG(w *svgWriter) {
	start, from := len(w.out), 0
	for _, link := range s.links {
		address := s.painter.options.Href(link.id)
		if address == "" { // another tag stands for what has no address
			w.out = w.out[:start]
			s.element().writeSVG(w)
			return
		}
		w.raw(s.text[from:link.at])
		w.text(address)
		from = link.at
	}
	w.raw(s.text[from:])
}

func (s *stamped) draw(b *brush) { s.element().draw(b) }

func (s *stamped) element() *Element {
	e, _ := s.painter.paintAlone(s.figure, s.at, s.painter.options)
	return e
}
