// Starts the page at /api/docs, from a file of its own because no page here runs what stands in it.
const isDark = window.matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', isDark.matches)
isDark.addEventListener('change', follow)
follow()

window.SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  // It would be sent to somebody else to be judged.
  validatorUrl: null,
})
