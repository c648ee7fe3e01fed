import { CopyButton } from './copy-button.tsx'

type JsonBlockProps = {
  label: string
  value: unknown
}

export function JsonBlock({ label, value }: JsonBlockProps) {
  const text = JSON.stringify(value, undefined, 2) ?? 'undefined'
  return (
    <figure className="relative w-full min-w-0">
      <figcaption className="mb-1.5 flex items-center justify-between gap-3 text-sm font-semibold">
        {label}
        <CopyButton
          isIcon
          text={text}
          label={`Copy ${label}`}
          failed="Failed to copy to clipboard"
        />
      </figcaption>
      <section
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        className="relative max-h-80 overflow-auto rounded-md border border-line bg-sunken focus-visible:-outline-offset-2"
      >
        <pre className="w-max min-w-full p-3 font-mono text-xs">{text}</pre>
      </section>
    </figure>
  )
}
