import type { TranscriptDraft } from '#contract/transcripts.ts'
import { isVersionConflict, isTransient } from '#web/lib/error-kinds.ts'
import type { EditLines } from './edit-lines.ts'

/** Milliseconds without another change after which a draft is kept, and after which it is tried again. */
const quietMs = 700
const againMs = 5000

type Kept = Pick<TranscriptDraft, 'version' | 'savedAt'>

type Needs = {
  /** Puts lines in the place of the draft of this version, or of any; throws what the server says. */
  send: (lines: EditLines, version: number | undefined) => Promise<Kept>
  /** The draft as the server has it. */
  look: () => Promise<TranscriptDraft | null>
  isSame: (lines: EditLines, draft: TranscriptDraft) => boolean
}

/**
 * Why a draft is not kept: it was missed, which is tried again; another window went on with it; or something is wrong
 * with the lines, which are not sent again before they change.
 */
type Trouble = { kind: 'missed' } | { kind: 'elsewhere' } | { kind: 'refused'; error: unknown }

type State = {
  /** What the server has, as far as is known. */
  kept: EditLines | undefined
  savedAt: string | undefined
  isKeeping: boolean
  trouble: Trouble | undefined
}

type Begun = { lines: EditLines; version: number; savedAt: string | undefined }

/** Keeps lines on the server as they change: a moment after the last change, and at once when one asks for it. */
export function draftSaver({ lines, version: read, savedAt }: Begun, needs: Needs) {
  let state: State = { kept: lines, savedAt, isKeeping: false, trouble: undefined }
  let latest = lines
  /** Of the draft that is gone on with; undefined: whichever it is. */
  let version: number | undefined = read
  /** What was sent without an answer: the server may have any of it. */
  let unanswered: EditLines[] = []
  /** It was saved or thrown away from here without an answer: the server may have it no more. */
  let mayBeGone = false
  let underWay: Promise<void> | undefined
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Nothing is sent by itself: not opened yet, closed, or something else is done with the lines. */
  let isResting = true
  const listeners = new Set<() => void>()

  function become(next: Partial<State>) {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  function becomeKept(kept: EditLines, now: Kept) {
    version = now.version
    unanswered = []
    mayBeGone = false
    become({ kept, savedAt: now.savedAt, trouble: undefined })
  }
  const isKept = () => latest === state.kept
  const isGivenUp = () => state.trouble !== undefined && state.trouble.kind !== 'missed'

  function wait() {
    clearTimeout(waiting)
    if (isResting || underWay || isKept() || isGivenUp()) return
    waiting = setTimeout(() => void keep(), state.trouble ? againMs : quietMs)
  }
  function keep() {
    clearTimeout(waiting)
    underWay ??= sendLatest().finally(() => {
      underWay = undefined
      become({ isKeeping: false })
      wait()
    })
    return underWay
  }
  async function sendLatest() {
    const sent = latest
    become({ isKeeping: true })
    try {
      becomeKept(sent, await needs.send(sent, version))
    } catch (error) {
      if (isVersionConflict(error)) return findOut()
      if (!isTransient(error)) return become({ trouble: { kind: 'refused', error } })
      unanswered.push(sent)
      become({ trouble: { kind: 'missed' } })
    }
  }
  /** The draft is another one than was read: of another window, or of this one, whose answer was lost. */
  async function findOut() {
    const now = await needs.look().catch(() => undefined)
    if (now === undefined) return become({ trouble: { kind: 'missed' } })
    if ((now?.version ?? 0) === version) return
    if (!now && mayBeGone) {
      version = 0
      return
    }
    const own = now && unanswered.find((it) => needs.isSame(it, now))
    if (own) becomeKept(own, now)
    else become({ kept: undefined, trouble: { kind: 'elsewhere' } })
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isKept,
    change(next: EditLines) {
      if (next === latest) return
      latest = next
      if (state.trouble?.kind === 'refused') become({ trouble: undefined })
      wait()
    },
    /** Keeps at once what is not kept yet. False where that cannot be. */
    flush: async () => {
      while (underWay || (!isKept() && !isGivenUp())) {
        await keep()
        if (state.trouble) break
      }
      return isKept()
    },
    /** Puts these lines in the place of whatever another window made of the draft. */
    keepThis() {
      version = undefined
      become({ trouble: undefined })
      return keep()
    },
    /** The version of the draft, and nothing more is sent: for what is done with all of it. */
    async rest() {
      isResting = true
      clearTimeout(waiting)
      await underWay
      if (unanswered.length > 0) await findOut()
      return version
    },
    /** Begins to keep, or goes on after what was done with the lines failed. */
    async goOn(failure?: unknown) {
      isResting = false
      if (failure !== undefined && isTransient(failure)) mayBeGone = true
      if (isVersionConflict(failure)) {
        const now = await needs.look().catch(() => undefined)
        if (now && now.version !== version)
          become({ kept: undefined, trouble: { kind: 'elsewhere' } })
      }
      wait()
    },
  }
}
