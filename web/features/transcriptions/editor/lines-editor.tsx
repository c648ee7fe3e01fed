import { Redo2, Undo2, Users } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import type { TranscriptDraft } from '#contract/sessions/transcripts.ts'
import { RestoredNotice } from '#web/form/api-form.tsx'
import { useUnsavedChanges } from '#web/form/use-unsaved-changes.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { VirtualList } from '#web/ui/virtual-list.tsx'
import { isTyping, usePageShortcuts } from '#web/ui/use-page-shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { CorrectionsFooter, CorrectionsNotices } from './corrections-state.tsx'
import { toSegments, listSpeakers, type EditLines, assignLines } from './edit-lines.ts'
import { type Caret, LineRow, newSpeaker } from './line-row.tsx'
import { speakerTones } from '../transcript/speaker-tones.ts'
import { SpeakersBar } from './speakers-bar.tsx'
import { TranscriptSearch } from '../transcript/transcript-search.tsx'
import { UncertainWords } from './uncertain-words.tsx'
import { useCorrections } from './use-corrections.ts'
import { useHighlights } from './use-highlights.ts'
import type { TranscriptPlaces } from '../transcript/use-transcript-places.ts'
import type { Place } from '../transcript/find-places.ts'

type LinesEditorProps = {
  session: SessionDetail
  draft: TranscriptDraft | null
  places: TranscriptPlaces
  /** The line being played, or -1. */
  current: number
  onSeek: ((seconds: number) => void) | undefined
  onNextUncertain: () => void
  onLines: (lines: readonly Segment[] | undefined) => void
  onDone: () => void
}

/** Saving takes longer than a user waits to leave. */
const longWait = () => new Promise<void>((resolve) => setTimeout(resolve, 3000))

/** Editor for the lines of a raw transcript: speakers, line breaks and text. */
export function LinesEditor(props: LinesEditorProps) {
  const { session, draft, places, current, onSeek, onNextUncertain, onLines, onDone } = props
  const corrections = useCorrections(session, draft, onDone)
  const { lines, act, undo, redo } = corrections
  const { leave, question } = useUnsavedChanges({
    isUnsaved: !corrections.isDraftSaved,
    hasUnsaved: corrections.hasUnsavedDraft,
    save: () => Promise.race([corrections.flush(), longWait()]),
    onDiscard: corrections.abandonDraft,
  })
  const place = useRef<HTMLElement>(null)
  useUndoKeys(place, { undo, redo })
  const [caret, setCaret] = useState<Caret>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const lastSelected = useRef<number>(undefined)
  const latest = useRef(lines)
  useEffect(() => {
    latest.current = lines
  })

  useEffect(() => onLines(toSegments(lines)), [lines, onLines])
  useEffect(() => () => onLines(undefined), [onLines])
  const box = useRef<HTMLDivElement>(null)
  useHighlights(box, places)
  const isEdited = caret?.at !== undefined
  const lineInView = useLineInView(
    isEdited ? lines.findIndex(({ key }) => key === caret?.key) : undefined,
    places.at,
    // The list doesn't follow playback while lines are selected.
    selected.size > 0 ? -1 : current,
  )

  const speakers = useMemo(() => listSpeakers(lines), [lines])
  const names = speakers.join('\n')
  // Stable until the speakers change, for memoized rows.
  const known = useMemo(() => names.split('\n'), [names])
  const getTone = useMemo(() => speakerTones(known.map((speaker) => ({ speaker }))), [known])

  const select = useCallback((key: number, isSelected: boolean, isRange: boolean) => {
    const keys = latest.current.map((line) => line.key)
    const from = isRange ? keys.indexOf(lastSelected.current ?? key) : keys.indexOf(key)
    const [low, high] = [from < 0 ? keys.indexOf(key) : from, keys.indexOf(key)].toSorted(
      (one, other) => one - other,
    )
    lastSelected.current = key
    setSelected((before) => {
      const next = new Set(before)
      for (const it of keys.slice(low, (high ?? 0) + 1))
        if (isSelected) next.add(it)
        else next.delete(it)
      return next
    })
  }, [])

  return (
    <section ref={place} aria-label="Corrections" className="flex flex-col gap-3">
      {corrections.isRestored && <RestoredNotice />}
      <CorrectionsNotices corrections={corrections} session={session} />
      <div className="flex flex-wrap items-center gap-2">
        <SpeakersBar speakers={known} toneOf={getTone} act={act} />
        <span className="ml-auto flex">
          <IconButton label="Undo" icon={Undo2} size="sm" disabled={!undo} onClick={undo} />
          <IconButton label="Redo" icon={Redo2} size="sm" disabled={!redo} onClick={redo} />
        </span>
      </div>
      <SelectedLines
        lines={lines}
        selected={selected}
        speakers={known}
        act={act}
        onSelect={setSelected}
      />
      <TranscriptSearch places={places} />
      <UncertainWords places={places} onNext={onNextUncertain} />
      <div ref={box}>
        <VirtualList
          label="Lines of the transcript"
          rows={lines}
          rowKey={({ key }) => key}
          rowHeight={72}
          inView={lineInView}
          className="max-h-[60vh] min-h-40 rounded-md border border-line p-1"
        >
          {(line, index) => (
            <LineRow
              line={line}
              isLast={index === lines.length - 1}
              isSelected={selected.has(line.key)}
              isCurrent={index === current}
              caret={caret?.key === line.key ? caret.at : undefined}
              takesFocus={caret?.key === line.key && !isEdited}
              tone={getTone(line.speaker)}
              speakers={known}
              act={act}
              onSelect={select}
              onEdit={setCaret}
              onSeek={onSeek}
            />
          )}
        </VirtualList>
      </div>
      <CorrectionsFooter corrections={corrections} onClose={() => void leave(onDone)} />
      {question}
    </section>
  )
}

/**
 * The line to scroll to: the edited one, else the last target of a search or of the playback.
 */
function useLineInView(
  written: number | undefined,
  place: Place | null | undefined,
  current: number,
) {
  const [last, setLast] = useState({ place, current, line: -1 })
  const isLed = place !== last.place
  if (isLed || current !== last.current)
    setLast({ place, current, line: isLed && place ? place.line : current })
  return written ?? last.line
}

type Steps = { undo: (() => void) | undefined; redo: (() => void) | undefined }

/**
 * Undo and redo keys on the whole page, as clicks and closing menus move the focus out of the lines. Text fields keep
 * their own undo.
 */
const useUndoKeys = (place: RefObject<HTMLElement | null>, { undo, redo }: Steps) =>
  usePageShortcuts(place, (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'z' && !event.shiftKey) undo?.()
    else redo?.()
  })

type SelectedLinesProps = {
  lines: EditLines
  selected: ReadonlySet<number>
  speakers: readonly string[]
  act: (change: (lines: EditLines) => EditLines) => void
  onSelect: (keys: ReadonlySet<number>) => void
}

/** Selects lines and assigns the selected ones to a speaker. Keeps its height without a selection. */
function SelectedLines({ lines, selected, speakers, act, onSelect }: SelectedLinesProps) {
  const chosen = lines.filter(({ key }) => selected.has(key))
  const isAll = chosen.length === lines.length && lines.length > 0
  const bar = useRef<HTMLDivElement>(null)
  const assign = (to: string) => {
    act((now) => assignLines(now, selected, to))
    onSelect(new Set())
    // The button that opened the menu disappears.
    bar.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={bar} className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2 px-3">
      <Checkbox
        label="Select all lines"
        checked={isAll || (chosen.length > 0 && 'indeterminate')}
        onCheckedChange={() => onSelect(new Set(isAll ? [] : lines.map(({ key }) => key)))}
      />
      <output className="text-muted">
        {chosen.length > 0
          ? `${chosen.length} of ${lines.length} selected`
          : 'Hold Shift to select a range.'}
      </output>
      {chosen.length > 0 && (
        <Menu
          trigger={
            <Button variant="secondary" size="sm" icon={Users}>
              Assign to
            </Button>
          }
          items={[...speakers, newSpeaker(speakers)].map((to) => ({
            label: speakers.includes(to) ? to : `${to} (new)`,
            onSelect: () => assign(to),
          }))}
        />
      )}
    </div>
  )
}
