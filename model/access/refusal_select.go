package access

// Refusals of the other clauses of SELECT.
var (
	StaticReadClustering = &Code{Text: "Cannot restrict clustering columns when selecting only static columns",
		Hint: "Also select a column that is not static, or remove the clustering columns from WHERE."}
	CellOfKey = &Code{Text: "Cannot use selection function {text} on PRIMARY KEY part {column}",
		Hint: "Columns of the key have no timestamp and no TTL: select those of another column."}
	DistinctWhere = &Code{Text: "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.",
		Hint: "Restrict {partition} only, or remove DISTINCT."}
	DistinctSelects = &Code{Text: "SELECT DISTINCT queries must only request partition key columns and/or static columns (not {column})",
		Hint: "Select {partition} and static columns only, or remove DISTINCT."}
	DistinctMissing = &Code{Text: "SELECT DISTINCT queries must request all the partition key columns (missing {column})",
		Hint: "Select {partition}."}
	PerPartitionDistinct = &Code{Text: "PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries",
		Hint: "DISTINCT already returns one row per partition: remove PER PARTITION LIMIT."}
	PerPartitionAggregate = &Code{Text: "PER PARTITION LIMIT is not allowed with aggregate queries.",
		Hint: "Remove PER PARTITION LIMIT or the aggregate."}
	GroupColumn = &Code{Text: "Group by is currently only supported on the columns of the PRIMARY KEY, got {column}",
		Hint: "Group by columns of the key, in its order: {key}."}
	GroupOrder = &Code{Text: "Group by currently only support groups of columns following their declared order in the PRIMARY KEY",
		Hint: "Group by columns of the key, in its order: {key}."}
	GroupPartOfKey = &Code{Text: "Group by is not supported on only a part of the partition key",
		Hint: "Name the whole partition key: {partition}."}
	GroupDistinct = &Code{Text: "Grouping on clustering columns is not allowed for SELECT DISTINCT queries",
		Hint: "Group by {partition} only, or remove DISTINCT."}
	GroupAggregate = &Code{Text: "Aggregate functions are not supported within the GROUP BY clause, got: {function}",
		Hint: "Group by columns; put aggregates after SELECT."}
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
		Hint: "Sort in the application, or use a table that is sorted this way."}
	OrderWithoutKey = &Code{Text: "ORDER BY is only supported when the partition key is restricted by an EQ or an IN.",
		Hint: "Rows are sorted only within a partition: restrict {partition} with `=`."}
	OrderColumn = &Code{Text: "Order by is currently only supported on the clustered columns of the PRIMARY KEY, got {column}",
		Hint: "Rows are sorted by {clustering}: use a table with {column} as a clustering column."}
	OrderDeclared = &Code{Text: "Order by currently only supports the ordering of columns following their declared order in the PRIMARY KEY",
		Hint: "Order by the clustering columns as the table does: {clustering}."}
	OrderMixed = &Code{Text: "Unsupported order by relation",
		Hint: "Use the table's directions for all columns, or the reverse for all."}
	OrderAndKeyIn = &Code{Text: "Cannot page queries with both ORDER BY and a IN restriction on the partition key; you must either remove the ORDER " +
		"BY or the IN and sort client side, or disable paging for this query",
		Hint: ""}
	LimitPositive = &Code{Text: "LIMIT must be strictly positive",
		Hint: "Give a number above 0, or remove LIMIT."}
	TwoNearest = &Code{Text: "Cannot specify more than one ANN ordering",
		Hint: "Keep one ANN OF."}
	NearestAndOther = &Code{Text: "ANN ordering does not support any other ordering",
		Hint: "Keep only ANN OF."}
	NearestDescending = &Code{Text: "Descending ANN ordering is not supported",
		Hint: "Remove DESC: the nearest rows come first."}
	NearestNotVector = &Code{Text: "ANN ordering is only supported on float vector indexes",
		Hint: "Order by a column of type vector<float, n>."}
	NearestNotIndexed = &Code{Text: "ANN ordering by vector requires the column to be indexed",
		Hint: "Create a storage-attached index on {nearest}."}
	NearestFiltering = &Code{Text: "ANN ordering by vector requires all restricted column(s) to be indexed",
		Hint: "Create storage-attached indexes on the other columns of WHERE too."}
	NearestAggregate = &Code{Text: "Top-K queries can not be run with aggregation",
		Hint: "Remove the aggregate."}
	NearestPerPartition = &Code{Text: "Top-K queries do not support per-partition limits",
		Hint: "Remove PER PARTITION LIMIT."}
	NearestNoLimit = &Code{Text: "Top-K queries must have a limit specified and the limit must be less than the query page size",
		Hint: "Add LIMIT, such as LIMIT 10."}
	NearestLimit = &Code{Text: "Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than {want}. LIMIT was {got}",
		Hint: "Use a LIMIT of at most {want}."}
)
