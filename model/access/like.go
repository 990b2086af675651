package access

import (
	"strings"
)

// checkLike determines the form of a LIKE by the position of %, and refuses a
// form that no index answers.
func (w *where) checkLike(r *restriction) *Refusal {
	value := r.literals[0]
	if value.Kind != String {
		return nil
	}
	text, form := value.Text, "MATCHES"
	prefix, suffix := strings.HasPrefix(text, "%"), strings.HasSuffix(text, "%")
	switch {
	case prefix && suffix:
		form, text = "CONTAINS", strings.TrimSuffix(strings.TrimPrefix(text, "%"), "%")
	case suffix:
		form, text = "PREFIX", strings.TrimSuffix(text, "%")
	case prefix:
		form, text = "SUFFIX", strings.TrimPrefix(text, "%")
	}
	if text == "" {
		return &Refusal{Code: EmptyLike}
	}
	for i := range w.table.Indexes {
		index := &w.table.Indexes[i]
		if index.supports(r.first(), Like) && index.matches(form) {
			return nil
		}
	}
	return &Refusal{Code: LikeForm, Column: r.first().Name, Text: form, Value: &Value{Kind: String, Text: text}}
}

// matches reports whether the mode of a SASI index answers the form of LIKE.
func (i *TableIndex) matches(form string) bool {
	switch strings.ToUpper(i.Options["mode"]) {
	case "", "PREFIX":
		return form == "PREFIX" || form == "MATCHES"
	case "CONTAINS":
		return form != "PREFIX" || !i.isTokenized()
	}
	return false
}
