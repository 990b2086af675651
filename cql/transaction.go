package cql

import (
	"fmt"
	"regexp"
	"strings"

	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// Transactions exist since Cassandra 6.0. Their text is kept; what is inside is judged in
// the order of TransactionStatement.Parsed.prepare.

// transaction is the inside of BEGIN TRANSACTION … COMMIT TRANSACTION.
type transaction struct {
	lets    []transactionPart
	read    *transactionPart
	returns []reference
	writes  []transactionPart
	// references are the references in conditions and written values.
	references []reference
}

// transactionPart is a SELECT with the name that LET gives it, or a write.
type transactionPart struct {
	name      string
	statement syntax.Statement
	place     string // "[line:column]"
}

// reference is `name.column`, or a name alone.
type reference struct{ name, column string }

var (
	transactionBounds = regexp.MustCompile(`(?is)^\s*BEGIN\s+TRANSACTION\b(.*)\bCOMMIT\s+TRANSACTION\s*$`)
	letStatement      = regexp.MustCompile(`(?is)^(LET\s+("[^"]+"|\w+)\s*=\s*\(\s*)(SELECT\b.*)\)$`)
	ifThen            = regexp.MustCompile(`(?is)^IF\s+(.*?)\s+THEN\s+`)
	returnedRow       = regexp.MustCompile(`(?is)^SELECT\s+([\w."]+(?:\s*,\s*[\w."]+)*)$`)
	rowReference      = regexp.MustCompile(`(?i)\b([a-z]\w*)\.([a-z]\w*)\b`)
	ownTable          = regexp.MustCompile(`(?is)^((?:INSERT\s+INTO|UPDATE|DELETE\b.*?\bFROM)\s+)([\w."]+)`)
	addition          = regexp.MustCompile(`[+-]=`) // in a transaction, of numbers that are no counters
	whereClause       = regexp.MustCompile(`(?is)\bWHERE\b.*`)
	conditionSubject  = regexp.MustCompile(`(?i)(?:^|\bAND\s+)([a-z]\w*)(?:\.([a-z]\w*))?`)
)

// readTransaction divides a transaction into its statements. It reports false for what
// the server's grammar refuses.
func readTransaction(text string) (*transaction, bool) {
	bounds := transactionBounds.FindStringSubmatchIndex(text)
	if bounds == nil {
		return nil, false
	}
	t := &transaction{}
	rest, at := text[bounds[2]:bounds[3]], bounds[2]
	for {
		trimmed := strings.TrimLeft(rest, " \t\r\n")
		at += len(rest) - len(trimmed)
		if rest = trimmed; rest == "" {
			return t, true
		}
		if strings.EqualFold(strings.TrimSpace(rest), "END IF") {
			return t, true
		}
		if condition := ifThen.FindStringSubmatch(rest); condition != nil {
			t.condition(condition[1])
			rest, at = rest[len(condition[0]):], at+len(condition[0])
			continue
		}
		end := statementEnd(rest)
		if end < 0 || !t.add(strings.TrimSpace(rest[:end]), text, at) {
			return nil, false
		}
		rest, at = rest[end+1:], at+end+1
	}
}

// statementEnd returns the place of the next semicolon outside strings, or -1.
func statementEnd(text string) int {
	inside := false
	for i, c := range text {
		switch {
		case c == '\'':
			inside = !inside
		case c == ';' && !inside:
			return i
		}
	}
	return -1
}

func (t *transaction) condition(text string) {
	for _, found := range conditionSubject.FindAllStringSubmatch(text, -1) {
		t.references = append(t.references, reference{strings.ToLower(found[1]), strings.ToLower(found[2])})
	}
}

// add adds one statement, which begins at an offset of the whole text.
func (t *transaction) add(statement, text string, offset int) bool {
	if let := letStatement.FindStringSubmatch(statement); let != nil {
		part, ok := partAt(let[3], text, offset+len(let[1]))
		part.name = strings.ToLower(let[2])
		t.lets = append(t.lets, part)
		s, isSelect := part.statement.(*syntax.Select)
		return ok && isSelect && !s.AllowFiltering && len(s.OrderBy)+len(s.GroupBy) == 0
	}
	if row := returnedRow.FindStringSubmatch(statement); row != nil {
		for name := range strings.SplitSeq(row[1], ",") {
			tuple, column, _ := strings.Cut(strings.ToLower(strings.TrimSpace(name)), ".")
			t.returns = append(t.returns, reference{tuple, column})
		}
		return true
	}
	written := statement
	if table := ownTable.FindString(statement); table != "" {
		where := whereClause.FindString(statement[len(table):])
		if rowReference.MatchString(where) {
			return false
		}
		values := statement[len(table) : len(statement)-len(where)]
		for _, found := range rowReference.FindAllStringSubmatch(values, -1) {
			t.references = append(t.references, reference{strings.ToLower(found[1]), strings.ToLower(found[2])})
		}
		written = table + rowReference.ReplaceAllString(addition.ReplaceAllString(values, "="), "?") + where
	}
	part, ok := partAt(written, text, offset)
	if _, reads := part.statement.(*syntax.Select); reads {
		t.read = &part
	} else {
		t.writes = append(t.writes, part)
	}
	return ok
}

func partAt(statement, text string, offset int) (transactionPart, bool) {
	script := parse.ParseFor(model.Cassandra60, statement+";")
	if len(script.Errors) > 0 || len(script.Statements) != 1 {
		return transactionPart{}, false
	}
	line := strings.Count(text[:offset], "\n")
	column := offset - strings.LastIndex(text[:offset], "\n")
	return transactionPart{statement: script.Statements[0], place: fmt.Sprintf("[%d:%d]", line+1, column)}, true
}

// judgeTransaction judges what is inside a transaction.
func (r *resolver) judgeTransaction(s *syntax.Transaction) *schema.Refusal {
	if r.target != cassandra60 {
		r.kept(s)
		return nil
	}
	j := transactionJudge{&r.judge, map[string]*syntax.Select{}}
	return j.transaction(s.Text)
}

// transactionJudge judges the statements of a transaction. lets are what its LETs read, by name.
type transactionJudge struct {
	*judge
	lets map[string]*syntax.Select
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
	for _, found := range append(t.returns, t.references...) {
		if refusal := j.resolve(found); refusal != nil {
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
	for _, write := range t.writes {
		if refusal := j.write(write, strings.Contains(text, "?")); refusal != nil {
			return refusal
		}
	}
	if strings.Contains(text, "?") {
		return nil // it is prepared
	}
	return j.run(t)
}

// runTransaction refuses reads of several partitions, which the server notices only when
// it runs the transaction.
func (j *transactionJudge) run(t *transaction) *schema.Refusal {
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
	result := j.judgeSelect(s)
	if result.refusal != nil && !result.late {
		return result.refusal
	}
	table := j.transactional(s.Table)
	if table == nil {
		return invalid("Accord transactions are disabled on table (See transactional_mode in table options); SELECT statement at %s", part.place).
			Advise("Create the table WITH transactional_mode = 'full'.")
	}
	aggregate := functionsNamed("count min max sum avg")
	for i := range s.Selectors {
		if _, found := aggregate(&s.Selectors[i].Term); found {
			return invalid("No aggregation functions allowed within a transaction; SELECT statement at %s", part.place).
				Advise("Select columns, and compute in the application.")
		}
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

// transactional returns a table that takes part in transactions, or nil.
func (j *judge) transactional(name syntax.QualifiedName) *model.Relation {
	full, refusal := j.schema.Complete(declareName(name))
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

func (j *transactionJudge) resolve(found reference) *schema.Refusal {
	let := j.lets[found.name]
	switch {
	case let == nil:
		return invalid("Cannot resolve reference to tuple '%s'.", found.name).
			Advise("Read the row first: LET name = (SELECT …).")
	case found.column == "":
		return nil
	}
	full, _ := j.schema.Complete(declareName(let.Table))
	if id, known := j.tables.catalog.RelationID(full.Keyspace, full.Name); known {
		for _, column := range j.tables.model.Physical.Relations[id].Columns {
			if column.Name == found.column && !selects(let, column.Name) {
				return invalid("%s references a column not included in the select", found.name).
					Advise("Select the column in the LET.")
			}
			if column.Name == found.column {
				return nil
			}
		}
	}
	return invalid("Column '%s' does not exist in tuple '%s'.", found.column, found.name).
		Advise("Name a column of the table that the LET reads.")
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

func (j *transactionJudge) write(part transactionPart, prepared bool) *schema.Refusal {
	keyword, _ := syntax.Keyword(part.statement)
	kind := kindOf(part.statement)
	if kind.rows == nil {
		return refuseSyntax("a transaction contains INSERT, UPDATE and DELETE")
	}
	result := kind.rows(j.judge, part.statement)
	if result.refusal != nil && !result.atRun {
		return result.refusal
	}
	switch {
	case isConditional(part.statement):
		return invalid("Updates within transactions may not specify their own conditions; %s statement at %s", keyword, part.place).
			Advise("Write the condition as IF … THEN … END IF around the statement.")
	case hasTimestamp(part.statement):
		return invalid("Updates within transactions may not specify custom timestamps; %s statement at %s", keyword, part.place).
			Advise("Remove USING TIMESTAMP: the transaction has its own.")
	case j.transactional(syntax.Subject(part.statement)) == nil:
		return invalid("Accord transactions are disabled on table (See transactional_mode in table options); %s statement at %s", keyword, part.place).
			Advise("Create the table WITH transactional_mode = 'full'.")
	case !prepared && !result.late:
		return result.refusal
	}
	return nil
}

func hasTimestamp(statement syntax.Statement) bool {
	found := false
	syntax.Walk(statement, func(node syntax.Node) bool {
		attribute, is := node.(*syntax.Attribute)
		found = found || is && attribute.Kind == syntax.Timestamp
		return !found
	})
	return found
}
