import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import type { Segment } from '#contract/transcriptions.ts'
import {
  discardTranscriptDraft,
  saveTranscriptDraft,
  saveTranscript,
  type TranscriptDraft,
} from '#contract/transcripts.ts'
import { findDraft, useFormDraft } from '#web/form/form-drafts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { serverMessage } from '#web/lib/api.ts'
import { refetchQuery } from '#web/lib/query.ts'
import { transcriptQuery } from '#web/lib/session-queries.ts'
import { isVersionConflict, isOutcomeUnknown } from '#web/lib/error-kinds.ts'
import { draftSaver } from './draft-saver.ts'
import { correctionsName, draftQuery, registerDraftSaver } from './draft-reads.ts'
import { type EditLines, editLines, areSameLines, segmentsOf } from './edit-lines.ts'
import { beginHistory, type History, redone, took, undone, wrote } from './line-history.ts'

type Asked = { lines: EditLines; version: number | undefined }

/** Changes lines. Changes of one `step` are undone together. */
export type Act = (change: (lines: EditLines) => EditLines, step?: symbol) => void

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
  const query = draftQuery(id)
  const [begun] = useState(() => {
    const typed = findDraft(correctionsName(id))?.fields as Typed | undefined
    const saved = editLines(draft?.segments ?? session.segments)
    return {
      saved,
      typed: typed && editLines(typed.segments),
      basedOn: typed?.basedOn ?? draft?.transcriptVersion ?? transcriptVersion,
    }
  })

  const [basedOn, setBasedOn] = useState(begun.basedOn)
  const { send } = useApiMutation({
    mutationFn: ({ lines, version }: Asked, call) =>
      call(saveTranscriptDraft, {
        params,
        body: { segments: segmentsOf(lines), transcriptVersion: basedOn, version },
      }),
    onSuccess: (answer, { lines }) =>
      queries.setQueryData(query.queryKey, {
        draft: { ...answer, segments: segmentsOf(lines), transcriptVersion: basedOn },
      }),
    resolvesBeforeRefetch: true,
  })
  const [keeper] = useState(() =>
    draftSaver(
      { lines: begun.saved, version: draft?.version ?? 0, savedAt: draft?.savedAt },
      {
        send: (lines, version) => send({ lines, version }),
        look: async () => (await refetchQuery(queries, query)).draft,
        isSame: (lines, { segments }) => areSameLines(lines, segments),
      },
    ),
  )
  const { kept, savedAt, isKeeping, trouble } = useSyncExternalStore(keeper.subscribe, keeper.state)

  const [history, setHistory] = useState(() => beginHistory(begun.typed ?? begun.saved))
  const lines = history.now
  /** What was sent to be saved without an answer: the server may have any of it. */
  const [unanswered, setUnanswered] = useState<EditLines[]>([])
  const isSavedHere = ({ segments }: Pick<SessionDetail, 'segments'>) =>
    [lines, ...unanswered].some((it) => areSameLines(it, segments))
  // Saved, though the answer was lost, or by somebody else word for word: then there is nothing of theirs beside it.
  if (basedOn !== transcriptVersion && isSavedHere(session)) setBasedOn(transcriptVersion)
  /** What is done twice before the next rendering is two steps. */
  const latest = useRef(history)
  const step = useCallback(
    (change: (before: History) => History) => {
      latest.current = change(latest.current)
      setHistory(latest.current)
      keeper.change(latest.current.now)
    },
    [keeper],
  )
  const isChanged = draft !== null || savedAt !== undefined || lines !== begun.saved
  const isDone = useRef(false)
  useEffect(() => {
    const close = registerDraftSaver(id, keeper.flush)
    keeper.change(latest.current.now)
    void keeper.goOn()
    return () => {
      void keeper.rest()
      close(isDone.current ? Promise.resolve() : keeper.flush())
    }
  }, [keeper, id])
  // Also what the server has by now: it goes with a session that somebody else deletes.
  useFormDraft(correctionsName(id), () => {
    const fields = { segments: segmentsOf(latest.current.now), basedOn }
    return isChanged ? { fields, version: undefined } : undefined
  })

  const done = () => {
    isDone.current = true
    queries.setQueryData(query.queryKey, { draft: null })
    onDone()
  }
  const save = useApiMutation({
    mutationFn: async (version: number, call) => {
      // Or what is kept last would come behind what is saved.
      const draftVersion = await keeper.rest()
      const mine = latest.current.now
      const segments = segmentsOf(mine)
      const save = (over: number) =>
        call(saveTranscript, { params, body: { segments, version: over, draftVersion } })
      return save(version).catch(async (error) => {
        if (isOutcomeUnknown(error)) setUnanswered((before) => [...before, mine])
        const now =
          isVersionConflict(error) &&
          (await refetchQuery(queries, transcriptQuery(id)).catch(() => null))
        if (now && isSavedHere(now)) return save(now.transcriptVersion)
        throw error
      })
    },
    successToast: () => ({ title: 'Transcript saved' }),
    errorToast: (error) => ({ title: 'Error', description: serverMessage(error, failed) }),
    onSuccess: done,
    onError: (error) => void keeper.goOn(error),
  })
  const discard = useApiMutation({
    mutationFn: async (_nothing: void, call) =>
      call(discardTranscriptDraft, { params, query: { draftVersion: await keeper.rest() } }),
    errorToast: 'Failed to discard the draft. Please try again.',
    onSuccess: done,
    onError: (error) => void keeper.goOn(error),
  })

  return {
    lines,
    act: useCallback<Act>(
      (change, of) =>
        step((before) => (of ? wrote(before, change, of) : took(before, change(before.now)))),
      [step],
    ),
    undo: history.past.length > 0 ? () => step(undone) : undefined,
    redo: history.future.length > 0 ? () => step(redone) : undefined,
    /** There is something to save: a draft, or steps since. */
    isChanged,
    /** The server has all of it. */
    isKept: lines === kept,
    savedAt,
    isKeeping,
    trouble,
    wasTyped: begun.typed !== undefined,
    keepThis: () => void keeper.keepThis(),
    /** Whether something would be lost now, before the next rendering says so. */
    isAtStake: () => !isDone.current && !keeper.isKept(),
    /** False where it cannot be kept. */
    flush: keeper.flush,
    /** What is not kept may be lost. */
    giveUp: () => {
      isDone.current = true
    },
    /** Somebody else saved the transcript since, or it was transcribed again. */
    isBehind: basedOn !== transcriptVersion,
    isSaving: save.isPending,
    save: () => save.run(basedOn),
    saveOver: () => save.run(transcriptVersion),
    isDiscarding: discard.isPending,
    discard: () => discard.run(),
  }
}
type Typed = { segments: Segment[]; basedOn: number }
export type Corrections = ReturnType<typeof useCorrections>
