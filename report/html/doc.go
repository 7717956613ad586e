// Package html writes a report or an explanation as one page for a browser: the
// answer first, then the source with what is relevant in it, the traces side by
// side, and what else is known. The page is one file that needs no network; it
// shows the values of package report, as the JSON form has them.
//
// Everything in a program may be hostile, its file name included: texts go through
// html/template, which escapes by context, or through escape, and the page forbids
// the browser to load or execute anything but its own script.
//
// A line of the source is the anchor #fF-N, file F from 0, line N. Whatever is about
// a line carries that as data-l, so that panes stay in step by one rule, and links
// lead to the line without the script, too.
package html
