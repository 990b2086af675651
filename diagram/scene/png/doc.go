// Package png draws a scene as a PNG image. Start with Encode.
package png
