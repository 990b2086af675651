package diagram

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"widerow/diagram/pdf"
	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/model"
)

func TestPDFBookmarks(t *testing.T) {
	for kind, want := range map[Kind][]string{
		KindPhysical: {"hotels_by_poi", "reservations_by_confirmation", "*address*"},
		KindER:       {"Hotel", "Guest"}, KindWorkflow: {"View one hotel"}, KindLogical: {"hotels"},
	} {
		scene := draw(t, hotelModel(), kind, Display{})
		text := strings.Join(values(objectsOf(t, pdfOf(t, scene, pages.PaperFit))), "\n")
		for _, name := range want {
			if !strings.Contains(text, "<</Title"+pdf.Text(name)+"/Parent") {
				t.Errorf("%s: no bookmark %s among %v", kind, name, scene.Bookmarks)
			}
		}
	}
}

// A name of several lines is one bookmark, and so is a keyspace drawn as one box.
func TestPDFBookmarksHaveWholeNames(t *testing.T) {
	m, name := hotelModel(), strings.Repeat("a name of several lines ", 8)+strings.Repeat("W", 60)
	rename(m, name)
	for _, kind := range []Kind{KindER, KindWorkflow, KindLogical} {
		marks := draw(t, m, kind, Display{}).Bookmarks
		if len(marks) == 0 {
			t.Errorf("%s: no bookmarks", kind)
		}
		for _, mark := range marks {
			if mark.Name != name {
				t.Errorf("%s: bookmark %q, want %q", kind, mark.Name, name)
			}
		}
	}
	var keyspace model.ID
	for keyspace = range hotelModel().Physical.Keyspaces {
		break
	}
	marks := draw(t, hotelModel(), KindPhysical, Display{Collapsed: []model.ID{keyspace}}).Bookmarks
	if !slices.ContainsFunc(marks, func(mark scene.Bookmark) bool {
		return mark.Name == hotelModel().Physical.Keyspaces[keyspace].Name+" keyspace"
	}) {
		t.Errorf("no bookmark of the keyspace among %v", marks)
	}
}

// Bookmarks of tables are within that of their keyspace, as PDF requires: each item
// refers to its parent and its neighbours, and counts its children.
func TestPDFBookmarksAreNested(t *testing.T) {
	m := hotelModel()
	for _, id := range model.Sorted(m.Physical.Keyspaces) {
		id.Value.Name = "酒店_" + id.Value.Name
	}
	keyspaces := outlineTree(t, pdfOf(t, draw(t, m, KindPhysical, Display{}), pages.PaperA4))
	if len(keyspaces) != 2 || keyspaces[0].Name != "酒店_hotel keyspace" || keyspaces[1].Name != "酒店_reservation keyspace" {
		t.Fatalf("the keyspaces are %v", keyspaces)
	}
	for i, want := range []string{"hotels_by_poi", "reservations_by_hotel_date"} {
		if !slices.ContainsFunc(keyspaces[i].Inner, func(b scene.Bookmark) bool { return b.Name == want }) {
			t.Errorf("no %s in %v", want, keyspaces[i])
		}
	}
	for _, b := range outlineTree(t, pdfOf(t, draw(t, m, KindPhysical, Display{Group: GroupNone}), pages.PaperFit)) {
		if len(b.Inner) > 0 {
			t.Errorf("without groups %s has %v in it", b.Name, b.Inner)
		}
	}
	if many := pdfOf(t, draw(t, manyTables(pages.MostOpen), KindPhysical, Display{}), pages.PaperFit); len(outlineTree(t, many)) != 1 {
		t.Error("one keyspace is not one bookmark")
	} else if !bytes.Contains(many, fmt.Appendf(nil, "/Count %d/First", -pages.MostOpen)) {
		t.Error("a keyspace of many tables is not folded")
	}
}

// outlineTree reads the outline of a PDF from item to item. It fails if an item
// does not refer to its parent and its neighbours, or miscounts its children.
func outlineTree(t *testing.T, document []byte) []scene.Bookmark {
	t.Helper()
	objects := objectsOf(t, document)
	number := func(object, key string) string {
		found := regexp.MustCompile(`/` + key + ` (\d+) 0 R`).FindStringSubmatch(object)
		if found == nil {
			return ""
		}
		return found[1]
	}
	count := func(object string) (n int) {
		if _, after, found := strings.Cut(object, "/Count "); found {
			fmt.Sscanf(after, "%d", &n)
		}
		return n
	}
	var read func(parent string) (list []scene.Bookmark, shown int)
	read = func(parent string) (list []scene.Bookmark, shown int) {
		before := ""
		for at := number(objects[parent], "First"); at != ""; at = number(objects[at], "Next") {
			object := objects[at]
			if number(object, "Parent") != parent || number(object, "Prev") != before {
				t.Fatalf("item %s after %q in %s: %s", at, before, parent, object)
			}
			units, title := []uint16{}, regexp.MustCompile(`/Title<FEFF(\w*)>`).FindStringSubmatch(object)[1]
			for i := 0; i < len(title); i += 4 {
				unit, _ := strconv.ParseUint(title[i:i+4], 16, 16)
				units = append(units, uint16(unit))
			}
			inner, below := read(at)
			if has := count(object); max(has, -has) != below {
				t.Fatalf("item %s counts %d, has %d", at, has, below)
			} else if has > 0 {
				shown += has
			}
			list = append(list, scene.Bookmark{Name: string(utf16.Decode(units)), Inner: inner})
			before, shown = at, shown+1
		}
		if last := number(objects[parent], "Last"); last != before {
			t.Fatalf("the last of %s is %s, not %s", parent, before, last)
		}
		return list, shown
	}
	for root, object := range objects {
		if strings.HasPrefix(object, "<</Type/Outlines") {
			list, shown := read(root)
			if count(object) != shown {
				t.Errorf("the outline counts %d, shows %d", count(object), shown)
			}
			return list
		}
	}
	return nil
}
