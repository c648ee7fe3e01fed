// A blocking file in the head, because the policy forbids inline script: the chosen theme stands before the first paint.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's own choice stands.
}
