package edit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"widerow/model"
)

// manyConcepts adds entity types with a key each.
func manyConcepts(count int) []Command {
	var commands []Command
	for i := range count {
		entity := model.ID(fmt.Sprint("e", i))
		commands = append(commands, Add{Kind: model.EntityKind, ID: entity, Values: map[string]string{"name": fmt.Sprint("E", i)}},
			Add{Kind: model.AttributeKind, Parent: entity, ID: entity + "k", Values: map[string]string{"name": "k"}})
	}
	return commands
}

// TestManyConceptsAddedAtOnce: adding many elements at once rejects an ID that the document or
// another command uses, as adding a single element does.
func TestManyConceptsAddedAtOnce(t *testing.T) {
	before, err := Apply(model.New("Large"), model.SeededIDs(nil), manyConcepts(10)...)
	if err != nil {
		t.Fatal(err)
	}
	fresh := manyConcepts(40)[20:]
	for _, taken := range []model.ID{"e3k", "e39k"} {
		twice := Add{Kind: model.AttributeKind, Parent: "e3", ID: taken, Values: map[string]string{"name": "twice"}}
		_, err := Apply(before, model.SeededIDs(nil), append(fresh[:len(fresh):len(fresh)], twice)...)
		var invalid *InvalidError
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), "The id "+string(taken)+" is already in use") {
			t.Errorf("%s is added twice: %v", taken, err)
		}
	}
	after, err := Apply(before, model.SeededIDs(nil), fresh...)
	if err != nil {
		t.Fatal(err)
	}
	words := Words(before, after, fresh...)
	if want := "added entity type E10, added attribute E10.k"; !strings.HasPrefix(words, want) || !strings.HasSuffix(words, " and 52 more") {
		t.Errorf("the history says %q, want %q and 52 more", words, want)
	}
}

// BenchmarkAddConcepts adds 5,000 entity types with a key each, with the words of the
// history.
func BenchmarkAddConcepts(b *testing.B) {
	commands := manyConcepts(5000)
	for b.Loop() {
		before := model.New("Large")
		after, err := Apply(before, model.SeededIDs(nil), commands...)
		if err != nil {
			b.Fatal(err)
		}
		Words(before, after, commands...)
	}
}
