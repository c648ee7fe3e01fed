import { useMemo } from 'react'
import { classNames } from './class-names.ts'
import { diffTexts, type DiffLine, collapseUnchanged } from './diff-texts.ts'

type TextDiffProps = {
  label: string
  before: string
  after: string
}

const lineClasses = {
  same: 'text-muted',
  removed: 'bg-red-soft text-red-ink',
  added: 'bg-green-soft text-green-ink',
}
const signs = { same: ' ', removed: '−', added: '+' }
const labels = { same: undefined, removed: 'Removed: ', added: 'Added: ' }

/** A sign and a word mark each change, not color alone. */
export function TextDiff({ label, before, after }: TextDiffProps) {
  const shown = useMemo(() => collapseUnchanged(diffTexts(before, after)), [before, after])
  const isSame = before === after
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-sm font-semibold">{label}</figcaption>
      {isSame ? (
        <p className="text-muted">Nothing has changed here.</p>
      ) : (
        <section
          aria-label={`Changes of ${label}`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className="relative max-h-96 overflow-y-auto rounded-md border border-line font-mono text-xs focus-visible:-outline-offset-2"
        >
          {shown.map((line, index) =>
            'left' in line ? (
              <p key={index} className="bg-sunken px-3 py-1 font-sans text-muted">
                {line.left === 1 ? '1 line' : `${line.left} lines`} the same
              </p>
            ) : (
              <Line key={index} line={line} />
            ),
          )}
        </section>
      )}
    </figure>
  )
}

const Line = ({ line: { kind, parts } }: { line: DiffLine }) => (
  <p className={classNames('flex gap-2 px-3 py-0.5', lineClasses[kind])}>
    <span aria-hidden className="w-2 shrink-0 select-none">
      {signs[kind]}
    </span>
    <span dir="auto" className="min-w-0 break-words whitespace-pre-wrap">
      {labels[kind] && <span className="sr-only">{labels[kind]}</span>}
      {parts.map(({ text, isChanged }, index) =>
        isChanged && parts.length > 1 ? (
          <strong key={index} className="font-semibold underline underline-offset-2">
            {text}
          </strong>
        ) : (
          text
        ),
      )}
      {parts.length === 0 && '\u00A0'}
    </span>
  </p>
)
