import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import type { Segment } from '#contract/transcriptions.ts'
import {
  discardTranscriptDraft,
  keepTranscriptDraft,
  saveTranscript,
  type TranscriptDraft,
} from '#contract/transcripts.ts'
import { typedBefore, useKeptEntry } from '#web/form/kept-entries.ts'
import { useWrite } from '#web/form/use-write.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { correctionsName, draftQuery } from './draft-reads.ts'
import { type EditLines, editLines, segmentsOf } from './edit-lines.ts'
import { beginHistory, type History, redone, took, undone } from './line-history.ts'

/** Milliseconds without another change after which the draft is kept, and after which it is tried again. */
const quietMs = 700
const againMs = 5000

type Asked = { lines: EditLines; version: number | undefined }

const failed = 'The transcript could not be saved. Please try again.'

/**
 * Lines of a raw transcript while they are corrected: each step can be undone, all of it is kept as the own draft on the
 * server, and becomes the present transcript when one says so.
 */
export function useCorrections(
  session: SessionDetail,
  draft: TranscriptDraft | null,
  onDone: () => void,
) {
  const queries = useQueryClient()
  const { id, transcriptVersion } = session
  const params = { id }
  const { queryKey } = draftQuery(id)
  const [begun] = useState(() => {
    const typed = typedBefore(correctionsName(id))?.fields as Typed | undefined
    const saved = editLines(draft?.segments ?? session.segments)
    return {
      saved,
      typed: typed && editLines(typed.segments),
      basedOn: typed?.basedOn ?? draft?.transcriptVersion ?? transcriptVersion,
    }
  })
  const [history, setHistory] = useState(() => beginHistory(begun.typed ?? begun.saved))
  const lines = history.now
  /** What is done twice before the next rendering is two steps. */
  const latest = useRef(history)
  const step = useCallback((change: (before: History) => History) => {
    latest.current = change(latest.current)
    setHistory(latest.current)
  }, [])
  const [kept, setKept] = useState(begun.saved)
  const [savedAt, setSavedAt] = useState(draft?.savedAt)
  const [isElsewhere, setElsewhere] = useState(false)
  /** How often in a row the draft could not be kept. */
  const [misses, setMisses] = useState(0)
  const draftVersion = useRef(draft?.version ?? 0)
  const keeping = useRef<Promise<unknown>>(undefined)
  const isDone = useRef(false)
  useKeptEntry(correctionsName(id), () =>
    lines === kept
      ? undefined
      : { fields: { segments: segmentsOf(lines), basedOn: begun.basedOn }, version: undefined },
  )

  const keep = useWrite({
    write: ({ lines: now, version }: Asked, call) =>
      call(keepTranscriptDraft, {
        params,
        body: { segments: segmentsOf(now), transcriptVersion: begun.basedOn, version },
      }),
    onSuccess: (answer, { lines: now }) => {
      draftVersion.current = answer.version
      setMisses(0)
      setElsewhere(false)
      setKept(now)
      setSavedAt(answer.savedAt)
      queries.setQueryData(queryKey, {
        draft: { ...answer, segments: segmentsOf(now), transcriptVersion: begun.basedOn },
      })
    },
    onError: (error) => {
      if (error instanceof ApiError && error.body?.code === 'stale') setElsewhere(true)
      else setMisses((before) => before + 1)
    },
  })
  const keepNow = (version: number | undefined) => {
    keeping.current = keep.send({ lines, version }).catch(() => {})
  }

  const save = useWrite({
    write: async (version: number, call) => {
      // Or what is kept last would come behind what is saved.
      await keeping.current
      return call(saveTranscript, { params, body: { segments: segmentsOf(lines), version } })
    },
    done: () => ({ title: 'Transcript saved' }),
    failed: (error) => ({ title: 'Error', description: sentenceOf(error, failed) }),
    onSuccess: () => {
      isDone.current = true
      queries.setQueryData(queryKey, { draft: null })
      onDone()
    },
  })
  const discard = useWrite({
    write: async (_nothing: void, call) => {
      await keeping.current
      return call(discardTranscriptDraft, { params })
    },
    failed: 'The draft could not be thrown away. Please try again.',
    onSuccess: () => {
      isDone.current = true
      queries.setQueryData(queryKey, { draft: null })
      onDone()
    },
  })

  const isToBeKept = lines !== kept && !isElsewhere
  const isBusy = keep.isPending || save.isPending || discard.isPending
  useEffect(() => {
    if (!isToBeKept || isBusy || isDone.current) return
    const waiting = setTimeout(() => keepNow(draftVersion.current), misses > 0 ? againMs : quietMs)
    return () => clearTimeout(waiting)
    // oxlint-disable-next-line react/exhaustive-deps -- each change of the lines waits anew
  }, [lines, isToBeKept, isBusy, misses])

  return {
    lines,
    act: useCallback(
      (change: (lines: EditLines) => EditLines) =>
        step((before) => took(before, change(before.now))),
      [step],
    ),
    undo: history.past.length > 0 ? () => step(undone) : undefined,
    redo: history.future.length > 0 ? () => step(redone) : undefined,
    /** There is something to save: a draft, or steps since. */
    isChanged: draft !== null || savedAt !== undefined || lines !== begun.saved,
    /** The server has all of it. */
    isKept: lines === kept,
    savedAt,
    isKeeping: keep.isPending,
    isMissed: misses > 0,
    wasTyped: begun.typed !== undefined,
    /** Another window of the same person went on with the draft. */
    isElsewhere,
    keepThis: () => keepNow(undefined),
    /** Somebody else saved the transcript since, or it was transcribed again. */
    isBehind: begun.basedOn !== transcriptVersion && !isDone.current,
    isDone,
    isSaving: save.isPending,
    save: () => save.run(begun.basedOn),
    saveOver: () => save.run(transcriptVersion),
    isDiscarding: discard.isPending,
    discard: () => discard.run(),
  }
}
type Typed = { segments: Segment[]; basedOn: number }
export type Corrections = ReturnType<typeof useCorrections>
