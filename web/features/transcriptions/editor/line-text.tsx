import {
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import { formatTime } from '#contract/recording-time.ts'
import { tokensOf } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Textarea } from '#web/ui/input.tsx'
import {
  type EditLine,
  type EditLines,
  joinLines,
  nextKey,
  rewriteLine,
  splitLine,
} from './edit-lines.ts'
import type { Caret } from './line-row.tsx'
import type { Act } from './use-corrections.ts'

type LineTextProps = {
  line: EditLine
  caret: number
  act: Act
  onWrite: Dispatch<SetStateAction<Caret | undefined>>
}

/**
 * The words of a line while they are written, with the keys of any text: Enter within it makes two lines of it, Backspace
 * at its beginning joins it with the one above. Escape leaves it as it was; whatever else takes the focus keeps it. Each
 * sign is in the line at once, so that it is in the draft, too; all of it is one step.
 */
export function LineText({ line, caret, act, onWrite }: LineTextProps) {
  const { key } = line
  const [text, setText] = useState(line.text)
  const [before, setBefore] = useState(line.text)
  // Joined: what stands in it is what the line says now.
  if (before !== line.text) {
    setBefore(line.text)
    if (tokensOf(text).join(' ') !== line.text) setText(line.text)
  }
  const step = useRef(Symbol(line.text))
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(caret, caret)
  }, [caret, key])
  const isLeft = useRef(false)
  function write(next: string) {
    setText(next)
    // Without a word the line would go, and with it the field.
    if (next.trim() !== '') act((lines) => rewriteLine(lines, key, next), step.current)
  }
  const keep = () => {
    if (!isLeft.current) act((lines) => rewriteLine(lines, key, text), step.current)
  }
  const leave = () => {
    isLeft.current = true
    onWrite((now) => (now?.key === key ? undefined : now))
  }
  /** By keys, or by Done: the keyboard stays with the line; without a word, with the one that takes its place. */
  function done(change: (lines: EditLines) => EditLines) {
    let left = key
    isLeft.current = true
    act((lines) => {
      const index = lines.findIndex((it) => it.key === key)
      const changed = change(lines)
      if (changed.length < lines.length) left = (changed[index] ?? changed.at(-1))?.key ?? key
      return changed
    }, step.current)
    onWrite({ key: left, at: undefined })
  }
  const keepAndLeave = () => done((lines) => rewriteLine(lines, key, text))
  const isPressed = usePressed()
  function split() {
    const at = field.current?.selectionStart ?? 0
    let next: Caret | undefined
    isLeft.current = true
    act((lines) => {
      const parts = splitLine(lines, key, text, at)
      if (parts.length > lines.length) next = { key: nextKey(lines), at: 0 }
      return parts
    }, step.current)
    onWrite(next ?? { key, at: undefined })
  }
  function join(isAbove: boolean) {
    let next: Caret | undefined
    act((lines) => {
      const written = rewriteLine(lines, key, text)
      const isEmpty = written.length < lines.length
      const index = lines.findIndex((it) => it.key === key)
      if (isEmpty && !isAbove) {
        // All that there is of the two is what the one below says.
        const below = lines[index + 1]
        if (below) next = { key: below.key, at: 0 }
        return below ? written : lines
      }
      const first = lines[isAbove ? index - 1 : index]
      if (!first) return isEmpty ? lines : written
      next = { key: first.key, at: (first.key === key ? text : first.text).trimEnd().length }
      return isEmpty ? written : joinLines(written, first.key)
    }, step.current)
    // What is written into the joined line is another step.
    step.current = Symbol(text)
    if (next) onWrite(next)
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { selectionStart: at, selectionEnd: to } = event.currentTarget
    if (event.nativeEvent.isComposing) return
    const isWithin = text.slice(0, at).trim() !== '' && text.slice(at).trim() !== ''
    if (event.key === 'Escape') done((lines) => lines)
    else if (event.key === 'Enter' && isWithin) split()
    else if (event.key === 'Enter') keepAndLeave()
    else if (event.key === 'Backspace' && at === 0 && to === 0) join(true)
    else if (event.key === 'Delete' && at === text.length) join(false)
    else return
    event.preventDefault()
  }
  return (
    <div
      className="flex flex-col gap-2 pb-1"
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        keep()
        if (isLeft.current) return
        // What is being pressed must not move away before it is.
        if (isPressed.current)
          addEventListener('pointerup', () => setTimeout(leave), { once: true })
        else leave()
      }}
    >
      <Textarea
        ref={field}
        aria-label={`Text of the line at ${formatTime(line.start)}`}
        data-own-escape=""
        rows={Math.max(2, Math.ceil(text.length / 60))}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="min-h-0 max-w-prose"
      />
      <div className="flex flex-wrap gap-2">
        {/* The cursor stays where it is: that is where to split. */}
        <Button
          variant="secondary"
          size="sm"
          onMouseDown={(event) => event.preventDefault()}
          onClick={split}
        >
          Split here
        </Button>
        <Button size="sm" onClick={keepAndLeave}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** Whether a pointer is held down anywhere on the page. */
function usePressed() {
  const isPressed = useRef(false)
  useEffect(() => {
    const note = ({ type }: Event) => {
      isPressed.current = type === 'pointerdown'
    }
    const types = ['pointerdown', 'pointerup', 'pointercancel']
    for (const type of types) addEventListener(type, note, { capture: true })
    return () => {
      for (const type of types) removeEventListener(type, note, { capture: true })
    }
  }, [])
  return isPressed
}
