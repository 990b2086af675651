package apply

import "widerow/model"

// translate replaces the IDs in a physical model. An element without a new ID
// is left out.
func translate(p model.Physical, ids map[model.ID]model.ID) model.Physical {
	translated := model.Physical{Keyspaces: map[model.ID]*model.Keyspace{}, Types: map[model.ID]*model.UserType{},
		Relations: map[model.ID]*model.Relation{}, Statements: map[model.ID]*model.Statement{}}
	for id, keyspace := range p.Keyspaces {
		if ids[id] != "" {
			translated.Keyspaces[ids[id]] = keyspace
		}
	}
	for id, userType := range p.Types {
		if ids[id] != "" {
			translated.Types[ids[id]] = translateType(userType, ids)
		}
	}
	for id, relation := range p.Relations {
		if ids[id] != "" {
			translated.Relations[ids[id]] = translateRelation(relation, ids)
		}
	}
	for id, statement := range p.Statements {
		if ids[id] != "" {
			copied := *statement
			copied.Keyspace, copied.Table = ids[statement.Keyspace], ids[statement.Table]
			translated.Statements[ids[id]] = &copied
		}
	}
	return translated
}

func translateType(userType *model.UserType, ids map[model.ID]model.ID) *model.UserType {
	translated := *userType
	translated.Keyspace = ids[userType.Keyspace]
	translated.Fields = make(map[model.ID]*model.TypeField, len(userType.Fields))
	for id, field := range userType.Fields {
		if ids[id] != "" {
			copied := *field
			copied.Type = typeWith(field.Type, ids)
			translated.Fields[ids[id]] = &copied
		}
	}
	return &translated
}

func translateRelation(relation *model.Relation, ids map[model.ID]model.ID) *model.Relation {
	translated := *relation
	translated.Keyspace, translated.Base = ids[relation.Keyspace], ids[relation.Base]
	translated.Columns = make(map[model.ID]*model.Column, len(relation.Columns))
	for id, column := range relation.Columns {
		if ids[id] != "" {
			copied := *column
			copied.Type = typeWith(column.Type, ids)
			translated.Columns[ids[id]] = &copied
		}
	}
	translated.Indexes = make(map[model.ID]*model.Index, len(relation.Indexes))
	for id, index := range relation.Indexes {
		if ids[id] != "" {
			copied := *index
			copied.Column, copied.More = ids[index.Column], nil
			for _, target := range index.More {
				copied.More = append(copied.More, model.IndexPart{Column: ids[target.Column], Target: target.Target})
			}
			translated.Indexes[ids[id]] = &copied
		}
	}
	return &translated
}

func typeWith(t model.Type, ids map[model.ID]model.ID) model.Type {
	if t.UserType != "" {
		t.UserType = ids[t.UserType]
	}
	if len(t.Arguments) > 0 {
		arguments := make([]model.Type, len(t.Arguments))
		for i, argument := range t.Arguments {
			arguments[i] = typeWith(argument, ids)
		}
		t.Arguments = arguments
	}
	return t
}
