package access

// Refusals of the other clauses of SELECT.
var (
	StaticReadClustering = &Code{Text: "Cannot restrict clustering columns when selecting only static columns",
		Hint: "Select a column that is not static too, or leave the clustering columns out of WHERE."}
	CellOfKey = &Code{Text: "Cannot use selection function {text} on PRIMARY KEY part {column}",
		Hint: "Columns of the key have no timestamp and no TTL: ask for those of another column."}
	DistinctWhere = &Code{Text: "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.",
		Hint: "Restrict {partition} only, or leave DISTINCT out."}
	DistinctSelects = &Code{Text: "SELECT DISTINCT queries must only request partition key columns and/or static columns (not {column})",
		Hint: "Select {partition} and static columns only, or leave DISTINCT out."}
	DistinctMissing = &Code{Text: "SELECT DISTINCT queries must request all the partition key columns (missing {column})",
		Hint: "Select {partition}."}
	PerPartitionDistinct = &Code{Text: "PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries",
		Hint: "DISTINCT gives one row a partition already: leave PER PARTITION LIMIT out."}
	PerPartitionAggregate = &Code{Text: "PER PARTITION LIMIT is not allowed with aggregate queries.",
		Hint: "Leave PER PARTITION LIMIT or the aggregate out."}
	GroupColumn = &Code{Text: "Group by is currently only supported on the columns of the PRIMARY KEY, got {column}",
		Hint: "Group by columns of the key, in its order: {key}."}
	GroupOrder = &Code{Text: "Group by currently only support groups of columns following their declared order in the PRIMARY KEY",
		Hint: "Group by columns of the key, in its order: {key}."}
	GroupPartOfKey = &Code{Text: "Group by is not supported on only a part of the partition key",
		Hint: "Name the whole partition key: {partition}."}
	GroupDistinct = &Code{Text: "Grouping on clustering columns is not allowed for SELECT DISTINCT queries",
		Hint: "Group by {partition} only, or leave DISTINCT out."}
	GroupAggregate = &Code{Text: "Aggregate functions are not supported within the GROUP BY clause, got: {function}",
		Hint: "Group by columns; put aggregates behind SELECT."}
	GroupNoColumn = &Code{Text: "GROUP BY functions must have one clustering column name as parameter",
		Hint: "Pass one clustering column: {clustering}."}
	GroupTwoColumns = &Code{Text: "GROUP BY functions accept only one clustering column as parameter, got: {close}",
		Hint: "Pass one clustering column: {clustering}."}
	GroupFunctionColumn = &Code{Text: "Group by functions are only supported on clustering columns, got {column}",
		Hint: "Pass a clustering column: {clustering}."}
	GroupFunctionLast = &Code{Text: "Functions are only supported on the last element of the GROUP BY clause",
		Hint: "Put the function last."}
	GroupMonotonic = &Code{Text: "Only column names and monotonic scalar functions are supported in the GROUP BY clause.",
		Hint: "Use a column, or floor() of a clustering column."}
	GroupNotMonotonic = &Code{Text: "Only monotonic functions are supported in the GROUP BY clause. Got: {constants} ",
		Hint: "Use a column, or floor() of a clustering column."}
	OrderWithIndex = &Code{Text: "ORDER BY with 2ndary indexes is not supported, except for ANN queries.",
		Hint: "Sort in the application, or make a table that is sorted so."}
	OrderWithoutKey = &Code{Text: "ORDER BY is only supported when the partition key is restricted by an EQ or an IN.",
		Hint: "Rows are sorted inside a partition only: give {partition} with `=`."}
	OrderColumn = &Code{Text: "Order by is currently only supported on the clustered columns of the PRIMARY KEY, got {column}",
		Hint: "Rows are sorted by {clustering}: make a table with {column} as its clustering column."}
	OrderDeclared = &Code{Text: "Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY",
		Hint: "Order by the clustering columns as the table does: {clustering}."}
	OrderMixed = &Code{Text: "Unsupported order by relation",
		Hint: "Take the table's directions for all columns, or the opposite for all."}
	OrderAndKeyIn = &Code{Text: "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the ORDER " +
		"BY or the IN and sort client side, or disable paging for this query",
		Hint: ""}
	LimitPositive = &Code{Text: "LIMIT must be strictly positive",
		Hint: "Give a number above 0, or leave LIMIT out."}
	TwoNearest = &Code{Text: "Cannot specify more than one ANN ordering",
		Hint: "Keep one ANN OF."}
	NearestAndOther = &Code{Text: "ANN ordering does not support any other ordering",
		Hint: "Keep the ANN OF only."}
	NearestDescending = &Code{Text: "Descending ANN ordering is not supported",
		Hint: "Leave DESC out: the nearest rows come first."}
	NearestNotVector = &Code{Text: "ANN ordering is only supported on float vector indexes",
		Hint: "Order by a column of type vector<float, n>."}
	NearestNotIndexed = &Code{Text: "ANN ordering by vector requires the column to be indexed",
		Hint: "Create a storage-attached index on {nearest}."}
	NearestFiltering = &Code{Text: "ANN ordering by vector requires all restricted column(s) to be indexed",
		Hint: "Create storage-attached indexes on the other columns of WHERE too."}
	NearestAggregate = &Code{Text: "Top-K queries can not be run with aggregation",
		Hint: "Leave the aggregate out."}
	NearestPerPartition = &Code{Text: "Top-K queries do not support per-partition limits",
		Hint: "Leave PER PARTITION LIMIT out."}
	NearestNoLimit = &Code{Text: "Top-K queries must have a limit specified and the limit must be less than the query page size",
		Hint: "Add LIMIT, such as LIMIT 10."}
	NearestLimit = &Code{Text: "Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than {want}. LIMIT was {got}",
		Hint: "Use a LIMIT of at most {want}."}
)
