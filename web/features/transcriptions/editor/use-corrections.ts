import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import {
  discardTranscriptDraft,
  saveTranscriptDraft,
  saveTranscript,
  type TranscriptDraft,
} from '#contract/sessions/transcripts.ts'
import { draftSaver } from '#web/form/draft-saver.ts'
import { findDraft, useFormDraft } from '#web/form/form-drafts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { serverMessage } from '#web/lib/api.ts'
import { refetchQuery } from '#web/lib/query.ts'
import { transcriptQuery } from '#web/lib/session-queries.ts'
import { isVersionConflict, isOutcomeUnknown } from '#web/lib/error-kinds.ts'
import { correctionsName, draftQuery, registerDraftSaver } from './draft-reads.ts'
import { type EditLines, editLines, areSameLines, toSegments } from './edit-lines.ts'
import {
  createHistory,
  type History,
  redoStep,
  addStep,
  undoStep,
  amendStep,
} from './line-history.ts'

type DraftToSend = { lines: EditLines; version: number | undefined }

/** Changes the lines. Changes with the same `step` are undone together. */
export type Act = (change: (lines: EditLines) => EditLines, step?: symbol) => void

const failed = 'The transcript could not be saved. Please try again.'

/**
 * The lines of a raw transcript being corrected, with undo. They are saved as the user's draft on the server, and replace
 * the transcript on Save.
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
  const [initial] = useState(() => {
    const restored = findDraft(correctionsName(id))?.fields as StoredCorrections | undefined
    const saved = editLines(draft?.segments ?? session.segments)
    return {
      saved,
      restored: restored && editLines(restored.segments),
      basedOn: restored?.basedOn ?? draft?.transcriptVersion ?? transcriptVersion,
    }
  })

  const [basedOn, setBasedOn] = useState(initial.basedOn)
  const { send } = useApiMutation({
    mutationFn: ({ lines, version }: DraftToSend, call) =>
      call(saveTranscriptDraft, {
        params,
        body: { segments: toSegments(lines), transcriptVersion: basedOn, version },
      }),
    onSuccess: (answer, { lines }) =>
      queries.setQueryData(query.queryKey, {
        draft: { ...answer, segments: toSegments(lines), transcriptVersion: basedOn },
      }),
    resolvesBeforeRefetch: true,
  })
  const [saver] = useState(() =>
    draftSaver(
      { content: initial.saved, version: draft?.version ?? 0, savedAt: draft?.savedAt },
      {
        send: (lines, version) => send({ lines, version }),
        load: async () => (await refetchQuery(queries, query)).draft,
        isSame: (lines, { segments }: TranscriptDraft) => areSameLines(lines, segments),
      },
    ),
  )
  const { saved, savedAt, problem } = useSyncExternalStore(saver.subscribe, saver.state)

  const [history, setHistory] = useState(() => createHistory(initial.restored ?? initial.saved))
  const lines = history.now
  /** Lines sent without an answer: the server may have any of them. */
  const [unanswered, setUnanswered] = useState<EditLines[]>([])
  const isSavedHere = ({ segments }: Pick<SessionDetail, 'segments'>) =>
    [lines, ...unanswered].some((it) => areSameLines(it, segments))
  // Saved although the answer was lost, or someone else saved the same lines: there is no conflict.
  if (basedOn !== transcriptVersion && isSavedHere(session)) setBasedOn(transcriptVersion)
  /** Two changes before the next render are two steps. */
  const latest = useRef(history)
  const step = useCallback(
    (change: (before: History) => History) => {
      latest.current = change(latest.current)
      setHistory(latest.current)
      saver.change(latest.current.now)
    },
    [saver],
  )
  const isChanged = draft !== null || savedAt !== undefined || lines !== initial.saved
  const isClosed = useRef(false)
  useEffect(() => {
    const close = registerDraftSaver(id, saver.flush)
    saver.change(latest.current.now)
    void saver.resume()
    return () => {
      void saver.pause()
      close(isClosed.current ? Promise.resolve() : saver.flush())
    }
  }, [saver, id])
  // Also once the server has it: the draft is deleted with a session that someone else deletes.
  useFormDraft(correctionsName(id), () => {
    const fields = { segments: toSegments(latest.current.now), basedOn }
    return isChanged ? { fields, version: undefined } : undefined
  })

  const done = () => {
    isClosed.current = true
    queries.setQueryData(query.queryKey, { draft: null })
    onDone()
  }
  const save = useApiMutation({
    mutationFn: async (version: number, call) => {
      // Otherwise the last draft could arrive after the saved transcript.
      const draftVersion = await saver.pause()
      const mine = latest.current.now
      const segments = toSegments(mine)
      const save = (over: number) =>
        call(saveTranscript, { params, body: { segments, version: over, draftVersion } })
      return save(version).catch(async (error) => {
        if (isOutcomeUnknown(error)) setUnanswered((before) => [...before, mine])
        // Without an answer, the conflict is what is shown.
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
    onError: (error) => void saver.resume(error),
  })
  const discard = useApiMutation({
    mutationFn: async (_nothing: void, call) =>
      call(discardTranscriptDraft, { params, query: { draftVersion: await saver.pause() } }),
    errorToast: 'Failed to discard the draft. Please try again.',
    onSuccess: done,
    onError: (error) => void saver.resume(error),
  })

  return {
    lines,
    act: useCallback<Act>(
      (change, of) =>
        step((before) =>
          of ? amendStep(before, change, of) : addStep(before, change(before.now)),
        ),
      [step],
    ),
    undo: history.past.length > 0 ? () => step(undoStep) : undefined,
    redo: history.future.length > 0 ? () => step(redoStep) : undefined,
    isChanged,
    isDraftSaved: lines === saved,
    savedAt,
    problem,
    isRestored: initial.restored !== undefined,
    overwriteDraft: () => void saver.overwrite(),
    /** Current, unlike `isDraftSaved`, which the next render updates. */
    hasUnsavedDraft: () => !isClosed.current && !saver.isSaved(),
    /** False if the draft could not be saved. */
    flush: saver.flush,
    abandonDraft: () => {
      isClosed.current = true
    },
    /** Someone else has saved the transcript, or replaced it by a new one. */
    isOutdated: basedOn !== transcriptVersion,
    isSaving: save.isPending,
    save: () => save.run(basedOn),
    overwrite: () => save.run(transcriptVersion),
    isDiscarding: discard.isPending,
    discard: () => discard.run(),
  }
}
type StoredCorrections = { segments: Segment[]; basedOn: number }
export type Corrections = ReturnType<typeof useCorrections>
