// Package png draws a scene in pixels. Start with Encode.
package png
