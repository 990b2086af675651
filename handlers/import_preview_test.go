package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// The preview counts what the script makes, indexes included, and draws it.
func TestImportPreviewDraws(t *testing.T) {
	s := newSite(t)
	page := s.want(http.StatusOK, s.upload("/import", url.Values{}, "shop.cql", `
		CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};
		CREATE TABLE shop.orders (customer_id uuid, order_id timeuuid, status text, PRIMARY KEY (customer_id, order_id));
		CREATE INDEX ON shop.orders (status);
		CREATE TABLE shop.customers (customer_id uuid PRIMARY KEY, email text);
		CREATE INDEX ON shop.customers (email);`)).body
	if !strings.Contains(page, "<p>2 tables, 2 indexes, 1 keyspace</p>") {
		t.Error("the preview does not count tables, indexes and keyspaces")
	}
	picture := regexp.MustCompile(`(?s)<div class="import-picture.*?</svg>`).FindString(page)
	for _, name := range []string{"orders", "customers", "shop keyspace"} {
		if !strings.Contains(picture, ">"+name+"<") {
			t.Errorf("the picture lacks %s", name)
		}
	}
}

// A picture of hundreds of tables takes seconds: the preview then has the list only.
func TestImportPreviewOfManyTables(t *testing.T) {
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n")
	for i := range 81 {
		fmt.Fprintf(&script, "CREATE TABLE k.t%d (a int PRIMARY KEY);\n", i)
	}
	page := newSite(t).upload("/import", url.Values{}, "many.cql", script.String())
	if page.StatusCode != http.StatusOK || strings.Contains(page.body, "import-picture") || !strings.Contains(page.body, "<p>81 tables, 1 keyspace</p>") {
		t.Errorf("status %d: the preview of 81 tables has a picture or no count", page.StatusCode)
	}
}
