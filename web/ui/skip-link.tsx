export function SkipLink() {
  return (
    <a
      href="#main"
      onClick={(event) => {
        // Without an entry in the history.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
      className="sr-only z-50 bg-brand font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-md focus:px-4 focus:py-2 focus:shadow-float"
    >
      Skip to content
    </a>
  )
}
