// Before the first paint, so that a dark page does not flash white. A file of its own: the content security
// policy allows no inline script.
var chosen
try {
  chosen = localStorage.getItem('stint.theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch (_) {
  // Storage is off: the system's choice holds.
}
