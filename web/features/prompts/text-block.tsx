type TextBlockProps = { label: string; children: string }

/** Preformatted text in a scroll area. */
export const TextBlock = ({ label, children }: TextBlockProps) => (
  <figure className="min-w-0">
    <figcaption className="mb-1.5 text-sm font-semibold">{label}</figcaption>
    <section
      dir="auto"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="relative max-h-72 overflow-y-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap focus-visible:-outline-offset-2"
    >
      {children}
    </section>
  </figure>
)
