import {
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import { formatTime } from '#contract/rules/recording-time.ts'
import { tokenize } from '#contract/rules/words.ts'
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
  onEdit: Dispatch<SetStateAction<Caret | undefined>>
}

/**
 * The text field of the edited line. Enter splits the line at the cursor, Backspace at the start joins it with the one
 * above, Escape reverts it; losing the focus keeps it. Each keystroke is in the draft at once, and all of them are one
 * undo step.
 */
export function LineText({ line, caret, act, onEdit }: LineTextProps) {
  const { key } = line
  const [text, setText] = useState(line.text)
  const [before, setBefore] = useState(line.text)
  // The line was joined with another.
  if (before !== line.text) {
    setBefore(line.text)
    if (tokenize(text).join(' ') !== line.text) setText(line.text)
  }
  const step = useRef(Symbol(line.text))
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(caret, caret)
  }, [caret, key])
  const hasLeft = useRef(false)
  function write(next: string) {
    setText(next)
    // An empty line would be removed together with this field.
    if (next.trim() !== '') act((lines) => rewriteLine(lines, key, next), step.current)
  }
  const keep = () => {
    if (!hasLeft.current) act((lines) => rewriteLine(lines, key, text), step.current)
  }
  const leave = () => {
    hasLeft.current = true
    onEdit((now) => (now?.key === key ? undefined : now))
  }
  /** Ends editing; the focus stays on the line, or on the one that replaces it. */
  function done(change: (lines: EditLines) => EditLines) {
    let left = key
    hasLeft.current = true
    act((lines) => {
      const index = lines.findIndex((it) => it.key === key)
      const changed = change(lines)
      if (changed.length < lines.length) left = (changed[index] ?? changed.at(-1))?.key ?? key
      return changed
    }, step.current)
    onEdit({ key: left, at: undefined })
  }
  const keepAndLeave = () => done((lines) => rewriteLine(lines, key, text))
  const isPressed = usePressed()
  function split() {
    const at = field.current?.selectionStart ?? 0
    let next: Caret | undefined
    hasLeft.current = true
    act((lines) => {
      const parts = splitLine(lines, key, text, at)
      if (parts.length > lines.length) next = { key: nextKey(lines), at: 0 }
      return parts
    }, step.current)
    onEdit(next ?? { key, at: undefined })
  }
  function join(isAbove: boolean) {
    let next: Caret | undefined
    act((lines) => {
      const written = rewriteLine(lines, key, text)
      const isEmpty = written.length < lines.length
      const index = lines.findIndex((it) => it.key === key)
      if (isEmpty && !isAbove) {
        // The empty line disappears; editing continues in the one below.
        const below = lines[index + 1]
        if (below) next = { key: below.key, at: 0 }
        return below ? written : lines
      }
      const first = lines[isAbove ? index - 1 : index]
      if (!first) return isEmpty ? lines : written
      next = { key: first.key, at: (first.key === key ? text : first.text).trimEnd().length }
      return isEmpty ? written : joinLines(written, first.key)
    }, step.current)
    // Typing in the joined line is a new undo step.
    step.current = Symbol(text)
    if (next) onEdit(next)
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
        if (hasLeft.current) return
        // A button being pressed must not move before the click.
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
        {/* Keeps the focus, and so the cursor position to split at. */}
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

/** Whether a pointer is down anywhere on the page. */
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
