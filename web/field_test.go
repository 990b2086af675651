package web

import (
	"strings"
	"testing"

	"github.com/a-h/templ"

	"widerow/model"
	"widerow/model/edit"
)

func render(t *testing.T, component templ.Component) string {
	t.Helper()
	var html strings.Builder
	if err := component.Render(t.Context(), &html); err != nil {
		t.Fatal(err)
	}
	return html.String()
}

func TestField(t *testing.T) {
	name := Field{Element: "t1", Name: "name", Label: "Name", Input: edit.TextInput, Value: "a", Was: "a"}
	refused, conflict, readonly, fresh := name, name, name, name
	refused.Value, refused.Problem, refused.Hint = "<b>", "Name must not be empty", "As in the script."
	conflict.Value, conflict.Theirs, conflict.Conflict, conflict.Problem = "mine", "", true, "Somebody changed this."
	readonly.Readonly = true
	fresh.New, fresh.Kind, fresh.Value = true, model.ColumnKind, ""
	choices := []edit.Choice{{Value: "e1", Label: "Hotel"}}
	unchosen := Field{Element: "p1", Name: "entity", Label: "Entity type", Input: edit.ReferenceInput, Choices: choices}
	stale := unchosen
	stale.Value = "gone"
	tests := []struct {
		name    string
		field   Field
		want    []string
		without string
	}{
		{"saved", name, []string{`<label for="set-t1-name">Name`, `name="set.t1.name" value="a"`, `name="was.t1.name" value="a"`}, "aria-invalid"},
		{"refused", refused, []string{`value="&lt;b&gt;"`, `aria-invalid="true"`,
			`aria-describedby="set-t1-name-problem set-t1-name-hint"`, "must not be empty"}, "<b>"},
		{"changed by two", conflict, []string{"<dt>Now</dt><dd>(empty)</dd>", "<dt>Yours</dt><dd>mine</dd>", "Keep mine"}, ""},
		{"of an old revision", readonly, []string{"readonly"}, "was.t1.name"},
		{"of a new part", fresh, []string{`name="new.column.name"`, `placeholder="Name"`}, "was."},
		{"not chosen yet", unchosen, []string{`<option value="" selected>Choose …</option>`, `<option value="e1">Hotel</option>`}, "(empty)"},
		{"chosen and gone", stale, []string{`<option value="gone" selected>gone</option>`}, "Choose"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			html := render(t, FormField(test.field))
			for _, want := range test.want {
				if !strings.Contains(html, want) {
					t.Errorf("no %s in\n%s", want, html)
				}
			}
			if test.without != "" && strings.Contains(html, test.without) {
				t.Errorf("%s in\n%s", test.without, html)
			}
		})
	}
}

func TestArticle(t *testing.T) {
	for word, want := range map[string]string{
		"query": "a query", "update": "an update", "entity type": "an entity type", "IsA hierarchy": "an IsA hierarchy", "user-defined type": "a user-defined type",
	} {
		if got := Article(word); got != want {
			t.Errorf("Article(%q) = %q, want %q", word, got, want)
		}
	}
}
