import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, X } from 'lucide-react'
import { DismissableLayer } from 'radix-ui/internal'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { continueUpload } from '#contract/recordings/recordings.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { titleMark } from '#web/lib/use-page-title.ts'
import { AskBeforeSignOut } from '#web/parts/ask-before-sign-out.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TooltipProvider } from '#web/ui/tooltip.tsx'
import { useFocusLayer } from '#web/ui/use-focus-layer.tsx'
import { KeptRecording } from './kept-recording.tsx'
import { type RecordedHere, recordedSessions } from './recorded-sessions.ts'
import type { KeptRecording as Kept } from './recorder-state.ts'
import { recorder } from './recorder.ts'
import { RedDot, RunningRecording } from './running-recording.tsx'
import { UnfinishedRecording, useUnfinishedRecordings } from './unfinished-recording.tsx'
import { useKeptRecordings, useOtherTab, useRecorderState } from './use-recorder.ts'

type RecordingBarProps = {
  /** Of the signed-in user; false while nobody is signed in. */
  isStaff: boolean
}

/** The recording of this browser, above every page and drawer; what a crash left, and what is on its way. */
export function RecordingBar({ isStaff }: RecordingBarProps) {
  const state = useRecorderState()
  const kept = useKeptRecordings()
  const unfinished = useUnfinishedRecordings(isStaff)
  const otherTab = useOtherTab()
  const { arrived, dismiss } = useArrivals(kept)
  const isRunning = state.phase !== 'idle'
  useTitleMark(isRunning)
  const hasBegun = isRunning && state.phase !== 'starting'
  useRecordedSessions(hasBegun ? state.options.sessionId : undefined, otherTab, kept)
  return (
    <TooltipProvider>
      {isRunning && (
        <AskBeforeSignOut
          title="Stop the recording?"
          description="A recording is running in this window. What was recorded is kept on this device; sign in again to send the rest."
          cancelLabel="Keep recording"
          confirmLabel="Stop and log out"
          onConfirm={() => recorder.stop()}
        />
      )}
      {(isRunning || otherTab || kept.length + unfinished.length + arrived.length > 0) && (
        <Place>
          {isRunning && <RunningRecording state={state} controls={recorder} />}
          {!isRunning && otherTab && (
            <p className="flex items-center gap-2.5">
              <RedDot />
              <span>
                Recording runs in another tab: <bdi>{otherTab.clientName}</bdi>
              </span>
            </p>
          )}
          {kept.map((it) => (
            <KeptRecording key={it.id} kept={it} recorder={recorder} />
          ))}
          {unfinished.map((it) => (
            <UnfinishedRecording key={it.uploadId} unfinished={it} />
          ))}
          {arrived.map((it) => (
            <Arrived key={it.id} kept={it} onDismiss={() => dismiss(it.id)} />
          ))}
        </Place>
      )}
    </TooltipProvider>
  )
}

/** Pages end above it. A click in it closes no drawer, and F9 leads into it from one. */
function Place({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const { areaProps, layer } = useFocusLayer({
    shortcut: 'F9',
    focusFirst: () =>
      (bar.current?.querySelector<HTMLElement>('button, a') ?? bar.current)?.focus(),
  })
  useEffect(() => {
    const { style } = document.documentElement
    const size = new ResizeObserver(([entry]) =>
      style.setProperty('--recording-bar', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    )
    if (bar.current) size.observe(bar.current)
    return () => {
      size.disconnect()
      style.removeProperty('--recording-bar')
    }
  }, [])
  return (
    <DismissableLayer.Branch asChild {...areaProps}>
      <section aria-label="Recording (F9)">
        <div
          ref={bar}
          tabIndex={-1}
          // Dialogs hide everything but live regions from screen readers.
          aria-live="off"
          className="pointer-events-auto fixed right-0 bottom-0 z-35 flex max-h-[60dvh] w-full flex-col divide-y divide-line overflow-y-auto border-t border-line bg-surface px-4 text-sm text-ink shadow-float outline-none *:py-3 md:right-6 md:bottom-4 md:w-[44rem] md:max-w-[calc(100vw-21rem)] md:rounded-md md:border print:hidden"
        >
          {children}
        </div>
        {layer}
      </section>
    </DismissableLayer.Branch>
  )
}

/** "🔴 Plan · Maylab" */
function useTitleMark(isRunning: boolean) {
  useEffect(() => {
    titleMark.set(isRunning ? '🔴 ' : '')
    return () => titleMark.set('')
  }, [isRunning])
}

/** Tells pages which sessions are recorded here. */
function useRecordedSessions(
  running: string | undefined,
  otherTab: { sessionId: string } | null,
  kept: readonly Kept[],
) {
  const otherTabId = otherTab?.sessionId
  useEffect(() => {
    const isMoving = ({ status }: Kept) => status === 'sending' || status === 'waiting'
    recordedSessions.set(
      new Map<string, RecordedHere>([
        ...kept.map((it) => [it.sessionId, isMoving(it) ? 'sending' : 'kept'] as const),
        ...[running, otherTabId].flatMap((id) => (id ? [[id, 'recording'] as const] : [])),
      ]),
    )
  }, [running, otherTabId, kept])
}

/** Recordings that the server has confirmed since the page was opened, until somebody dismisses them. */
function useArrivals(kept: readonly Kept[]) {
  const queries = useQueryClient()
  const before = useRef<readonly Kept[]>([])
  const [arrived, setArrived] = useState<readonly Kept[]>([])
  useEffect(() => {
    const done = before.current.filter(
      ({ id, status }) =>
        (status === 'sending' || status === 'waiting') && !kept.some((it) => it.id === id),
    )
    before.current = kept
    if (!done.length) return
    setArrived((all) => [...all, ...done])
    void refetchAffected(queries, continueUpload.changes)
  }, [kept, queries])
  return { arrived, dismiss: (id: string) => setArrived((all) => all.filter((it) => it.id !== id)) }
}

const Arrived = ({ kept, onDismiss }: { kept: Kept; onDismiss: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
    <CircleCheck aria-hidden size={18} className="shrink-0 text-green" />
    <output className="min-w-0 flex-1">
      The recording of <bdi className="font-semibold">{kept.clientName}</bdi> is saved.
    </output>
    <Button asChild size="sm" variant="secondary">
      <Link
        to={paths.plan(kept.clientId, { session: kept.sessionId, tab: 'recording' })}
        onClick={onDismiss}
      >
        Show session
      </Link>
    </Button>
    <Button aria-label="Dismiss" size="sm" variant="ghost" icon={X} onClick={onDismiss} />
  </div>
)
