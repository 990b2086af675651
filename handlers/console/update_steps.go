package console

import (
	"github.com/labstack/echo/v4"

	"widerow/cql/perform"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/write"
	webconsole "widerow/web/console"
)

// updating is the page of an update that is carried out step by step.
type updating struct {
	*pages
	c      echo.Context
	head   feature.Document
	id     model.ID
	plan   write.Plan
	page   webconsole.UpdatePage
	token  string // of this performance
	tries  int
	doing  *perform.Performance
	schema *schema
}

// saved is the state of a performance that the page keeps between two requests.
type saved struct {
	Token string         `json:"token"`
	Tries int            `json:"tries,omitempty"`
	State *perform.State `json:"state"`
}

func (u *updating) memory() memoryKey { return memoryKey{u.Holder(u.c), u.head.Revision.Model} }

// nameOf is the qualified name of a table.
func (u *updating) nameOf(table model.ID) string {
	relation := u.head.Model.Physical.Relations[table]
	if relation == nil || u.head.Model.Physical.Keyspaces[relation.Keyspace] == nil {
		return ""
	}
	return u.head.Model.Physical.Keyspaces[relation.Keyspace].Name + "." + relation.Name
}
