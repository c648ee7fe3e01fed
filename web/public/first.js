// A blocking file in the head, because the policy forbids inline script.

// The chosen theme stands before the first paint.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is switched off: the system's own choice stands.
}

// zod tries once whether it may compile its checks with `eval`. The policy forbids that too, and Firefox notes each try
// as an error. It has to be told before the first schema is made, in whichever piece of the program that is.
globalThis.__zod_globalConfig = { jitless: true }

// Where the program itself does not come, nobody else could say so.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return
    const [waiting, sentence] = document.querySelectorAll('#root output, #root [role=alert]')
    waiting.hidden = true
    sentence.hidden = false
  },
  true,
)
