import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { onlyOnce } from '#contract/metric-words.ts'
import { oneLine } from '#contract/words.ts'
import { Around, type BoundFieldProps } from '#web/form/fields.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/input.tsx'

type Words = readonly string[]
type WordsFieldProps = BoundFieldProps & {
  /** A note that replaces the hint. */
  noteOf: (words: Words) => string | undefined
}

/**
 * Words or short phrases: Enter or a comma ends one, Backspace edits the last one. The unfinished one counts too, so that
 * saving at once loses nothing.
 */
export function WordsField({ name, hint, noteOf, ...field }: WordsFieldProps) {
  const { ref, value, onChange, onBlur } = useController({ name }).field
  const words = (value ?? []) as Words
  const [typed, setTyped] = useState({ ended: words, draft: '', words })
  const input = useRef<HTMLInputElement>(null)
  // The form was filled with another user's saved values.
  if (inOne(typed.words) !== inOne(words)) setTyped({ ended: words, draft: '', words })
  const { ended, draft } = typed

  function put(list: Words, text: string) {
    const next = onlyOnce(oneLine(text) ? [...list, oneLine(text)] : list)
    setTyped({ ended: list, draft: text, words: next })
    onChange(next)
  }
  function write(text: string) {
    const parts = text.split(ends)
    const rest = parts.pop() ?? ''
    put(onlyOnce([...ended, ...parts.map(oneLine).filter(Boolean)]), rest)
  }
  function press(event: KeyboardEvent) {
    const isEnd = event.key === 'Enter' && oneLine(draft) !== ''
    const isBack = event.key === 'Backspace' && draft === '' && ended.length > 0
    if (!isEnd && !isBack) return
    event.preventDefault()
    if (isEnd) put(words, '')
    else put(ended.slice(0, -1), ended.at(-1) ?? '')
  }
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text').trim()
    if (!ends.test(text)) return
    event.preventDefault()
    write(`${draft}${text},`)
  }

  const note = noteOf(words)
  return (
    <Around
      {...{ name, ...field }}
      hint={
        <output className={classNames(note !== undefined && 'text-amber-ink')}>
          {note ?? hint}
        </output>
      }
      show={(theirs) => (theirs as Words).join(', ')}
    >
      {(control) => (
        <>
          <Input
            {...control}
            ref={(element) => {
              input.current = element
              ref(element)
            }}
            autoComplete="off"
            value={draft}
            onChange={(event) => write(event.target.value)}
            onKeyDown={press}
            onPaste={paste}
            onBlur={onBlur}
          />
          <ul aria-label="Added" className="flex min-h-7.5 flex-wrap gap-1.5">
            {ended.map((word) => (
              <li key={word} className="flex max-w-full">
                <Chip
                  removeLabel={`Remove ${word}`}
                  onRemove={() => {
                    const left = ended.filter((it) => it !== word)
                    put(left, draft)
                    input.current?.focus()
                  }}
                >
                  {word}
                </Chip>
              </li>
            ))}
          </ul>
        </>
      )}
    </Around>
  )
}

const ends = /[,;\n]/

const inOne = (words: Words) => words.join('\n')
