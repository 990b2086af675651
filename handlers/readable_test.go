package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"widerow/model"
	"widerow/store"
)

var (
	pageMark  = regexp.MustCompile(`name="mark" value="([0-9a-f]+)"`)
	pageMove  = regexp.MustCompile(`[?&](?:amp;)?move=([a-z-]+)`)
	threadID  = regexp.MustCompile(`value="(?:reply|resolve|reopen|edit):([a-z0-9]+)"`)
	reviewing = []string{"edit", "ready", "draft", "approve", "changes", "close", "reopen", "update", "merge"}
)

// shown returns what a page has at a pattern, or a wrong value.
func (r *randomRequests) shown(address string, pattern *regexp.Regexp) string {
	found := pattern.FindAllStringSubmatch(r.get(address).body, -1)
	if len(found) == 0 {
		return r.value()
	}
	return found[r.IntN(len(found))][1]
}

// teamRequest is a comment, a name, a copy or a change of one, a merge, a
// derivation, a recovery, a design move, or a step of a proposal.
func (r *randomRequests) teamRequest(element string) (address string, form url.Values) {
	form = url.Values{"tab": {"physical"}, "do": {"apply"}, "sent": {"true"}}
	switch r.IntN(9) {
	case 0:
		do := []string{"open", "reply:", "edit:", "resolve:", "reopen:", "apply:"}[r.IntN(6)]
		if do != "open" {
			do += r.shown(r.path+"/comments", threadID)
		}
		return r.path + "/comments", url.Values{"tab": {"physical"}, "do": {do}, "about": {element}, "text": {r.value()}, "review": {r.value()}}
	case 1:
		revision := fmt.Sprint(1 + r.Uint64N(revisionOfModel(r.t, r.site, r.path)))
		return r.path + "/name", url.Values{"revision": {revision}, "name": {r.value()}, "do": {[]string{"save", "remove"}[r.IntN(2)]}}
	case 2:
		return r.path + "/copy", url.Values{"revision": {fmt.Sprint(1 + r.Uint64N(revisionOfModel(r.t, r.site, r.path)))}}
	case 3:
		return r.other() + "/edit", url.Values{"do": {"add:entity:"},
			"new.entity.text": {fmt.Sprintf("Thing%d: thing_id%d", r.IntN(99), r.IntN(99))}, "tab": {"concepts"}}
	case 4:
		from := r.other()
		return r.path + "/merge", url.Values{"from": {strings.TrimPrefix(from, "/m/")}, "revision": {fmt.Sprint(revisionOfModel(r.t, r.site, from))},
			"choice." + element: {[]string{"target", "source"}[r.IntN(2)]}}
	case 5:
		m, _ := r.site.model(r.path)
		for query := range m.Workflow.Queries {
			form.Add("query", string(query))
		}
		form.Set("mark", markIn(r.post(r.path+"/derive", url.Values{"sent": form["sent"], "query": form["query"], "do": {"show"}}).body))
		return r.path + "/derive", form
	case 6:
		form = url.Values{"do": {"apply"}, "mark": {r.shown(r.path+"/recover", pageMark)}}
		return r.path + "/recover", form
	case 7:
		m, _ := r.site.model(r.path)
		for relation := range m.ElementsOf(model.RelationElement) {
			form.Set("select", string(relation.ID))
			if r.IntN(4) == 0 {
				break
			}
		}
		page := r.path + "/design?select=" + form.Get("select")
		page += "&move=" + url.QueryEscape(r.shown(page, pageMove))
		form.Set("move", page[strings.LastIndex(page, "=")+1:])
		form.Set("mark", r.shown(page, pageMark))
		return r.path + "/design", form
	}
	return r.proposal()
}

func markIn(page string) string {
	if found := pageMark.FindStringSubmatch(page); found != nil {
		return found[1]
	}
	return "none"
}

// other is a copy or a branch, or the model itself if there is none.
func (r *randomRequests) other() string {
	if len(r.others) == 0 {
		return r.path
	}
	return r.others[r.IntN(len(r.others))]
}

// proposal begins a proposal, or sends a button of the page of one.
func (r *randomRequests) proposal() (address string, form url.Values) {
	if r.proposals == 0 || r.IntN(4) == 0 {
		return r.path + "/proposals", url.Values{"title": {r.value()}, "text": {r.value()}, "reviewers": {r.value()}, "tab": {"logical"}}
	}
	address = fmt.Sprintf("%s/proposals/%d", r.path, 1+r.IntN(r.proposals))
	return address, url.Values{"do": {reviewing[r.IntN(len(reviewing))]}, "content": {r.shown(address, seenContent)}, "title": {r.value()}, "text": {r.value()}}
}

// note remembers what an accepted request has made.
func (r *randomRequests) note(address string, a answer) {
	if a.StatusCode != http.StatusSeeOther {
		return
	}
	kind := path.Base(address)
	if strings.Contains(address, "/proposals/") {
		kind = "proposal"
	}
	r.done[kind]++
	made, err := url.Parse(a.Header.Get("Location"))
	switch {
	case err != nil:
		r.t.Error(err)
	case kind == "copy":
		r.others = append(r.others, path.Join("/m", strings.Split(made.Path, "/")[2]))
	case kind == "proposals":
		r.others = append(r.others, path.Dir(made.Path))
		r.proposals++
	}
}

// wantOpen opens the pages of the model, of its copies and of the branches of its
// proposals.
func (r *randomRequests) wantOpen() {
	r.t.Helper()
	for _, page := range []string{"physical", "comments", "proposals", "history", "derive", "design", "cql"} {
		r.want(http.StatusOK, r.get(r.path+"/"+page))
	}
	for number := range r.proposals {
		r.want(http.StatusOK, r.get(fmt.Sprintf("%s/proposals/%d", r.path, number+1)))
	}
	for _, other := range r.others {
		text, _, err := r.store.Head(r.t.Context(), store.ModelID(strings.TrimPrefix(other, "/m/")))
		if err == nil {
			_, err = model.Decode(text)
		}
		if err != nil {
			r.t.Errorf("%s cannot be opened: %v", other, err)
		}
		r.want(http.StatusOK, r.get(other+"/logical"))
		if err := r.store.Verify(r.t.Context(), store.ModelID(strings.TrimPrefix(other, "/m/"))); err != nil {
			r.t.Error(err)
		}
	}
}
