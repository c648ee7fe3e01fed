import { isVersionConflict, isTransient } from '#web/lib/error-kinds.ts'

/** Milliseconds after the last change, and between retries. */
const debounceMs = 700
const retryMs = 5000

/** Of the answer to a save. */
type SavedDraft = { version: number; savedAt: string }

type Dependencies<Content, Draft> = {
  /** Replaces the draft if it has this version; undefined replaces any. Throws the server's error. */
  send: (content: Content, version: number | undefined) => Promise<SavedDraft>
  /** The draft on the server. */
  load: () => Promise<Draft | null>
  isSame: (content: Content, draft: Draft) => boolean
}

/**
 * Why a draft is not saved. `unsent` is retried; after `other-window` the user chooses; `rejected` content is sent
 * again only once it changes, or saving is resumed.
 */
type Problem = { kind: 'unsent' } | { kind: 'other-window' } | { kind: 'rejected'; error: unknown }

type State<Content> = {
  latest: Content
  /** What was last known to be on the server. */
  saved: Content | undefined
  savedAt: string | undefined
  isSaving: boolean
  problem: Problem | undefined
}

type InitialDraft<Content> = { content: Content; version: number; savedAt: string | undefined }

/** Saves what a user types to the server shortly after it changes, or immediately with `flush`. */
export function draftSaver<Content, Draft extends SavedDraft>(
  { content, version: read, savedAt }: InitialDraft<Content>,
  dependencies: Dependencies<Content, Draft>,
) {
  let state: State<Content> = {
    ...{ latest: content, saved: content, savedAt },
    ...{ isSaving: false, problem: undefined },
  }
  /** The version to replace; undefined replaces any. */
  let version: number | undefined = read
  /** What was sent without an answer: the server may have any of it. */
  let unanswered: Content[] = []
  /** The transcript was saved or the draft discarded without an answer. */
  let mayBeDeleted = false
  let running: Promise<void> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Before opening, after closing, and while the transcript itself is saved. */
  let isPaused = true
  const listeners = new Set<() => void>()

  function setState(next: Partial<State<Content>>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  function markSaved(saved: Content, now: SavedDraft) {
    version = now.version
    unanswered = []
    mayBeDeleted = false
    setState({ saved, savedAt: now.savedAt, problem: undefined })
  }
  const isSaved = () => state.latest === state.saved
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
    const sent = state.latest
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
    change(next: Content) {
      if (next === state.latest) return
      setState({
        latest: next,
        ...(state.problem?.kind === 'rejected' && { problem: undefined }),
      })
      wait()
    },
    /** Takes over what another window saved, unless something here is not saved yet. */
    adopt(theirs: Content, now: SavedDraft) {
      if (running || !isSaved() || now.version <= (version ?? 0)) return
      setState({ latest: theirs })
      markSaved(theirs, now)
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
      if (state.problem?.kind === 'rejected') setState({ problem: undefined })
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
