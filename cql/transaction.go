package cql

import (
	"slices"
	"strings"

	"widerow/cql/convert"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// Transactions exist since Cassandra 6.0. Their text is kept; what is inside is judged in
// the order of TransactionStatement.Parsed.prepare.

// judgeTransaction judges what is inside a transaction.
func (r *resolver) judgeTransaction(s *syntax.Transaction) *schema.Refusal {
	if r.target != cassandra60 {
		r.kept(s)
		return nil
	}
	j := transactionJudge{judge: &r.judge, lets: map[string]*syntax.Select{}, late: map[int]*schema.Refusal{}}
	return j.transaction(s.Text)
}

// transactionJudge judges the statements of a transaction.
type transactionJudge struct {
	*judge
	// lets holds the SELECT of each LET, by name.
	lets map[string]*syntax.Select
	// late are the refusals of writes, by their number, that the server meets when it runs
	// them.
	late map[int]*schema.Refusal
}

func (j *transactionJudge) transaction(text string) *schema.Refusal {
	t, ok := readTransaction(text)
	switch {
	case !ok:
		return refuseSyntax("a transaction is LET, SELECT and IF … THEN … END IF around INSERT, UPDATE and DELETE, each with a semicolon")
	case t.read == nil && len(t.returns) == 0 && len(t.writes) == 0:
		return invalid("Transaction contains no reads or writes").
			Advise("Return a row with SELECT, or write one.")
	}
	for i := range t.lets {
		if refusal := j.let(&t.lets[i]); refusal != nil {
			return refusal
		}
	}
	for _, found := range t.references() {
		if _, refusal := j.resolve(found); refusal != nil {
			return refusal
		}
	}
	for _, found := range t.returns {
		if found.column == "" {
			return invalid("SELECT references must specify a column.").
				Advise("Write the column after the name: row.column.")
		}
	}
	if t.read != nil {
		if refusal := j.read(t.read, ""); refusal != nil {
			return refusal
		}
	}
	for i, write := range t.writes {
		if refusal := j.write(i, write); refusal != nil {
			return refusal
		}
	}
	for _, condition := range t.conditions {
		if refusal := j.condition(condition); refusal != nil {
			return refusal
		}
	}
	if strings.Contains(text, "?") {
		return nil // it is prepared
	}
	return j.run(t)
}

// run refuses what the server notices only when it runs the transaction: what is wrong with a
// write, two writes of one field, then reads of several partitions.
func (j *transactionJudge) run(t *transaction) *schema.Refusal {
	rewrite := j.rewrites(t.writes)
	for i := range t.writes {
		switch {
		case j.late[i] != nil:
			return j.late[i]
		case i == rewrite:
			return invalid("Transaction contains multiple updates to the same key and fields").
				Advise("Write each column of a row once.")
		}
	}
	for _, part := range t.lets {
		s, isSelect := part.statement.(*syntax.Select)
		if !isSelect {
			continue
		}
		if plan := j.judgeSelect(s).plan; plan != nil && plan.Partitions > 1 {
			return invalid("Within a transaction, SELECT statements must select a single partition; found %d partitions", plan.Partitions).
				Advise("Write a LET for each partition.")
		}
	}
	return nil
}

func (j *transactionJudge) let(let *transactionPart) *schema.Refusal {
	if j.lets[let.name] != nil {
		return invalid("The name '%s' has already been used by a LET assignment.", let.name).
			Advise("Give each LET a name of its own.")
	}
	j.lets[let.name], _ = let.statement.(*syntax.Select)
	return j.read(let, let.name)
}

// judgeTransactionRead judges what a LET of that name reads, or the SELECT that a
// transaction returns, which may read a whole partition.
func (j *transactionJudge) read(part *transactionPart, let string) *schema.Refusal {
	s, isSelect := part.statement.(*syntax.Select)
	if !isSelect {
		return refuseSyntax("LET takes a SELECT")
	}
	switch {
	case len(s.OrderBy) > 0:
		return invalid("No ORDER BY clause allowed within a transaction; SELECT statement at %s", part.place).
			Advise("Sort the rows in the application.")
	case len(s.GroupBy) > 0:
		return invalid("No GROUP BY clause allowed within a transaction; SELECT statement at %s", part.place).
			Advise("Group the rows in the application.")
	}
	result := j.judgeSelect(s)
	if result.refusal != nil && !result.late {
		return result.refusal
	}
	table := j.transactional(s.Table)
	if refusal := readable(s, table, part.place); refusal != nil {
		return refusal
	}
	switch partition, row := readsOf(s, table); {
	case let == "" && !partition:
		return invalid("SELECT must specify either all partition key elements. Partition key elements must be always specified with equality operators; "+
			"returning select at %s", part.place).
			Advise("Name the partition.")
	case let != "" && !row:
		return invalid("SELECT must specify either all primary key elements or all partition key elements and LIMIT 1. "+
			"In both cases partition key elements must be always specified with equality operators; LET assignment %s at %s", let, part.place).
			Advise("Name one row by its primary key, or add LIMIT 1.")
	}
	return nil
}

// readable refuses what no SELECT of a transaction may read. table is nil if it takes no part
// in transactions.
func readable(s *syntax.Select, table *model.Relation, place string) *schema.Refusal {
	switch {
	case table == nil:
		return invalid("Accord transactions are disabled on table (See transactional_mode in table options); SELECT statement at %s", place).
			Advise("Create the table WITH transactional_mode = 'full'.")
	case hasCounters(table):
		return invalid("Counter columns cannot be accessed within a transaction; SELECT statement at %s", place).
			Advise("Read and write counters outside the transaction.")
	}
	aggregate := functionsNamed("count min max sum avg")
	for i := range s.Selectors {
		if _, found := aggregate(&s.Selectors[i].Term); found {
			return invalid("No aggregation functions allowed within a transaction; SELECT statement at %s", place).
				Advise("Select columns, and compute in the application.")
		}
	}
	isKeyList := func(c syntax.Condition) bool {
		return c.Operator == "IN" && len(c.Columns) == 1 && len(c.Values) > 1 && roleIn(table, c.Columns[0].Name) == model.Partition
	}
	if s.Limit != nil && slices.ContainsFunc(s.Where, isKeyList) {
		return invalid("Partition key is present in IN clause and there is a LIMIT... this is currently not supported; SELECT statement at %s", place).
			Advise("Remove the LIMIT, or name one partition.")
	}
	return nil
}

// roleIn returns the role of a column, model.Regular for one that the table does not have.
func roleIn(table *model.Relation, name string) model.Role {
	for _, column := range table.Columns {
		if column.Name == name {
			return column.Role
		}
	}
	return model.Regular
}

func hasCounters(table *model.Relation) bool {
	for _, column := range table.Columns {
		if column.Type.Name == "counter" {
			return true
		}
	}
	return false
}

// transactional returns a table that takes part in transactions, or nil.
func (j *judge) transactional(name syntax.QualifiedName) *model.Relation {
	full, refusal := j.schema.Complete(convert.Name(name))
	id, found := j.tables.catalog.RelationID(full.Keyspace, full.Name)
	if refusal != nil || !found {
		return nil
	}
	table := j.tables.model.Physical.Relations[id]
	if mode := strings.ToLower(strings.Trim(table.Options["transactional_mode"], "'")); mode == "" || mode == "off" {
		return nil
	}
	return table
}

// readsOf reports whether a SELECT names partitions, and whether it reads one row of each.
func readsOf(s *syntax.Select, table *model.Relation) (partition, row bool) {
	equal := map[string]bool{}
	for _, c := range s.Where {
		if len(c.Columns) == 1 {
			equal[c.Columns[0].Name] = equal[c.Columns[0].Name] || c.Operator == "=" || c.Operator == "IN"
		}
	}
	whole := true
	for _, column := range table.Columns {
		if column.Role == model.Partition && !equal[column.Name] {
			return false, false
		}
		whole = whole && (column.Role != model.Clustering || equal[column.Name])
	}
	return true, whole || s.Limit != nil && s.Limit.String() == "1"
}

// resolve finds the column that a reference names, nil for a reference to a row.
func (j *transactionJudge) resolve(found reference) (*model.Column, *schema.Refusal) {
	let := j.lets[found.name]
	switch {
	case let == nil:
		return nil, invalid("Cannot resolve reference to tuple '%s'.", found.name).
			Advise("Read the row first: LET name = (SELECT …).")
	case found.column == "":
		return nil, nil
	}
	full, _ := j.schema.Complete(convert.Name(let.Table))
	if id, known := j.tables.catalog.RelationID(full.Keyspace, full.Name); known {
		for _, column := range j.tables.model.Physical.Relations[id].Columns {
			if column.Name == found.column && !selects(let, column.Name) {
				return nil, invalid("%s references a column not included in the select", found.name).
					Advise("Select the column in the LET.")
			}
			if column.Name == found.column {
				return column, nil
			}
		}
	}
	return nil, invalid("Column '%s' does not exist in tuple '%s'.", found.column, found.name).
		Advise("Name a column of the table that the LET reads.")
}

// references are all references in the order in which the server resolves them.
func (t *transaction) references() []reference {
	all := slices.Clone(t.returns)
	for _, condition := range t.conditions {
		all = append(all, condition.reference)
	}
	for _, write := range t.writes {
		all = append(all, write.references...)
	}
	return all
}

// selects reports whether a SELECT returns a column.
func selects(s *syntax.Select, column string) bool {
	for i := range s.Selectors {
		if t := &s.Selectors[i].Term; t.Kind == syntax.ColumnTerm && t.Name.Name.Name == column {
			return true
		}
	}
	return len(s.Selectors) == 0
}

func (j *transactionJudge) write(at int, part transactionPart) *schema.Refusal {
	keyword, _ := syntax.Keyword(part.statement)
	table, _ := j.judgeTable(syntax.Subject(part.statement))
	if table != nil {
		assignSums(part.statement, table)
		if refusal := j.keys(&part, table); refusal != nil {
			return refusal
		}
	}
	result := kindOf(part.statement).rows(j.judge, part.statement)
	if result.refusal != nil && !result.atRun {
		return result.refusal
	}
	if table != nil { // nil for a table of the server
		if refusal := j.values(part, table); refusal != nil {
			return refusal
		}
	}
	switch {
	case j.transactional(syntax.Subject(part.statement)) == nil:
		return invalid("Accord transactions are disabled on table (See transactional_mode in table options); %s statement at %s", keyword, part.place).
			Advise("Create the table WITH transactional_mode = 'full'.")
	case isConditional(part.statement):
		return invalid("Updates within transactions may not specify their own conditions; %s statement at %s", keyword, part.place).
			Advise("Write the condition as IF … THEN … END IF around the statement.")
	case hasAttribute(part.statement, syntax.Timestamp):
		return invalid("Updates within transactions may not specify custom timestamps; %s statement at %s", keyword, part.place).
			Advise("Remove USING TIMESTAMP: the transaction has its own.")
	case hasAttribute(part.statement, syntax.TimeToLive):
		return invalid("Updates within transactions may not specify custom ttls; %s statement at %s", keyword, part.place).
			Advise("Remove USING TTL, or write the row outside the transaction.")
	case hasCounters(j.transactional(syntax.Subject(part.statement))):
		return invalid("Counter columns cannot be accessed within a transaction; %s statement at %s", keyword, part.place).
			Advise("Read and write counters outside the transaction.")
	case result.refusal != nil && !result.late:
		j.late[at] = result.refusal
	}
	return nil
}

// rewrites returns the number of the first write that sets a column of a row that a write
// before it sets, -1 if there is none.
func (j *transactionJudge) rewrites(writes []transactionPart) int {
	converter := j.converter("")
	var parts []access.BatchPart
	for _, write := range writes {
		table, _ := j.judgeTable(syntax.Subject(write.statement))
		if table == nil {
			return -1
		}
		converter.Keyspace = table.Keyspace
		parts = append(parts, converter.Part(table, write.statement))
	}
	return access.FirstRewrite(parts)
}

func hasAttribute(statement syntax.Statement, kind syntax.AttributeKind) bool {
	found := false
	syntax.Walk(statement, func(node syntax.Node) bool {
		attribute, is := node.(*syntax.Attribute)
		found = found || is && attribute.Kind == kind
		return !found
	})
	return found
}
