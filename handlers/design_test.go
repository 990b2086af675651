package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"widerow/model"
)

// designs opens the hotel and returns its path and that of the moves of a table.
func designs(s *site, table string) (path, design string) {
	path = s.open("hotel")
	return path, path + "/design?select=" + table
}

func TestDesignMoveIsShownAndApplied(t *testing.T) {
	s := newSite(t)
	path, design := designs(s, "pavailablerooms")
	page := s.want(http.StatusOK, s.get(design)).body
	for _, want := range []string{"Split the partition by time", "186 kB on disk, 9,300 cells",
		"1.5 MB on disk, 73,000 cells", "reads several partitions", "What it costs."} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	apply := form("select", "pavailablerooms", "move", "split-by-time", "new.move.source", "pq4date", "new.move.bucket", "month",
		"new.move.count", "3", "new.move.days", "days_of_inventory", "do", "apply", "mark", markOf(t, page))
	if got := s.path(s.want(http.StatusSeeOther, s.post(path+"/design", apply))); got != path+"/physical" {
		t.Errorf("applying leads to %s", got)
	}
	m, revision := s.model(path)
	if revision.Words != "split available_rooms_by_hotel_date by each 3 months of date" || revision.Number != 2 {
		t.Errorf("revision %d says %q", revision.Number, revision.Words)
	}
	differences := model.Differences(m, "pavailablerooms")
	if len(differences) == 0 || m.Logical.Tables["availablerooms"].Columns["q4date"].Role != model.Clustering {
		t.Errorf("physical design has the differences %v", differences)
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", form("tab", "physical")))
	if m, _ := s.model(path); len(m.Physical.Relations["pavailablerooms"].Columns) != 4 {
		t.Error("undo does not undo the move")
	}
}

func TestDesignMoveFollowsItsParameters(t *testing.T) {
	s := newSite(t)
	path, _ := designs(s, "")
	show := func(status int, more ...string) string {
		t.Helper()
		values := form(append([]string{"select", "pavailablerooms", "move", "split-by-hash", "new.move.source",
			"pq4roomnumber", "do", "show", "mark", ""}, more...)...)
		return s.want(status, s.post(path+"/design", values)).body
	}
	if page := show(http.StatusOK, "new.move.buckets", "73"); !strings.Contains(page, "reads 73 partitions") || !strings.Contains(page, "1,000 cells") {
		t.Error("the number of buckets is not used")
	}
	page := show(http.StatusOK, "new.move.buckets", "1")
	if !strings.Contains(page, "must be at least 2") || !strings.Contains(page, `value="1"`) {
		t.Error("a number that does not fit is not explained")
	}
	if mark := `name="mark" value=""`; !strings.Contains(page, mark) {
		t.Error("a move that cannot be made could be applied")
	}
	refused := form("select", "pavailablerooms", "move", "split-by-hash", "new.move.buckets", "1", "new.move.source", "pq4roomnumber", "do", "apply", "mark", "")
	s.want(http.StatusUnprocessableEntity, s.post(path+"/design", refused))
}

func TestDesignMoveAppliesOnlyWhatWasShown(t *testing.T) {
	s := newSite(t)
	path, design := designs(s, "pavailablerooms")
	mark := markOf(t, s.want(http.StatusOK, s.get(design+"&move=split-by-attribute")).body)
	rename := form("set.pq4date.name", "night", "was.pq4date.name", "date", "tab", "physical", "do", "save")
	s.want(http.StatusSeeOther, s.post(path+"/edit", rename))
	apply := form("select", "pavailablerooms", "move", "split-by-attribute", "do", "apply", "mark", mark,
		"new.move.column", "pq4date", "new.move.values", "days_of_inventory")
	if page := s.want(http.StatusConflict, s.post(path+"/design", apply)).body; !strings.Contains(page, "Nothing was applied") {
		t.Error("the page does not say that nothing was applied")
	}
	gone := form("select", "nothing", "move", "split-by-time", "do", "apply", "mark", mark)
	s.want(http.StatusConflict, s.post(path+"/design", gone))
}

func TestDesignMoveRefusesATakenName(t *testing.T) {
	s := newSite(t)
	path, _ := designs(s, "")
	split := func(do, mark string) string {
		values := form("select", "pguestsbyid", "move", "split-table", "new.move.columns", "pq9emails",
			"new.move.name", "reservations_by_guest", "do", do, "mark", mark)
		status := map[string]int{"show": http.StatusOK, "apply": http.StatusUnprocessableEntity}[do]
		return s.want(status, s.post(path+"/design", values)).body
	}
	for _, do := range []string{"show", "apply"} {
		if page := split(do, ""); !strings.Contains(page, `id="new-move-name-problem"`) || !strings.Contains(page, "named reservations_by_guest") {
			t.Errorf("%s does not say beside the name that it is taken", do)
		}
	}
}

func TestDesignMovesAreLinked(t *testing.T) {
	s := newSite(t)
	path, design := designs(s, "pavailablerooms")
	page := s.want(http.StatusOK, s.get(path+"/physical?select=pavailablerooms")).body
	if !strings.Contains(page, `id="action-Design moves" href="`+design+`"`) || !strings.Contains(page, `id="design-moves" href="`+design+`"`) {
		t.Error("the table does not link to its moves")
	}
	heading := func(address string) string {
		return strings.ReplaceAll(s.want(http.StatusOK, s.get(path+address)).body, "<wbr>", "") // names may break
	}
	column, logical, largest := heading("/design?select=pq4date"), heading("/design?select=availablerooms"), heading("/design")
	for name, page := range map[string]string{"column": column, "logical table": logical} {
		if !strings.Contains(page, "Design moves of available_rooms_by_hotel_date") {
			t.Errorf("the %s does not lead to the moves of its table", name)
		}
	}
	if !strings.Contains(largest, "Design moves of reservations_by_guest") && !strings.Contains(largest, "Design moves of available_rooms_by_hotel_date") {
		t.Error("without a selection, the largest table is not shown")
	}
	empty := s.open("magazine")
	m, _ := s.model(empty)
	for id := range m.Logical.Tables {
		s.want(http.StatusSeeOther, s.post(empty+"/edit", form("do", "remove:"+string(id))))
	}
	if page := s.want(http.StatusOK, s.get(empty+"/design")).body; !strings.Contains(page, "No physical tables yet") {
		t.Error("without tables the page is empty")
	}
}

func TestDesignPatternIsApplied(t *testing.T) {
	s := newSite(t)
	path, design := designs(s, "pavailablerooms")
	list := s.want(http.StatusOK, s.get(design)).body
	for _, want := range []string{"Time series", "Reverse lookup", "Sorted set with paging", "Latest first",
		"Inbox (fan-out on write)", "Likes with a counter", "Suspended users"} {
		if !strings.Contains(list, want) {
			t.Errorf("the page lacks the pattern %q", want)
		}
	}
	page := s.want(http.StatusOK, s.get(design+"&pattern=likes")).body
	if !strings.Contains(page, "UPDATE like_counts SET likes = likes + 1") || strings.Count(page, "New table") != 3 {
		t.Error("the page does not show what the pattern adds")
	}
	apply := form("select", "pavailablerooms", "pattern", "likes", "do", "apply", "mark", markOf(t, page))
	s.want(http.StatusSeeOther, s.post(path+"/design", apply))
	m, revision := s.model(path)
	if revision.Words != "added likes_by_item, likes_by_user and like_counts with Q10, Q11 and Q12 by the pattern likes with a counter" {
		t.Errorf("the revision says %q", revision.Words)
	}
	for _, relation := range m.Physical.Relations {
		if strings.HasPrefix(relation.Name, "like") && relation.Keyspace != m.Physical.Relations["pavailablerooms"].Keyspace {
			t.Errorf("%s is in another keyspace than the table", relation.Name)
		}
	}
	if len(m.Logical.Tables) != 12 || len(m.Workflow.Queries) != 12 {
		t.Errorf("the model has %d logical tables and %d queries, want 9 and 3 more", len(m.Logical.Tables), len(m.Workflow.Queries))
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", nil))
	if m, _ = s.model(path); len(m.Logical.Tables) != 9 || len(m.Workflow.Queries) != 9 || len(m.Physical.Relations) != 9 {
		t.Errorf("after one undo the model has %d logical tables, %d queries and %d relations, want 9",
			len(m.Logical.Tables), len(m.Workflow.Queries), len(m.Physical.Relations))
	}
}

func TestDesignOfAnOldRevisionIsReadOnly(t *testing.T) {
	s := newSite(t)
	path, design := designs(s, "pavailablerooms")
	page := s.want(http.StatusOK, s.get(design)).body
	apply := form("select", "pavailablerooms", "move", "split-by-time", "new.move.source", "pq4date", "new.move.bucket", "month",
		"new.move.count", "3", "new.move.days", "days_of_inventory", "do", "apply", "mark", markOf(t, page))
	s.want(http.StatusSeeOther, s.post(path+"/design", apply))
	old := s.want(http.StatusOK, s.get(design+"&rev=1&move=split-by-hash")).body
	if strings.Contains(old, `id="design-apply"`) || !strings.Contains(old, "rev=1&amp;select=") {
		t.Error("a move of an old revision can be applied, or its links leave the revision")
	}
}

func TestDesignToleratesAnyAddress(t *testing.T) {
	s := newSite(t)
	_, design := designs(s, "pavailablerooms")
	for _, query := range []string{"&move=%3Cscript%3E", "&pattern=nothing", "&move=view-to-table", "&select=nothing", "&new.move.bucket=x&mark=x", "&rev=1"} {
		if page := s.want(http.StatusOK, s.get(design+query)).body; !strings.Contains(page, "Split the partition by time") || strings.Contains(page, "<script>") {
			t.Errorf("%s: the page lacks its moves", query)
		}
	}
}
