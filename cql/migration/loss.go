package migration

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql/compare"
	"widerow/model"
)

// lost introduces what a step loses.
const lost = "Data loss:"

// Loses reports whether the step loses rows or values.
func (s Step) Loses() bool { return strings.Contains(s.Warning, lost) }

// losses describes the rows and values that do not fit into the new table.
func (p *planner) losses(was, is *model.Relation) string {
	var without, gone, keyed, static, rowless, widened, converted, filled []string
	for _, column := range was.SortedColumns() {
		from, to := column.Value, is.Columns[column.ID]
		if from.Role.InKey() && (to == nil || !to.Role.InKey()) {
			without = append(without, from.Name)
		}
		if to == nil {
			gone = append(gone, from.Name)
			continue
		}
		if types := fmt.Sprintf("%s (%s to %s)", from.Name, p.before.TypeText(from.Type), p.target.TypeText(to.Type)); p.loses(from.Type, to.Type) {
			converted = append(converted, types)
		} else if !from.Type.Equal(to.Type) || p.reshaped(from.Type) {
			widened = append(widened, types)
		}
		switch {
		case to.Role.InKey() && !from.Role.InKey():
			keyed = append(keyed, from.Name)
		case to.Role == model.Static && from.Role == model.Regular:
			static = append(static, from.Name)
		case to.Role == model.Regular && from.Role == model.Static:
			rowless = append(rowless, from.Name)
		}
	}
	for _, column := range is.SortedColumns() {
		if column.Value.Role.InKey() && was.Columns[column.ID] == nil {
			filled = append(filled, column.Value.Name)
		}
	}
	return sentences(
		listed(lost+" the new key lacks %s; rows that differ only there overwrite each other.", without),
		listed(lost+" %s is not in the new table.", gone),
		listed(lost+" rows without a value of %s, which the new key needs, cannot be copied.", keyed),
		listed(lost+" of the values of %s in a partition only the last one is kept.", static),
		listed(lost+" values of %s in partitions without rows have no row to be in.", rowless),
		listed(lost+" partitions with static values alone have no value of %s, which the new partition key needs.", splitting(was, is)),
		listed("Each row needs a value for %s, which the old table does not have.", filled),
		listed("Values of %s must be converted; all fit.", widened),
		listed("Values of %s must be converted. "+lost+" those that do not fit.", converted),
		p.lostFields(was, is))
}

// splitting names the clustering columns of a table with static columns that become part of
// the partition key. A partition may have static values and no rows.
func splitting(was, is *model.Relation) []string {
	var names []string
	static := false
	for _, column := range was.SortedColumns() {
		to := is.Columns[column.ID]
		static = static || column.Value.Role == model.Static && to != nil
		if column.Value.Role == model.Clustering && to != nil && to.Role == model.Partition {
			names = append(names, column.Value.Name)
		}
	}
	if !static {
		return nil
	}
	return names
}

func listed(format string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(format, strings.Join(names, ", "))
}

// lostFields names the fields of a table's types that their replacements lack.
func (p *planner) lostFields(was, is *model.Relation) string {
	var fields []string
	for _, column := range was.SortedColumns() {
		if is.Columns[column.ID] == nil {
			continue
		}
		for _, id := range allTypes(p.before, column.Value.Type) {
			for _, field := range model.Sorted(p.before.Physical.Types[id].Fields) {
				next := p.target.Physical.Types[id]
				name := compare.Name(p.before, field.ID)
				if next != nil && next.Fields[field.ID] == nil && !slices.Contains(fields, name) {
					fields = append(fields, name)
				}
			}
		}
	}
	return listed(lost+" the field %s is not in the new type.", fields)
}

// reshaped reports whether a replaced type in a type has other fields, or fields of
// other names or types.
func (p *planner) reshaped(t model.Type) bool {
	return slices.ContainsFunc(allTypes(p.before, t), func(id model.ID) bool {
		was, is := p.before.Physical.Types[id], p.target.Physical.Types[id]
		return was != nil && is != nil && p.replaced[id] && (len(was.Fields) != len(is.Fields) || replacesType(was, is) || renamesField(was, is))
	})
}

func renamesField(was, is *model.UserType) bool {
	for id, field := range was.Fields {
		if is.Fields[id] == nil || is.Fields[id].Name != field.Name {
			return true
		}
	}
	return false
}

// wider lists the native types that hold all values of another one.
var wider = map[string][]string{
	"ascii": {"text", "blob"}, "text": {"blob"}, "timeuuid": {"uuid", "blob"}, "timestamp": {"bigint", "varint", "blob"},
	"tinyint":  {"smallint", "int", "bigint", "varint", "decimal", "float", "double", "text"},
	"smallint": {"int", "bigint", "varint", "decimal", "float", "double", "text"},
	"int":      {"bigint", "varint", "decimal", "double", "text"},
	"bigint":   {"varint", "decimal", "text", "timestamp"}, "varint": {"decimal", "text"},
	"float": {"double"}, "uuid": {"text", "blob"}, "date": {"timestamp", "text"}, "boolean": {"text"}, "inet": {"text"},
}

// loses reports whether a value of one type may not fit into another.
func (p *planner) loses(from, to model.Type) bool {
	from, to = from.Unfrozen(), to.Unfrozen()
	switch {
	case from.Kind == model.NativeType && to.Kind == model.NativeType:
		return from.Name != to.Name && !slices.Contains(wider[from.Name], to.Name)
	case from.Kind == model.UserTypeRef && to.Kind == model.UserTypeRef && from.UserType == to.UserType:
		return p.fieldsLose(from.UserType)
	case from.Kind == model.SetType && to.Kind == model.ListType:
		return p.loses(from.Arguments[0], to.Arguments[0])
	case from.Kind != to.Kind || from.Name != to.Name || from.Dimension != to.Dimension || from.UserType != to.UserType || len(from.Arguments) > len(to.Arguments):
		return true
	}
	for i, argument := range from.Arguments {
		if p.loses(argument, to.Arguments[i]) {
			return true
		}
	}
	return false
}

// fieldsLose reports whether a value of a field may not fit into its new type.
func (p *planner) fieldsLose(id model.ID) bool {
	was, is := p.before.Physical.Types[id], p.target.Physical.Types[id]
	if was == nil || is == nil || !p.replaced[id] {
		return false
	}
	for field, from := range was.Fields {
		if to := is.Fields[field]; to != nil && p.loses(from.Type, to.Type) {
			return true
		}
	}
	return false
}
