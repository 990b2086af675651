// Widerow is a query-first data modeller for Apache Cassandra: a web app in
// which a team takes a model from concepts to CQL. README.md describes its use,
// docs/architecture.md the packages and a reading order.
package main

import (
	"context"
	"os"

	"widerow/cli"
)

func main() {
	os.Exit(cli.Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
