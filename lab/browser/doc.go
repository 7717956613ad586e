// Package browser tests the page of package report/html in a real browser: Chromium
// without a window, driven by chromedp, and judged by axe-core where CULPRIT_AXE
// names its script. The product does not depend on these.
package browser
