import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { uniqueKeywords } from '#contract/definitions/metric-keywords.ts'
import { oneLine } from '#contract/rules/words.ts'
import { FormField, type FormFieldProps } from '#web/form/fields.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/input.tsx'

type Keywords = readonly string[]
type KeywordsFieldProps = FormFieldProps & {
  /** A note that replaces the hint. */
  noteOf: (words: Keywords) => string | undefined
}

/**
 * Keywords or short phrases: Enter or a comma ends one, Backspace edits the last one. The unfinished one counts too, so that
 * saving at once loses nothing.
 */
export function KeywordsField({ name, hint, noteOf, ...field }: KeywordsFieldProps) {
  const { ref, value, onChange, onBlur } = useController({ name }).field
  const words = (value ?? []) as Keywords
  const [typed, setTyped] = useState({ ended: words, draft: '', words })
  const input = useRef<HTMLInputElement>(null)
  // The form was filled with another user's saved values.
  if (joinLines(typed.words) !== joinLines(words)) setTyped({ ended: words, draft: '', words })
  const { ended, draft } = typed

  function setKeywords(list: Keywords, text: string) {
    const next = uniqueKeywords(oneLine(text) ? [...list, oneLine(text)] : list)
    setTyped({ ended: list, draft: text, words: next })
    onChange(next)
  }
  function handleText(text: string) {
    const parts = text.split(separators)
    const rest = parts.pop() ?? ''
    setKeywords(uniqueKeywords([...ended, ...parts.map(oneLine).filter(Boolean)]), rest)
  }
  function handleKey(event: KeyboardEvent) {
    const isEnd = event.key === 'Enter' && oneLine(draft) !== ''
    const isBack = event.key === 'Backspace' && draft === '' && ended.length > 0
    if (!isEnd && !isBack) return
    event.preventDefault()
    if (isEnd) setKeywords(words, '')
    else setKeywords(ended.slice(0, -1), ended.at(-1) ?? '')
  }
  function handlePaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text').trim()
    if (!separators.test(text)) return
    event.preventDefault()
    handleText(`${draft}${text},`)
  }

  const note = noteOf(words)
  return (
    <FormField
      {...{ name, ...field }}
      hint={
        <output className={classNames(note !== undefined && 'text-amber-ink')}>
          {note ?? hint}
        </output>
      }
      show={(theirs) => (theirs as Keywords).join(', ')}
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
            onChange={(event) => handleText(event.target.value)}
            onKeyDown={handleKey}
            onPaste={handlePaste}
            onBlur={onBlur}
          />
          <ul aria-label="Added" className="flex min-h-7.5 flex-wrap gap-1.5">
            {ended.map((word) => (
              <li key={word} className="flex max-w-full">
                <Chip
                  removeLabel={`Remove ${word}`}
                  onRemove={() => {
                    const left = ended.filter((it) => it !== word)
                    setKeywords(left, draft)
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
    </FormField>
  )
}

const separators = /[,;\n]/

const joinLines = (words: Keywords) => words.join('\n')
