/** The first stop of the Tab key: past the navigation, to the element with the id `target`. */
export function SkipLink({ target = 'main', label = 'Skip to content' }) {
  return (
    <a
      href={`#${target}`}
      onClick={(event) => {
        // No place of its own in the history, to which one would have to go back.
        event.preventDefault()
        document.getElementById(target)?.focus()
      }}
      className="sr-only z-50 bg-brand font-semibold text-on-brand focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:rounded-md focus:px-4 focus:py-2 focus:shadow-float"
    >
      {label}
    </a>
  )
}
