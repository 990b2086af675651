// Package dot writes graphs in the DOT language and reads where Graphviz placed
// their nodes. Only numbers enter it, so no user text reaches Graphviz. Start
// with Graph.
package dot
