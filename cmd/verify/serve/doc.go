// Package serve shows the pages of --report to a browser on this machine, and has
// them computed in processes of their own when they are asked for.
package serve
