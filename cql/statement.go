package cql

import (
	"reflect"

	"widerow/cql/syntax"
	"widerow/model/schema"
)

// kind describes how one kind of statement is processed.
type kind struct {
	node reflect.Type
	// apply checks a statement against the schema and adds what it creates; nil
	// for statements on rows.
	apply func(*resolver, syntax.Statement) *schema.Refusal
	// rows checks a statement on rows against their table; nil for others.
	rows func(*judge, syntax.Statement) judged
	// keep returns the statement as a document keeps it, with the names of its
	// keyspace and table; nil for statements that a document does not keep.
	// stage is its position in a script.
	keep  func(statement syntax.Statement, keyspace, table string) syntax.Statement
	stage int
}

// The stages of a keyspace's kept statements in a script.
const (
	functionStage = iota
	aggregateStage
	triggerStage
	lastStage
)

// allKinds is the table of the kinds of statement. It is a function because the
// checks use the table.
func allKinds() []kind {
	return []kind{
		onSchema((*resolver).createKeyspace),
		onSchema((*resolver).createType),
		onSchema((*resolver).createTable),
		onSchema((*resolver).createIndex),
		onSchema((*resolver).createView),
		onSchema((*resolver).alterKeyspace),
		onSchema((*resolver).alterType),
		onSchema((*resolver).alterTable),
		onSchema((*resolver).alterView),
		onSchema((*resolver).drop),
		onSchema((*resolver).dropFunction),
		onSchema((*resolver).dropTrigger),
		onSchema((*resolver).use),
		onSchema((*resolver).describes),

		onRows((*judge).judgeSelect, placeSelect),
		onRows((*judge).judgeInsert, placeInsert),
		onRows((*judge).judgeUpdate, placeUpdate),
		onRows((*judge).judgeDelete, placeDelete),
		onRows((*judge).judgeBatch, placeBatch),
		onRows((*judge).judgeTruncate, placeTruncate),

		kept((*resolver).createFunction, placeFunction, functionStage),
		kept((*resolver).createAggregate, placeAggregate, aggregateStage),
		kept((*resolver).createTrigger, placeTrigger, triggerStage),
		onSchema((*resolver).likeTable),
		kept((*resolver).commentOn, placeComment, lastStage),
		onSchema((*resolver).judgeTransaction),
		kept((*resolver).role, placeNowhere, lastStage),
		kept((*resolver).user, placeNowhere, lastStage),
		kept((*resolver).dropRole, placeNowhere, lastStage),
		kept((*resolver).addIdentity, placeNowhere, lastStage),
		kept((*resolver).grant, placeNowhere, lastStage),
		kept((*resolver).grantRole, placeNowhere, lastStage),

		onSchema(unjudged[*syntax.List]),
		onSchema(unjudged[*syntax.Other]),
		onSchema((*resolver).foreign),
		onSchema(func(*resolver, *syntax.Bad) *schema.Refusal { return nil }), // reported as a syntax error
	}
}

// kinds holds allKinds by node type.
var kinds = map[reflect.Type]*kind{}

func init() {
	for _, k := range allKinds() {
		kinds[k.node] = &k
	}
}

// kindOf returns the kind of a statement. A test verifies that each has one.
func kindOf(statement syntax.Statement) *kind { return kinds[reflect.TypeOf(statement)] }

// onSchema returns a kind that is checked against the schema.
func onSchema[S syntax.Statement](apply func(*resolver, S) *schema.Refusal) kind {
	return kind{
		node:  reflect.TypeFor[S](),
		apply: func(r *resolver, statement syntax.Statement) *schema.Refusal { return apply(r, statement.(S)) },
		stage: lastStage,
	}
}

// onRows returns a kind that is checked against the table of its rows, and that a document can keep
// as text. For place see kept.
func onRows[N any, S interface {
	*N
	syntax.Statement
}](verdict func(*judge, S) judged, place func(s S, keyspace, table string)) kind {
	return kind{
		node:  reflect.TypeFor[S](),
		rows:  func(j *judge, statement syntax.Statement) judged { return verdict(j, statement.(S)) },
		keep:  keeper(place),
		stage: lastStage,
	}
}

// kept returns a kind that is checked against the schema and that a document keeps
// as text. place writes the names of its keyspace and table into a copy.
func kept[N any, S interface {
	*N
	syntax.Statement
}](apply func(*resolver, S) *schema.Refusal, place func(s S, keyspace, table string), stage int) kind {
	k := onSchema(apply)
	k.stage, k.keep = stage, keeper(place)
	return k
}

// keeper returns a function that copies a statement, without its comments, and
// writes names into the copy.
func keeper[N any, S interface {
	*N
	syntax.Statement
}](place func(s S, keyspace, table string)) func(syntax.Statement, string, string) syntax.Statement {
	return func(statement syntax.Statement, keyspace, table string) syntax.Statement {
		node := *statement.(S)
		copied := S(&node)
		*syntax.Place(copied) = syntax.Base{}
		place(copied, keyspace, table)
		return copied
	}
}

// unjudged reports that the statement is not checked.
func unjudged[S syntax.Statement](r *resolver, s S) *schema.Refusal {
	r.kept(s)
	return nil
}
