// Package dot writes graphs as DOT and reads where Graphviz put their nodes. Only
// numbers enter it, so no text of a user reaches Graphviz. Start with Graph.
package dot
