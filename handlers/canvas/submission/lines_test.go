package submission

import (
	"maps"
	"testing"

	"widerow/model"
)

func TestLineValues(t *testing.T) {
	for _, test := range []struct {
		kind model.Kind
		line string
		want map[string]string
	}{
		{model.RelationColumnKind, "hotel_id", map[string]string{"name": "hotel_id"}},
		{model.RelationColumnKind, "  hotel_id  text ,", map[string]string{"name": "hotel_id", "type": "text"}},
		{model.RelationColumnKind, "rates map<text, frozen<list<int>>> S",
			map[string]string{"name": "rates", "type": "map<text, frozen<list<int>>>", "role": "static"}},
		{model.RelationColumnKind, "id uuid PRIMARY KEY", map[string]string{"name": "id", "type": "uuid", "role": "partition"}},
		{model.RelationColumnKind, "total counter ++", map[string]string{"name": "total", "type": "counter", "role": "counter"}},
		{model.RelationColumnKind, "owner text static", map[string]string{"name": "owner", "type": "text", "role": "static"}},
		{model.RelationColumnKind, "C↓\tday\tdate\t", map[string]string{"name": "day", "type": "date", "role": "clustering", "descending": "true"}},
		{model.RelationColumnKind, "day\tdate\tC", map[string]string{"name": "day", "type": "date", "role": "clustering"}},
		{model.RelationColumnKind, `"order by" int`, map[string]string{"name": "order by", "type": "int"}},
		{model.RelationColumnKind, "K", map[string]string{"name": "K"}},
		{model.ColumnKind, "hotel_id K", map[string]string{"name": "hotel_id", "role": "partition"}},
		{model.AttributeKind, "hotel_id text K", map[string]string{"name": "hotel_id", "type": "text", "key": "key"}},
		{model.TypeFieldKind, "street text", map[string]string{"name": "street", "type": "text"}},
		{model.TypeFieldKind, "K text", map[string]string{"name": "K", "type": "text"}},
	} {
		if got := lineValues(test.kind, test.line); !maps.Equal(got, test.want) {
			t.Errorf("%s %q is %v, want %v", test.kind, test.line, got, test.want)
		}
	}
}
