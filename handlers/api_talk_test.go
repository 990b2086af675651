package handlers_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/model/sharing"
)

// TestAPIProposal: a proposal of one is approved by another and merged.
func TestAPIProposal(t *testing.T) {
	p := newPrograms(t)
	id := p.hotel()
	p.give(id, p.account("bob", false), sharing.Commenter)
	path := "/models/" + string(id) + "/proposals"
	var proposal struct {
		Number, MergedAs int
		State, Phase     string
		Content, Branch  string
		Changes          []struct{ Words string }
		Checks           []struct{ Check string }
	}
	answer := p.send("bob comment", "POST", path, p.renaming(id, "Inn")).want(201)
	answer.read(&proposal)
	if proposal.Number != 1 || proposal.State != "open" || len(proposal.Changes) != 1 || len(proposal.Checks) == 0 || answer.Header().Get("Location") != "/api/v1"+path+"/1" {
		t.Fatalf("opened %+v at %s", proposal, answer.Header().Get("Location"))
	}
	p.send("bob comment", "POST", path+"/1/approve", "").want(422)
	p.send("ada comment", "POST", path+"/1/approve", `{"content":"another"}`).want(422)
	p.send("ada comment", "POST", path+"/1/approve", fmt.Sprintf(`{"content":%q}`, proposal.Content)).want(200).read(&proposal)
	if proposal.Phase != "approved" {
		t.Errorf("the phase is %q", proposal.Phase)
	}
	p.send("bob comment", "POST", path+"/1/merge", "").want(403)
	p.send("ada edit", "POST", path+"/1/merge", "").want(200).read(&proposal)
	var got madeModel
	if p.send("ada read", "GET", "/models/"+string(id), "").read(&got); proposal.State != "merged" || got.Name != "Inn" {
		t.Errorf("%s, the model is %q", proposal.State, got.Name)
	}
	p.send("ada edit", "POST", path, `{"title":""}`).want(422)
	p.send("ada edit", "GET", path+"/7", "").want(404)
	var list struct {
		Proposals []struct{ State string }
		Next      *string
	}
	p.send("bob read", "GET", path+"?state=merged", "").want(200).read(&list)
	if len(list.Proposals) != 1 || list.Next != nil {
		t.Errorf("listed %+v", list)
	}
	p.send("bob read", "GET", path+"?state=lost", "").want(400)
}

// TestAPIProposalConflict: a proposal that does not fit the model any more is not merged,
// and one that was made from an older revision is merged with what others have changed.
func TestAPIProposalConflict(t *testing.T) {
	p := newPrograms(t)
	id := p.hotel()
	model := "/models/" + string(id)
	tag := p.send("ada read", "GET", model+"/document", "").Header().Get("ETag")
	old := p.renaming(id, "Inn")
	p.send("ada edit", "POST", model+"/proposals", old).want(201)
	p.send("ada edit", "PATCH", model, `{"name":"Hostel"}`).want(200)
	var refused struct{ Conflicts []struct{ Theirs string } }
	p.send("ada edit", "POST", model+"/proposals/1/merge", "").want(409).read(&refused)
	if len(refused.Conflicts) != 1 || refused.Conflicts[0].Theirs != "Hostel" {
		t.Errorf("conflicts %+v", refused.Conflicts)
	}
	withBase := strings.Replace(strings.Replace(old, "{", fmt.Sprintf(`{"base":%q,`, tag), 1), `"name":"Inn"`, `"name":"Hotel","target":"cassandra-4.1"`, 1)
	withBase = strings.Replace(withBase, `,"target":"cassandra-5.0"`, "", 1)
	var made struct {
		Branch  string
		Changes []struct{ Words string }
	}
	p.send("ada edit", "POST", model+"/proposals", withBase).want(201).read(&made)
	var branch struct{ Name, Target string }
	p.send("ada read", "GET", "/models/"+made.Branch+"/document", "").want(200).read(&branch)
	if branch.Name != "Hostel" || branch.Target != "cassandra-4.1" {
		t.Errorf("the branch has %+v, the changes are %+v", branch, made.Changes)
	}
}

// TestAPIComments: threads are opened, answered and resolved.
func TestAPIComments(t *testing.T) {
	p := newPrograms(t)
	path := "/models/" + string(p.hotel()) + "/comments"
	var thread struct {
		ID, About string
		Resolved  bool
		Comments  []struct {
			Text   string
			Author struct{ Name string }
		}
	}
	p.send("ada comment", "POST", path, `{"text":"Why?"}`).want(201).read(&thread)
	p.send("ada comment", "POST", path+"/"+thread.ID, `{"text":"So."}`).want(201).read(&thread)
	p.send("ada comment", "POST", path+"/"+thread.ID+"/resolve", `{"text":"Done."}`).want(200).read(&thread)
	if len(thread.Comments) != 3 || !thread.Resolved || thread.Comments[0].Author.Name != "ada" {
		t.Errorf("the thread is %+v", thread)
	}
	p.send("ada comment", "POST", path, `{"text":"Second"}`).want(201)
	p.send("ada comment", "POST", path, `{"text":""}`).want(422)
	p.send("ada comment", "POST", path, `{"text":"x","element":"nothing"}`).want(422)
	p.send("ada comment", "POST", path+"/nothing", `{"text":"x"}`).want(404)
	var list struct {
		Threads []struct{ ID string }
		Next    *string
	}
	p.send("ada read", "GET", path+"?limit=1", "").want(200).read(&list)
	if len(list.Threads) != 1 || list.Next == nil {
		t.Fatalf("listed %+v", list)
	}
	list.Threads = nil
	p.send("ada read", "GET", path+"?limit=1&cursor="+*list.Next, "").want(200).read(&list)
	if len(list.Threads) != 1 || list.Threads[0].ID != thread.ID || list.Next != nil {
		t.Errorf("the second page is %+v", list)
	}
}
