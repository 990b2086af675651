package model_test

import (
	"reflect"
	"testing"

	"widerow/model"
)

// Elements of the state after come in its order, then those that only the state before has.
func TestPairs(t *testing.T) {
	before, after := []model.ID{"a", "b", "c", "d"}, []model.ID{"d", "x", "b"}
	got := model.Pairs(before, after, func(id model.ID) model.ID { return id })
	want := []model.Pair[model.ID]{
		{ID: "d", Was: "d", Is: "d", In: model.InBoth},
		{ID: "x", Is: "x", In: model.OnlyAfter},
		{ID: "b", Was: "b", Is: "b", In: model.InBoth},
		{ID: "a", Was: "a", In: model.OnlyBefore},
		{ID: "c", Was: "c", In: model.OnlyBefore},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("pairs %+v, want %+v", got, want)
	}
}
