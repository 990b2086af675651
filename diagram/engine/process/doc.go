// Package process does jobs in child processes of this program: jobs that may crash,
// take too much memory or never end. Only the child ends then.
//
// Pool starts and ends the children, and gives each one job at a time. A child is this
// binary with Verb and the name of its kind of job, and calls Parent.Serve. Both talk
// in frames through the child's standard input and output. The package does not know
// what a job is: whoever owns a Pool encodes its jobs, and reads the answers.
package process
