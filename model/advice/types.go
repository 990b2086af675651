package advice

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/moves"
	"widerow/model/sizing"
	"widerow/model/write"
)

var money = []string{"price", "amount", "total", "balance", "cost", "fee", "salary", "tax", "vat", "revenue"}

// notMoney are words of names that are about money without being an amount to add up: statistics, quotes and rates.
var notMoney = []string{"rate", "ratio", "percent", "percentage", "pct", "avg", "average", "mean", "std", "stddev", "median", "mode",
	"variance", "estimated", "estimate", "predicted", "forecast", "open", "high", "low", "close", "bid", "ask", "last", "min", "max",
	"count", "number", "time", "seconds", "score", "index"}

func checkMoney(p *Pass) {
	for _, r := range p.tables {
		var found []Finding
		var names []string
		for _, c := range r.SortedColumns() {
			if !isNative(c.Value.Type, "float", "double") || !hasWord(c.Value.Name, money...) || hasWord(c.Value.Name, notMoney...) {
				continue
			}
			names = append(names, c.Value.Name)
			finding := Finding{Level: Info, Element: c.ID, Remedy: setField(c.ID, "type", "decimal", "Make it a decimal"),
				Message: fmt.Sprintf("%s.%s is a %s: sums of money drift by rounding (0.1 + 0.2 ≠ 0.3)", r.name, c.Value.Name, c.Value.Type.Name)}
			if p.isSummed(r.id, c.ID) {
				finding.Level = Warning
				finding.Message += ", and a query sums it"
			}
			found = append(found, finding)
		}
		p.reportTable(r, found, fmt.Sprintf("%s keeps amounts of money in floating point (%s): sums drift by rounding (0.1 + 0.2 ≠ 0.3)",
			r.name, strings.Join(names, ", ")))
	}
}

// reportTable adds findings about columns of a table: in a script as one finding about the table.
func (p *Pass) reportTable(r relation, findings []Finding, whole string) {
	if p.Script && len(findings) > 1 {
		p.report(Finding{Level: findings[0].Level, Element: r.id, Message: whole})
		return
	}
	for _, finding := range findings {
		p.report(finding)
	}
}

// isSummed reports whether a query that the table serves sums or averages a column.
func (p *Pass) isSummed(table, column model.ID) bool {
	attributes := model.IDSet{}
	for logical := range p.Model.Physical.Relations[table].Columns[column].From {
		if element, found := p.Model.Element(logical); found {
			if of, is := element.Value.(*model.LogicalColumn); is {
				attributes[of.Attribute] = true
			}
		}
	}
	for _, query := range p.questions[table] {
		for _, find := range p.Model.Workflow.Queries[query].Find {
			if (find.Aggregate == model.Sum || find.Aggregate == model.Avg) && attributes[find.Attribute] {
				return true
			}
		}
	}
	return false
}

// checkTextNumber reports text columns of the key that are named like numbers, dates or identifiers of another type.
func checkTextNumber(p *Pass) {
	for _, r := range p.tables {
		for _, c := range r.clustering {
			kind := ""
			switch {
			case !isNative(c.Value.Type, "text", "ascii"):
			case hasWord(c.Value.Name, "year", "count", "version", "sequence", "seq", "rank", "score", "position"):
				kind = "a number: as text 10 comes before 9"
			case hasWord(c.Value.Name, "date", "timestamp", "created", "updated", "hour", "minute") || strings.HasSuffix(c.Value.Name, "_at"):
				kind = "a time: as text only one way of writing it sorts well, and takes 10 to 30 bytes instead of 4 or 8"
			}
			if kind != "" {
				p.report(Finding{Level: Info, Element: c.ID, Message: fmt.Sprintf("%s.%s is text and sorts the rows, but is named like %s", r.name, c.Value.Name, kind)})
			}
		}
	}
}

var joined = regexp.MustCompile(`(?i)(^|_)(composite|compound|concat|concatenated|combined|joined)(_|$)|_and_`)

// checkComposedKey reports key columns that are named or noted as joined values.
func checkComposedKey(p *Pass) {
	for _, r := range p.tables {
		for _, c := range append(append([]model.Item[*model.Column](nil), r.partition...), r.clustering...) {
			if isNative(c.Value.Type, "text", "ascii") && joined.MatchString(c.Value.Name) && !strings.HasSuffix(c.Value.Name, "_and_conditions") {
				p.report(
					Finding{Level: Info, Element: c.ID,
						Message: fmt.Sprintf(
							"%s.%s seems to join several values into one text: no query can give or sort by one of them",
							r.name, c.Value.Name)})
			}
		}
	}
}

func checkUserTypes(p *Pass) {
	limit := p.limit(FieldsPerType)
	for _, t := range model.Sorted(p.Model.Physical.Types) {
		if count := float64(len(t.Value.Fields)); limit.level(count) != "" {
			p.report(Finding{Guardrail: limit.Guardrail, Level: limit.level(count), Element: t.ID,
				Numbers: []Number{{"fields", count, ""}, {"limit", limit.of(count), ""}},
				Message: fmt.Sprintf(
					"The type %s has %s fields; the limit is %s. A value is read and written whole", t.Value.Name,
					figure(count), figure(limit.of(count)))})
		}
	}
}

// checkUnfrozen reports user-defined types that are written, but never by a field.
func checkUnfrozen(p *Pass) {
	for _, r := range p.tables {
		for _, c := range r.regular {
			if c.Value.Type.Kind != model.UserTypeRef || len(p.changes[r.id]) == 0 && !p.isWrittenByScript(r) || p.setsField(r, c.Value.Name) {
				continue
			}
			p.report(
				Finding{Level: Info, Element: c.ID,
					Message: fmt.Sprintf("%s.%s is always written whole, but is not frozen: each of its fields is a "+
						"cell, and each write leaves a tombstone", r.name, c.Value.Name),
					Hint:   "Freeze it: frozen<" + p.Model.TypeText(c.Value.Type) + ">.",
					Remedy: setField(c.ID, "type", "frozen<"+p.Model.TypeText(c.Value.Type)+">", "Freeze it")})
		}
	}
}

func (p *Pass) isWrittenByScript(r relation) bool {
	return slices.ContainsFunc(p.Statements, func(s Statement) bool { return s.Relation == r.id && (s.Verb == "INSERT" || s.Verb == "UPDATE") })
}

// setsField reports whether a statement changes a part of a column.
func (p *Pass) setsField(r relation, column string) bool {
	if slices.ContainsFunc(p.Statements, func(s Statement) bool { return s.Relation == r.id && slices.Contains(s.Fields, column) }) {
		return true
	}
	return slices.ContainsFunc(p.Plans, func(plan write.Plan) bool {
		return slices.ContainsFunc(writesOf(&plan, r.id), func(s *statement) bool {
			return s.Write.Update != nil &&
				slices.ContainsFunc(s.Write.Update.Set,
					func(a access.Assignment) bool { return a.Column == column && a.Kind != access.Assign })
		})
	})
}

func checkManyColumns(p *Pass) {
	limit := p.limit(ColumnsPerTable)
	for _, r := range p.tables {
		if count := float64(len(r.Columns)); limit.level(count) != "" {
			p.report(Finding{Guardrail: limit.Guardrail, Level: limit.level(count), Element: r.id,
				Numbers: []Number{{"columns", count, ""}, {"limit", limit.of(count), ""}},
				Message: fmt.Sprintf(
					"%s has %s columns; the limit is %s: each cell has a timestamp and a header of its own", r.name,
					figure(count), figure(limit.of(count)))})
		}
		if count := len(r.clustering); count > 5 {
			p.report(Finding{Level: Info, Element: r.id, Numbers: []Number{{"clustering_columns", float64(count), ""}},
				Message: fmt.Sprintf("%s has %d clustering columns: each row repeats them in its key, and a query must give them in this order", r.name, count)})
		}
	}
}

var secrets = []string{"password", "passwd", "pwd", "passphrase", "secret", "token", "ssn", "cvv", "cvc", "pin"}

// notSecret are words of names that are about a secret without holding it, or that hold what may be read: a hash, the type
// of a token, a token that stands for a card, one that a DNS record publishes, or a position in a result.
var notSecret = []string{"hash", "hashed", "digest", "encrypted", "encryption", "masked", "salt", "id", "ids", "type", "kind", "name",
	"provider", "issuer", "status", "count", "expires", "expiry", "expiration", "at", "date", "time", "ttl", "series", "range", "ranges",
	"payment", "dns", "page", "paging", "next", "continuation", "push", "fcm", "apns", "device", "symbol", "length", "hint", "url",
	"attempts", "usage", "limit", "version"}

func checkSecrets(p *Pass) {
	for _, r := range p.tables {
		var found []Finding
		var names []string
		salted := slices.ContainsFunc(r.regular, func(c model.Item[*model.Column]) bool { return hasWord(c.Value.Name, "salt") })
		for _, c := range r.SortedColumns() {
			if !isSecret(c.Value) || salted && isPassword(c.Value.Name) {
				continue // a salt is for a hash
			}
			names = append(names, c.Value.Name)
			found = append(found, Finding{Level: Info, Element: c.ID,
				Message: fmt.Sprintf("%s.%s is named like a secret and kept as text: whoever reads the table, a backup or a slow query log has it",
					r.name, c.Value.Name)})
		}
		p.reportTable(r, found, fmt.Sprintf("%s keeps what is named like secrets as text (%s): whoever reads the table, a backup or a slow "+
			"query log has them", r.name, strings.Join(names, ", ")))
	}
}

// isSecret reports whether a column of text is named like a secret, and neither masked nor named like its hash.
func isSecret(c *model.Column) bool {
	name := strings.Join(words(c.Name), " ")
	isNamed := hasWord(c.Name, secrets...) || strings.Contains(name, "card number") || strings.Contains(name, "social security") ||
		strings.Contains(name, "api key") || isFused(c.Name)
	return isNamed && !hasWord(c.Name, notSecret...) && c.Mask == "" && isNative(c.Type, "text", "ascii")
}

func isPassword(name string) bool { return hasWord(name, "password", "passwd", "pwd", "passphrase") }

// isFused reports whether a name without words apart, as CQL keeps it without quotes, has the word of a secret at its end:
// adminpassword, s3secretkey.
func isFused(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"password", "passwd", "secretkey", "privatekey", "apikey"},
		func(word string) bool { return strings.HasSuffix(name, word) })
}

func checkCollections(p *Pass) {
	items := p.limit(ItemsPerCollection)
	for _, r := range p.tables {
		for _, width := range p.Sizes[r.id].Widths {
			column := r.Columns[width.Column]
			if column == nil || !isCollection(column.Type) {
				continue
			}
			elements, bytes := p.worst(column.Elements), p.limit(CollectionSize)
			if own := p.limit("collection_" + string(column.Type.Kind) + "_size"); own.level(width.Bytes.Worst) != "" {
				bytes = own
			}
			finding := Finding{Element: width.Column, Remedy: move(r.id, "Make its elements rows", moves.CollectionToRows)}
			switch {
			case items.level(elements) != "":
				finding.Guardrail = items.Guardrail
				finding.Level, finding.Numbers = items.level(elements), []Number{{"elements", elements, ""}, {"limit", items.of(elements), ""}}
				finding.Message = fmt.Sprintf("%s.%s has %s elements at worst; the limit is %s: a collection is "+
					"read whole, each element is a cell", r.name, column.Name, figure(elements), figure(items.of(elements)))
			case elements > 0 && bytes.level(width.Bytes.Worst) != "":
				finding.Guardrail = bytes.Guardrail
				finding.Level, finding.Numbers = bytes.level(width.Bytes.Worst), []Number{{"bytes", width.Bytes.Worst, "B"}, {"limit", bytes.of(width.Bytes.Worst), "B"}}
				finding.Message = fmt.Sprintf(
					"%s.%s takes %s at worst; the limit is %s: a collection is read whole", r.name, column.Name,
					sizing.FormatBytes(width.Bytes.Worst), sizing.FormatBytes(bytes.of(width.Bytes.Worst)))
			default:
				continue
			}
			p.report(finding)
		}
	}
}

// typical evaluates an expression in the typical case, 1 if it is unknown.
func (p *Pass) typical(e model.Expression) float64 {
	value, missing, err := p.Model.NewEvaluator().Evaluate(e)
	if e.IsEmpty() || err != nil || len(missing) > 0 {
		return 1
	}
	return value.Typical
}

// worst evaluates an expression in the worst case, 0 if it is unknown.
func (p *Pass) worst(e model.Expression) float64 {
	value, missing, err := p.Model.NewEvaluator().Evaluate(e)
	if e.IsEmpty() || err != nil || len(missing) > 0 {
		return 0
	}
	return max(value.Typical, value.Worst)
}
