package access

import "widerow/model"

// Refusal is why the server does not take a statement: a code and what the
// message says of the statement. Which of the fields a message uses, its text
// tells (package cql).
type Refusal struct {
	Code      Code
	Statement Statement
	// Table is the statement's, nil of a batch as a whole.
	Table *Table
	// Column is the column, or the part of one ("value(tags)"), that it is
	// about; Other a second column, or a field.
	Column, Other string
	// Columns are several columns. Those that two conditions on several
	// columns have in common the server names in random order.
	Columns  []string
	Operator Operator
	Type     model.Type
	// Value, Condition and Assignment are parts of the statement that the
	// message repeats.
	Value      *Value
	Second     *Value
	Condition  *Condition
	Assignment *Assignment
	Text       string
	Want, Got  int
	// Name is the function as a call names it, Function the one that it was
	// found to be, Functions are those that it could be, in no order.
	Name      FunctionName
	Function  *Signature
	Functions []*Signature
	// Selecting says that the values are parts of what is selected, which
	// messages write in another way than terms.
	Selecting bool
	// Cause is what is wrong inside of a JSON value.
	Cause *Refusal
	// Alternatives are refusals that the server may give in place of this one:
	// it finds one of them first, at random.
	Alternatives []*Refusal
	// AtRun says that the server prepares the statement and refuses it only
	// when it is to run it.
	AtRun bool
}

func (r *Refusal) in(statement Statement, table *Table) *Refusal {
	r.Statement, r.Table = statement, table
	if r.Cause != nil {
		r.Cause.in(statement, table)
	}
	return r
}

func (r *Refusal) atRun() *Refusal {
	if r != nil {
		r.AtRun = true
	}
	return r
}

// Code names a message of the server.
type Code string

// The codes by what they are about: values,
const (
	NullIncrement      Code = "null-increment"
	InvalidConstant    Code = "invalid-constant"
	Unreadable         Code = "unreadable"
	NotTimeUUID        Code = "not-timeuuid"
	EarlyDate          Code = "early-date"
	LateDate           Code = "late-date"
	DurationTwice      Code = "duration-twice"
	DurationOrder      Code = "duration-order"
	DurationTooLong    Code = "duration-too-long"
	UnexpectedReceiver Code = "unexpected-receiver"
	VectorSize         Code = "vector-size"
	VectorElement      Code = "vector-element"
	ListElement        Code = "list-element"
	ListMarker         Code = "list-marker"
	InvalidSet         Code = "invalid-set"
	SetElement         Code = "set-element"
	SetMarker          Code = "set-marker"
	InvalidMap         Code = "invalid-map"
	MapKey             Code = "map-key"
	MapElement         Code = "map-element"
	MapMarker          Code = "map-marker"
	NullInCollection   Code = "null-in-collection"
	NullInVector       Code = "null-in-vector"
	InvalidTuple       Code = "invalid-tuple"
	TupleSize          Code = "tuple-size"
	TupleTextSize      Code = "tuple-text-size"
	TupleComponent     Code = "tuple-component"
	InvalidUserType    Code = "invalid-user-type"
	UserTypeField      Code = "user-type-field"
	UnknownField       Code = "unknown-field"
	RefusedType        Code = "refused-type"
	CannotCast         Code = "cannot-cast"
	CannotAssign       Code = "cannot-assign"
)

// functions and what is selected,
const (
	UnknownFunction       Code = "unknown-function"
	UnknownFunctionCalled Code = "unknown-function-called"
	FunctionArity         Code = "function-arity"
	FunctionArgument      Code = "function-argument"
	FunctionResult        Code = "function-result"
	OperationResult       Code = "operation-result"
	NoFunctionMatches     Code = "no-function-matches"
	NoOperation           Code = "no-operation"
	AmbiguousCall         Code = "ambiguous-call"
	AmbiguousNegation     Code = "ambiguous-negation"
	AmbiguousOperation    Code = "ambiguous-operation"
	AggregateInWhere      Code = "aggregate-in-where"
	FactoryArity          Code = "factory-arity"
	OpenArgument          Code = "open-argument"
	OtherArgument         Code = "other-argument"
	NotCollectionArgument Code = "not-collection-argument"
	NotSetOrListArgument  Code = "not-set-or-list-argument"
	NotNumericArgument    Code = "not-numeric-argument"
	NotMapArgument        Code = "not-map-argument"
	NotVectorArgument     Code = "not-vector-argument"
	VectorDimensions      Code = "vector-dimensions"
	FromJSONSelected      Code = "from-json-selected"
	TokenNowhere          Code = "token-nowhere"
	NotBytesOf            Code = "not-bytes-of"
	OpenTerm              Code = "open-term"
	DurationInSet         Code = "duration-in-set"
	DurationAsKey         Code = "duration-as-key"
	VectorSelector        Code = "vector-selector"
	NoField               Code = "no-field"
	FieldOfNone           Code = "field-of-none"
	FieldUnknown          Code = "field-unknown"
	ElementOfNone         Code = "element-of-none"
	SliceOfNone           Code = "slice-of-none"
	ElementOfList         Code = "element-of-list"
	NullAsElement         Code = "null-as-element"
	NullInSlice           Code = "null-in-slice"
	CannotAssignSelected  Code = "cannot-assign-selected"
	NoCast                Code = "no-cast"
	AggregateOfAggregate  Code = "aggregate-of-aggregate"
	// ServerFails: the server gives no reason but an error of Java.
	ServerFails Code = "server-fails"
)

// conditions by themselves,
const (
	UndefinedColumn     Code = "undefined-column"
	UnsupportedNotEqual Code = "unsupported-not-equal"
	UnsupportedNotNull  Code = "unsupported-not-null"
	ContainsOnOther     Code = "contains-on-other"
	ContainsKeyOnOther  Code = "contains-key-on-other"
	ListEntryCondition  Code = "list-entry-condition"
	NotAMap             Code = "not-a-map"
	FrozenMapEntry      Code = "frozen-map-entry"
	EntryOnlyEqual      Code = "entry-only-equal"
	UserTypeCondition   Code = "user-type-condition"
	CollectionCondition Code = "collection-condition"
	LikeWithoutIndex    Code = "like-without-index"
	NotForSeveral       Code = "not-for-several"
	TupleNotClustering  Code = "tuple-not-clustering"
	TupleTwice          Code = "tuple-twice"
	TupleOrder          Code = "tuple-order"
	TupleValueSize      Code = "tuple-value-size"
	NotForToken         Code = "not-for-token"
	TokenOfSome         Code = "token-of-some"
	TokenTwice          Code = "token-twice"
	TokenOfOthers       Code = "token-of-others"
	TokenOrder          Code = "token-order"
	TwoExpressions      Code = "two-expressions"
	NoSuchIndex         Code = "no-such-index"
	ExpressionNotCustom Code = "expression-not-custom"
	NoExpressions       Code = "no-expressions"
)

// SliceOnDuration are the refusals of a range where a duration is in a
// collection, a tuple, a user-defined type, or is the column.
var SliceOnDuration = [4]Code{"slice-duration-collection", "slice-duration-tuple", "slice-duration-user-type", "slice-duration"}

// IfOnDuration are the same for IF.
var IfOnDuration = [4]Code{"if-duration-collection", "if-duration-tuple",
	"if-duration-user-type", "if-duration"}

// conditions of the same column,
const (
	MoreThanOneEqual   Code = "more-than-one-equal"
	MoreThanOneIn      Code = "more-than-one-in"
	MoreThanOneLike    Code = "more-than-one-like"
	MoreThanOneNearest Code = "more-than-one-nearest"
	ContainsAndOther   Code = "contains-and-other"
	EqualAndSlice      Code = "equal-and-slice"
	SlicesStartApart   Code = "slices-start-apart"
	TwoStarts          Code = "two-starts"
	TwoEnds            Code = "two-ends"
	TokenEqual         Code = "token-equal"
	TokenEqualAndSlice Code = "token-equal-and-slice"
	TokenTwoStarts     Code = "token-two-starts"
	TokenTwoEnds       Code = "token-two-ends"
)

// the WHERE clause as a whole,
const (
	AfterSlice         Code = "after-slice"
	SliceBefore        Code = "slice-before"
	PrecedingMissing   Code = "preceding-missing"
	ClusteringContains Code = "clustering-contains"
	NeedsFiltering     Code = "needs-filtering"
	IndexAndKeyIn      Code = "index-and-key-in"
	VectorOnlyNearest  Code = "vector-only-nearest"
	TupleSliceFilter   Code = "tuple-slice-filter"
	TupleInFilter      Code = "tuple-in-filter"
	NullKey            Code = "null-key"
	UnsetKey           Code = "unset-key"
	NullInKey          Code = "null-in-key"
	NullInKeys         Code = "null-in-keys"
	NullFilter         Code = "null-filter"
	NullEntryKey       Code = "null-entry-key"
	NullEntryValue     Code = "null-entry-value"
	NullToken          Code = "null-token"
	EmptyKey           Code = "empty-key"
	EmptyLike          Code = "empty-like"
	LikeForm           Code = "like-form"
)

// the other clauses of SELECT,
const (
	StaticReadClustering  Code = "static-read-clustering"
	CellOfKey             Code = "cell-of-key"
	DistinctWhere         Code = "distinct-where"
	DistinctSelects       Code = "distinct-selects"
	DistinctMissing       Code = "distinct-missing"
	PerPartitionDistinct  Code = "per-partition-distinct"
	PerPartitionAggregate Code = "per-partition-aggregate"
	GroupColumn           Code = "group-column"
	GroupOrder            Code = "group-order"
	GroupPartOfKey        Code = "group-part-of-key"
	GroupDistinct         Code = "group-distinct"
	GroupAggregate        Code = "group-aggregate"
	GroupNoColumn         Code = "group-no-column"
	GroupTwoColumns       Code = "group-two-columns"
	GroupFunctionColumn   Code = "group-function-column"
	GroupFunctionLast     Code = "group-function-last"
	GroupMonotonic        Code = "group-monotonic"
	GroupNotMonotonic     Code = "group-not-monotonic"
	OrderWithIndex        Code = "order-with-index"
	OrderWithoutKey       Code = "order-without-key"
	OrderColumn           Code = "order-column"
	OrderDeclared         Code = "order-declared"
	OrderMixed            Code = "order-mixed"
	OrderAndKeyIn         Code = "order-and-key-in"
	LimitPositive         Code = "limit-positive"
	TwoNearest            Code = "two-nearest"
	NearestAndOther       Code = "nearest-and-other"
	NearestDescending     Code = "nearest-descending"
	NearestNotVector      Code = "nearest-not-vector"
	NearestNotIndexed     Code = "nearest-not-indexed"
	NearestFiltering      Code = "nearest-filtering"
	NearestAggregate      Code = "nearest-aggregate"
	NearestPerPartition   Code = "nearest-per-partition"
	NearestNoLimit        Code = "nearest-no-limit"
	NearestLimit          Code = "nearest-limit"
)

// INSERT, UPDATE and DELETE,
const (
	ContainsInWrite       Code = "contains-in-write"
	ExpressionInWrite     Code = "expression-in-write"
	TokenInWrite          Code = "token-in-write"
	PartitionMissing      Code = "partition-missing"
	PartitionSlice        Code = "partition-slice"
	ClusteringMissing     Code = "clustering-missing"
	ClusteringSlice       Code = "clustering-slice"
	NotPrimaryKey         Code = "not-primary-key"
	StaticWriteClustering Code = "static-write-clustering"
	InsertCounter         Code = "insert-counter"
	InsertUnmatched       Code = "insert-unmatched"
	JSONNull              Code = "json-null"
	JSONNotMap            Code = "json-not-map"
	JSONUnreadable        Code = "json-unreadable"
	JSONUnknownColumn     Code = "json-unknown-column"
	JSONValue             Code = "json-value"
	JSONExpected          Code = "json-expected"
	JSONNullElement       Code = "json-null-element"
	JSONNullInMap         Code = "json-null-in-map"
	JSONVectorSize        Code = "json-vector-size"
	JSONTupleExtra        Code = "json-tuple-extra"
	JSONTupleMissing      Code = "json-tuple-missing"
	JSONNotNumber         Code = "json-not-number"
	JSONNotBlob           Code = "json-not-blob"
	InsertTwice           Code = "insert-twice"
	KeyInSet              Code = "key-in-set"
	KeyInDelete           Code = "key-in-delete"
	IncompatibleSet       Code = "incompatible-set"
	SetCounter            Code = "set-counter"
	NotACounter           Code = "not-a-counter"
	NotACollection        Code = "not-a-collection"
	FrozenCollection      Code = "frozen-collection"
	SetByElement          Code = "set-by-element"
	NotAUserType          Code = "not-a-user-type"
	FrozenUserType        Code = "frozen-user-type"
	NoSuchField           Code = "no-such-field"
	AddToTuple            Code = "add-to-tuple"
	AddToOther            Code = "add-to-other"
	AddToMap              Code = "add-to-map"
	SubtractFromMap       Code = "subtract-from-map"
	NotAList              Code = "not-a-list"
	FrozenList            Code = "frozen-list"
	DeleteElementOfOther  Code = "delete-element-of-other"
	DeleteFrozenElement   Code = "delete-frozen-element"
	DeleteFieldOfOther    Code = "delete-field-of-other"
	DeleteFrozenField     Code = "delete-frozen-field"
	NullMapKey            Code = "null-map-key"
	NullListIndex         Code = "null-list-index"
	NullSetElement        Code = "null-set-element"
	RangeOfColumns        Code = "range-of-columns"
	CounterTimestamp      Code = "counter-timestamp"
	CounterTTL            Code = "counter-ttl"
	NegativeTTL           Code = "negative-ttl"
	LargeTTL              Code = "large-ttl"
	TimestampBound        Code = "timestamp-bound"
	CompactValue          Code = "compact-value"
	WriteView             Code = "write-view"
)

// IF,
const (
	KeyInIf                 Code = "key-in-if"
	IfOnCounter             Code = "if-on-counter"
	ElementOfOther          Code = "element-of-other"
	ElementOfSet            Code = "element-of-set"
	IfFieldUnknown          Code = "if-field-unknown"
	NullElement             Code = "null-element"
	NullComparison          Code = "null-comparison"
	EmptyComparison         Code = "empty-comparison"
	ConditionalCounter      Code = "conditional-counter"
	ConditionalTimestamp    Code = "conditional-timestamp"
	ConditionalKeyIn        Code = "conditional-key-in"
	ConditionalClusteringIn Code = "conditional-clustering-in"
	DeleteIfRegular         Code = "delete-if-regular"
	DeleteIfCondition       Code = "delete-if-condition"
)

// masks,
const (
	MaskUnknown   Code = "mask-unknown"
	MaskToken     Code = "mask-token"
	MaskAggregate Code = "mask-aggregate"
	MaskOther     Code = "mask-other"
	MaskForeign   Code = "mask-foreign"
	MaskReturns   Code = "mask-returns"
)

// and batches.
const (
	BatchTTL                  Code = "batch-ttl"
	BatchConditionalTimestamp Code = "batch-conditional-timestamp"
	BatchCounterTimestamp     Code = "batch-counter-timestamp"
	BatchTwoTimestamps        Code = "batch-two-timestamps"
	BatchOfCountersTimestamp  Code = "batch-of-counters-timestamp"
	BatchNotCounter           Code = "batch-not-counter"
	BatchMixed                Code = "batch-mixed"
	BatchLoggedCounter        Code = "batch-logged-counter"
	BatchTables               Code = "batch-tables"
	BatchPartitions           Code = "batch-partitions"
	BatchKeyIn                Code = "batch-key-in"
	BatchMixedExists          Code = "batch-mixed-exists"
	BatchMixedConditions      Code = "batch-mixed-conditions"
)
