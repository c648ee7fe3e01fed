import { ChevronDown, Combine } from 'lucide-react'
import { type Dispatch, memo, type MouseEvent, type SetStateAction, useEffect, useRef } from 'react'
import { formatTime } from '#contract/rules/recording-time.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { textTone, type Tone } from '#web/ui/tone.ts'
import { type EditLine, assignLines, joinLines } from './edit-lines.ts'
import { LineText } from './line-text.tsx'
import { MarkedText } from './marked-text.tsx'
import { Moment } from '../conversation/turns.tsx'
import type { Act } from './use-corrections.ts'

/** The edited line with its cursor position, or, without one, the line that gets the focus back. */
export type Caret = { key: number; at: number | undefined }

export type LineRowProps = {
  line: EditLine
  isLast: boolean
  isSelected: boolean
  /** Playback is in this line. */
  isCurrent: boolean
  /** Cursor position while the line is edited. */
  caret: number | undefined
  /** Editing has just ended here. */
  takesFocus: boolean
  tone: Tone
  speakers: readonly string[]
  act: Act
  onSelect: (key: number, isSelected: boolean, isRange: boolean) => void
  onEdit: Dispatch<SetStateAction<Caret | undefined>>
  onSeek: ((seconds: number) => void) | undefined
}

/** One line of the editor: speaker, time and text. Only the edited line is a text field. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const {
    line,
    isLast,
    isSelected,
    isCurrent,
    caret,
    takesFocus,
    tone,
    speakers,
    act,
    onSelect,
    onEdit,
    onSeek,
  } = props
  const { key, speaker, start, text } = line
  const assign = (to: string) => act((lines) => assignLines(lines, new Set([key]), to))
  const said = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!takesFocus) return
    said.current?.focus()
    // Once: a line that is scrolled into view later must not take the focus.
    onEdit(undefined)
  }, [takesFocus, onEdit])
  return (
    <div
      aria-current={isCurrent ? 'true' : undefined}
      className={classNames(
        'flex gap-3 rounded-md border-l-4 px-2 py-1.5',
        isCurrent ? 'border-brand' : 'border-transparent',
        isSelected || isCurrent ? 'bg-brand-soft' : 'hover:bg-sunken',
      )}
    >
      <Checkbox
        label={`Select the line at ${formatTime(start)}`}
        isLabelHidden
        checked={isSelected}
        onClick={(event: MouseEvent) => onSelect(key, !isSelected, event.shiftKey)}
        onCheckedChange={() => {}}
        className="pt-1"
      />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-8 items-center gap-1">
          <Menu
            trigger={
              <button
                type="button"
                aria-label={`${speaker}: change the speaker`}
                className={classNames(
                  'inline-flex min-h-6 min-w-0 items-center gap-1 rounded-md font-semibold hover:underline',
                  textTone[tone],
                )}
              >
                <span dir="auto" className="truncate">
                  {speaker}
                </span>
                <ChevronDown aria-hidden size={14} className="shrink-0" />
              </button>
            }
            items={[...speakers.filter((it) => it !== speaker), newSpeaker(speakers)].map((to) => ({
              label: speakers.includes(to) ? to : `${to} (new)`,
              onSelect: () => assign(to),
            }))}
          />
          <Moment seconds={start} onSeek={onSeek} />
          <span className="ml-auto flex">
            <IconButton
              label="Join with the line below"
              icon={Combine}
              size="sm"
              disabled={isLast}
              onClick={() => act((lines) => joinLines(lines, key))}
            />
          </span>
        </div>
        {caret === undefined ? (
          <button
            ref={said}
            type="button"
            data-said
            dir="auto"
            title="Edit this line"
            className="block w-full max-w-prose cursor-text text-start break-words"
            onClick={(event) => onEdit({ key, at: clickedAt(event, text) })}
          >
            <MarkedText segment={line} />
          </button>
        ) : (
          <LineText line={line} caret={caret} act={act} onEdit={onEdit} />
        )}
      </div>
    </div>
  )
})

/** The first unused “Speaker n”. */
export function newSpeaker(speakers: readonly string[]) {
  for (let number = 1; ; number++)
    if (!speakers.includes(`Speaker ${number}`)) return `Speaker ${number}`
}

/** The clicked position in the text if the browser supports it; the end for keyboard clicks. */
function clickedAt({ clientX, clientY, currentTarget, detail }: MouseEvent, text: string) {
  if (detail === 0 || !('caretPositionFromPoint' in document)) return text.length
  const found = document.caretPositionFromPoint(clientX, clientY)
  if (found?.offsetNode.nodeType !== Node.TEXT_NODE) return text.length
  const before = new Range()
  before.setStart(currentTarget, 0)
  before.setEnd(found.offsetNode, found.offset)
  return before.toString().length
}
