package web

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"widerow/assets"
	"widerow/diagram"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// URL makes every address of the app, below the path where it is served.
type URL struct {
	base   string
	assets *assets.Files
}

// NewURL returns the addresses below base: "" or "/x/y". assets are those that
// [Assets] returns.
func NewURL(base string, assets *assets.Files) URL { return URL{base, assets} }

// diagramStyle is the name of the style sheet of diagrams, which pages and
// pictures share.
const diagramStyle = "diagram.css"

// Assets returns the style sheets, scripts and fonts of the pages.
func Assets() *assets.Files {
	return assets.New(map[string][]byte{diagramStyle: []byte(scene.Style(".." + lettersFolder()))})
}

// lettersFolder is the path of the fonts of diagrams in pages, below the base
// path.
func lettersFolder() string { return "/letters/" + typeface.FontVersion() }

func (u URL) safe(path string) templ.SafeURL { return templ.URL(u.base + path) }

// Path is the address of a path of the app, such as "/m/x/logical?select=t1".
func (u URL) Path(path string) templ.SafeURL { return u.safe(path) }

// SafeHref converts an address that URL made, for attributes that check it.
func SafeHref(address string) templ.SafeURL { return templ.URL(address) }

// Home is the list of models.
func (u URL) Home() templ.SafeURL { return u.safe("/") }

// Asset is the address of a style sheet or script by its plain name.
func (u URL) Asset(name string) string { return u.base + u.assets.URL(name) }

// DiagramStyle is the address of the diagrams' style sheet. Its hash changes
// with the way in which diagrams are drawn.
func (u URL) DiagramStyle() string { return u.Asset(diagramStyle) }

// Letters is the address of the style sheet of the fonts that have these
// letters.
func (u URL) Letters(letters string) string {
	return u.base + lettersFolder() + "/style.css?text=" + url.QueryEscape(letters)
}

// Model is the address of a model, which redirects to a tab.
func (u URL) Model(id string) templ.SafeURL { return u.safe("/m/" + url.PathEscape(id)) }

// Action is the address that a form of a model posts to: "edit", "undo" …
func (u URL) Action(id, action string) templ.SafeURL {
	return u.safe("/m/" + url.PathEscape(id) + "/" + action)
}

// View is the part of a model that its page shows, as in its address.
type View struct {
	Model    string
	Tab      Tab
	Select   model.ID
	Add      model.Kind // what the details add, while nothing is selected
	Pick     model.ID   // the query whose attributes are picked on the ER diagram
	Suggest  bool       // the details suggest a change of what is selected
	Revision uint64     // 0: the newest
	Formula  string     // of the sizes; "" is the bytes on disk
	What     model.ID   // the quantity that is varied on the page of sizes
	By       string     // how far: hundredths of a power of ten
	Sort     string     // column of the table of sizes; "-bytes" is the largest first
	Find     string     // the filter of the outline
	Line     string     // the part of what is selected that a chosen line of CQL declares
	List     model.ID   // the list of statements
	Threads  string     // which threads the tab of comments lists; "" for the open ones
	Display  string     // the encoded parameters of what to show of the diagram
}

// detailed reports whether the details are about something on the page.
func (v View) detailed() bool { return v.Select != "" || v.Add != "" }

// Tab is the address of a view.
func (u URL) Tab(view View) templ.SafeURL {
	return u.safe("/m/" + url.PathEscape(view.Model) + "/" + string(view.Tab) + view.query())
}

// Thread is the address of a thread of comments, which redirects to its place.
func (u URL) Thread(id string, thread model.ID) templ.SafeURL {
	return u.safe("/m/" + url.PathEscape(id) + "/threads/" + url.PathEscape(string(thread)))
}

// Changes is the address of the history of an element.
func (u URL) Changes(view View, element model.ID) templ.SafeURL {
	query := View{Display: view.Display}.query()
	return u.safe("/m/" + url.PathEscape(view.Model) + "/history" + query + string("?&"[min(len(query), 1)]) + "of=" + url.QueryEscape(string(element)))
}

// Export is the address of a file of a model: "physical.svg", "schema.cql".
func (u URL) Export(id, file string, revision uint64) templ.SafeURL {
	return u.safe("/m/" + url.PathEscape(id) + "/" + file + View{Revision: revision}.query())
}

// Picture is the address of a diagram as a file, drawn as the view shows it.
// more are additional parameters, encoded.
func (u URL) Picture(view View, kind diagram.Kind, format diagram.Format, more string) templ.SafeURL {
	query := View{Display: view.Display, Revision: view.Revision}.query()
	if more != "" {
		query += string("?&"[min(len(query), 1)]) + more
	}
	return u.safe(fmt.Sprintf("/m/%s/%s.%s%s", url.PathEscape(view.Model), kind, format, query))
}

// Embedded is the address of the diagram as the view shows it, for pages of
// other sites.
func (u URL) Embedded(view View, kind diagram.Kind) templ.SafeURL {
	query := View{Display: view.Display, Revision: view.Revision}.query()
	return u.safe(fmt.Sprintf("/embed/%s/%s.svg%s", url.PathEscape(view.Model), kind, query))
}

// Embed is the address of a diagram for pages of other sites.
func (u URL) Embed(id, file string, query url.Values) templ.SafeURL {
	address := "/embed/" + url.PathEscape(id) + "/" + file
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return u.safe(address)
}

// query encodes the view like url.Values, but without a map: a page has
// hundreds of addresses.
func (v View) query() string {
	var query strings.Builder
	add := func(name, value string) {
		if value == "" {
			return
		}
		query.WriteByte("?&"[min(query.Len(), 1)])
		query.WriteString(name + "=" + url.QueryEscape(value))
	}
	if v.Display != "" {
		query.WriteString("?" + v.Display)
	}
	if v.Select == "" {
		add("add", string(v.Add))
	}
	add("find", v.Find)
	add("formula", v.Formula)
	add("sort", v.Sort)
	add("what", string(v.What))
	add("by", v.By)
	add("pick", string(v.Pick))
	if v.Revision != 0 {
		add("rev", strconv.FormatUint(v.Revision, 10))
	}
	add("select", string(v.Select))
	if v.Suggest && v.Select != "" {
		add("suggest", "1")
	}
	if v.Select != "" {
		add("line", v.Line)
	}
	add("list", string(v.List))
	add("threads", v.Threads)
	return query.String()
}

// hiddenField is a value that a form passes on.
type hiddenField struct{ Name, Value string }

// Kept returns the hidden fields of a GET form, which replaces the query of
// the address: all of the view except its display and its search.
func (v View) Kept() []hiddenField {
	v.Display, v.Find = "", ""
	return hiddenFields(v.query())
}

// Displayed returns the display's parameters as hidden fields, for a form
// that keeps them.
func (v View) Displayed() []hiddenField { return hiddenFields("?" + v.Display) }

func hiddenFields(query string) []hiddenField {
	if query == "" {
		return nil
	}
	values, err := url.ParseQuery(query[1:])
	if err != nil {
		return nil // cannot happen: the query is our own
	}
	var fields []hiddenField
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fields = append(fields, hiddenField{name, values.Get(name)})
	}
	return fields
}
