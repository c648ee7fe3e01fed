import type { TranscriptDraft } from '#contract/sessions/transcripts.ts'
import { isVersionConflict, isTransient } from '#web/lib/error-kinds.ts'
import type { EditLines } from './edit-lines.ts'

/** Milliseconds after the last change, and between retries. */
const debounceMs = 700
const retryMs = 5000

type SavedDraft = Pick<TranscriptDraft, 'version' | 'savedAt'>

type Dependencies = {
  /** Replaces the draft if it has this version; undefined replaces any. Throws the server's error. */
  send: (lines: EditLines, version: number | undefined) => Promise<SavedDraft>
  /** The draft on the server. */
  load: () => Promise<TranscriptDraft | null>
  isSame: (lines: EditLines, draft: TranscriptDraft) => boolean
}

/**
 * Why a draft is not saved. `unsent` is retried; after `other-window` the user chooses; `rejected` lines are sent again
 * only once they change.
 */
type Problem = { kind: 'unsent' } | { kind: 'other-window' } | { kind: 'rejected'; error: unknown }

type State = {
  /** The lines last known to be on the server. */
  saved: EditLines | undefined
  savedAt: string | undefined
  isSaving: boolean
  problem: Problem | undefined
}

type InitialDraft = { lines: EditLines; version: number; savedAt: string | undefined }

/** Saves lines to the server shortly after they change, or immediately with `flush`. */
export function draftSaver(
  { lines, version: read, savedAt }: InitialDraft,
  dependencies: Dependencies,
) {
  let state: State = { saved: lines, savedAt, isSaving: false, problem: undefined }
  let latest = lines
  /** The version to replace; undefined replaces any. */
  let version: number | undefined = read
  /** Lines sent without an answer: the server may have any of them. */
  let unanswered: EditLines[] = []
  /** The transcript was saved or the draft discarded without an answer. */
  let mayBeDeleted = false
  let running: Promise<void> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Before opening, after closing, and while the transcript itself is saved. */
  let isPaused = true
  const listeners = new Set<() => void>()

  function setState(next: Partial<State>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  function markSaved(saved: EditLines, now: SavedDraft) {
    version = now.version
    unanswered = []
    mayBeDeleted = false
    setState({ saved, savedAt: now.savedAt, problem: undefined })
  }
  const isSaved = () => latest === state.saved
  const isBlocked = () => state.problem !== undefined && state.problem.kind !== 'unsent'

  function wait() {
    clearTimeout(waiting)
    if (isPaused || running || isSaved() || isBlocked()) return
    waiting = setTimeout(() => void save(), state.problem ? retryMs : debounceMs)
  }
  function save() {
    clearTimeout(waiting)
    running ??= sendLatest().finally(() => {
      running = undefined
      setState({ isSaving: false })
      wait()
    })
    return running
  }
  async function sendLatest() {
    const sent = latest
    setState({ isSaving: true })
    try {
      markSaved(sent, await dependencies.send(sent, version))
    } catch (error) {
      if (isVersionConflict(error)) return reconcile()
      if (!isTransient(error)) return setState({ problem: { kind: 'rejected', error } })
      unanswered.push(sent)
      setState({ problem: { kind: 'unsent' } })
    }
  }
  /** After a version conflict: either another window saved, or this one, and the answer was lost. */
  async function reconcile() {
    // Not known yet: it is tried again.
    const now = await dependencies.load().catch(() => undefined)
    if (now === undefined) return setState({ problem: { kind: 'unsent' } })
    if ((now?.version ?? 0) === version) return
    if (!now && mayBeDeleted) {
      version = 0
      return
    }
    const own = now && unanswered.find((it) => dependencies.isSame(it, now))
    if (own) markSaved(own, now)
    else setState({ saved: undefined, problem: { kind: 'other-window' } })
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isSaved,
    change(next: EditLines) {
      if (next === latest) return
      latest = next
      if (state.problem?.kind === 'rejected') setState({ problem: undefined })
      wait()
    },
    /** Saves immediately; false if that fails. */
    flush: async () => {
      while (running || (!isSaved() && !isBlocked())) {
        await save()
        if (state.problem) break
      }
      return isSaved()
    },
    /** Replaces what another window saved. */
    overwrite() {
      version = undefined
      setState({ problem: undefined })
      return save()
    },
    /** Stops saving and returns the draft's version, for writes that replace or delete the draft. */
    async pause() {
      isPaused = true
      clearTimeout(waiting)
      await running
      if (unanswered.length > 0) await reconcile()
      return version
    },
    /** Starts saving, also after a write that replaces or deletes the draft has failed. */
    async resume(failure?: unknown) {
      isPaused = false
      if (failure !== undefined && isTransient(failure)) mayBeDeleted = true
      if (isVersionConflict(failure)) {
        // If it can't be read, the next save finds out.
        const now = await dependencies.load().catch(() => undefined)
        if (now && now.version !== version)
          setState({ saved: undefined, problem: { kind: 'other-window' } })
      }
      wait()
    },
  }
}
