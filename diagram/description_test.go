package diagram

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/figure"
	"widerow/diagram/scene"
	"widerow/model"
	"widerow/model/example"
)

// descriptionLines returns one description a line, with parts indented.
func descriptionLines(list []figure.Description, indent string) []string {
	var out []string
	for _, described := range list {
		out = append(out, indent+figure.Sentence(described.Name, described.Words))
		out = append(out, descriptionLines(described.Parts, indent+"  ")...)
	}
	return out
}

func TestTextInReadingOrder(t *testing.T) {
	m := notationModel()
	m.Physical.Relations["r1"].Options = model.Options{"default_time_to_live": "7200"}
	m.Physical.Relations["r1"].Columns["r1col5"].Mask = "DEFAULT"
	for kind, want := range map[Kind][]string{
		KindER: {
			"Person · entity type", "  id · attribute · key", "  name · attribute",
			"    first · attribute · part of name", "    middle · attribute · part of name", "    last · attribute · part of name",
			"  emails · attribute · multi-valued", "  age · attribute · derived",
			"Employee · entity type", "  salary · attribute", "Manager · entity type", "Project · entity type", "  code · attribute · key",
			"  tags · attribute · multi-valued", "Milestone · weak entity type", "  number · attribute · partial key", "  due · attribute",
			"Supplier · entity type", "  name · attribute · key",
			"manages · relationship type", "  since · attribute", "  Employee · 1 · as manager · partial participation · each takes part 0..n times",
			"  Employee · n · as subordinate · partial participation · each takes part 0..1 times",
			"supplies · relationship type", "  quantity · attribute", "  price · attribute", "  total · attribute · derived",
			"  Supplier · n · partial participation · each takes part 0..n times", "  Project · m · partial participation · each takes part 0..n times",
			"  Employee · 1 · total participation · each takes part 1..n times",
			"consists of · identifying relationship type", "  Project · 1 · partial participation · each takes part 0..n times",
			"  Milestone · n · total participation · each takes part 1..1 times",
			"kinds of Person · disjoint · total", "  Employee · is a Person", "  Manager · is a Person",
		},
		KindWorkflow: {
			"Look at all the projects that the company ever had · task", "  Q1 · Find what q1 finds · from outside",
			"Look at one · task · done by Clerk", "  Q2 · Find what q2 finds · from Look at all the projects that the company ever had",
			"  Q3 · Find what q3 finds · from Look at all the projects that the company ever had",
			"Rest · task without a query", "  arrow · from Look at one",
		},
		KindLogical: {
			"all_roles · table", "  a · partition key column", "  b · clustering column, ascending", "  c · clustering column, descending",
			"  d · static column", "  e · counter column", "  f", "  Q1 · Find what q1 finds · from outside",
			"all_collections · table", "  id · partition key column", "  a_list · list", "  a_set · set", "  a_map · map", "  a_tuple · tuple",
			"  a_type · user-defined type", "  Q2 · Find what q2 finds · from all_roles", "  Q3 · Find what q3 finds · from all_roles",
			"  Q4 · Find what q4 finds · from all_roles", "  Q5 · Find what q5 finds · from all_roles", "  U1 · Write it · from all_roles",
		},
		KindPhysical: {
			"notation keyspace · NetworkTopologyStrategy · dc1: 3",
			"  all_roles · table · rows expire after 2 h · without d", "    a · text · partition key column",
			"    b · int · clustering column, ascending", "    c · date · clustering column, descending",
			"    d2 · counter · static column · counter column · added by physical design", "    e · counter · counter column",
			"    f · text · masked with DEFAULT", "    Q1 · Find what q1 finds · from outside",
			"  all_collections · table", "    id · uuid · partition key column", "    a_list · list<frozen<address>> · storage-attached index",
			"    a_set · frozen<set<int>> · secondary index, SASI index", "    a_map · map<text, int>", "    a_tuple · tuple<int, text>",
			"    a_type · frozen<address>", "    embedding · vector<float, 384> · added by physical design",
			"    Q2 · Find what q2 finds · from all_roles", "    Q3 · Find what q3 finds · from all_roles", "    Q4 · Find what q4 finds · from all_roles",
			"    Q5 · Find what q5 finds · from all_roles", "    U1 · Write it · from all_roles",
			"  by_type · materialized view of all_collections · renamed from all_collections", "    a_type · frozen<address> · partition key column · was a regular column",
			"    id · uuid · clustering column, ascending · was a partition key column",
			"    Q2 · Find what q2 finds · from all_roles", "    Q3 · Find what q3 finds · from all_roles", "    Q4 · Find what q4 finds · from all_roles",
			"    Q5 · Find what q5 finds · from all_roles", "    U1 · Write it · from all_roles",
			"  address · user-defined type", "    street · text", "    tags · frozen<set<text>>",
		},
	} {
		if diff := cmp.Diff(want, descriptionLines(Build(m, kind, Display{}).Text(), "")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", kind, diff)
		}
	}
}

// signsOfText are the signs in a picture that its description expresses in words.
var signsOfText = regexp.MustCompile(`^(K|C↑|C↓|S|\+\+|IDX|sai|sasi|custom|÷|•••|MV|TTL .*|IsA|d|o|,)$`)

// TestTextSaysWhatIsDrawn looks for each text of a picture in its description.
func TestTextSaysWhatIsDrawn(t *testing.T) {
	for _, m := range []*model.Model{notationModel(), hotelModel()} {
		for _, kind := range kinds {
			s := sceneOf(t, m, kind, Display{}, figure.Options{Standalone: true})
			words := strings.Fields(strings.NewReplacer("(", " ", ")", " ", ";", " ", ",", " ", "<", " ", ">", " ").Replace(s.Description + " " + s.Title))
			for _, text := range shown(s.Items) {
				if signsOfText.MatchString(text) || text == s.Title {
					continue
				}
				for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,[]{}<>()*«»❄:", r) }) {
					if !slices.ContainsFunc(words, func(described string) bool { return strings.Trim(described, ".:") == strings.Trim(word, ".") }) {
						t.Errorf("%s %s: the picture says %q, the description does not: %s", m.Name, kind, word, s.Description)
					}
				}
			}
		}
	}
}

// TestAttributeTellsItsType describes an attribute with a type, and one whose type
// is only suggested.
func TestAttributeTellsItsType(t *testing.T) {
	m := model.New("Hotel")
	m.Concepts.Entities = map[model.ID]*model.Entity{"hotel": {Name: "Hotel", Attributes: map[model.ID]*model.Attribute{
		"id": {Name: "hotel_id", Key: model.Key, Type: model.Native("bigint")}, "opened": {Name: "opened_at"}}}}
	got := descriptionLines(Build(m, KindER, Display{}).Text(), "")
	want := []string{"Hotel · entity type", "  hotel_id · attribute · key · bigint", "  opened_at · attribute"}
	slices.Sort(got[1:])
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("text (-want +got):\n%s", diff)
	}
}

// A comment of a megabyte does not make each picture a megabyte larger.
func TestPicturesCutLongComments(t *testing.T) {
	m, err := example.Load("hotel")
	if err != nil {
		t.Fatal(err)
	}
	for _, relation := range m.Physical.Relations {
		relation.Comment = strings.Repeat("é", 1<<20)
	}
	picture := render(t, m, KindPhysical, figure.Options{Standalone: true})
	if !strings.Contains(string(picture), "é…</title>") || strings.Contains(string(picture), strings.Repeat("é", scene.MaxWords)) {
		t.Errorf("the picture has %d bytes, want comments of at most %d characters that end in …", len(picture), scene.MaxWords)
	}
}
