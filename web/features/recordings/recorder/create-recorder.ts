import type { Capture, Encoder } from './capture.ts'
import type { GrowingFile } from './growing-file.ts'
import type {
  Recorder,
  RecorderState,
  RecorderWarning,
  RecordingOptions,
} from './recorder-state.ts'
import type { RecordingFiles, StoredRecording } from './recording-files.ts'
import type { Sender } from './send.ts'
import type { Tabs } from './tabs.ts'
import { createWatchdogs, fullBytes } from './watchdogs.ts'

type Dependencies = {
  openCapture: (options: RecordingOptions) => Promise<Capture>
  files: RecordingFiles
  sender: Sender
  tabs: Tabs
  /** Calls back each second, also in a hidden page, until it is stopped. */
  everySecond: (tick: () => void) => () => void
  /** Keeps the screen on and asks before the page is left. */
  stayHere: () => () => void
  /** Undefined where the browser doesn't tell. */
  getFreeBytes: () => Promise<number | undefined>
  /** Milliseconds since 1970. */
  now: () => number
}

/** A recording that is all on this device until it has arrived needs about this. */
const neededBytes = 300_000_000
/** Seconds between two looks at the disk. */
const lookEvery = 30

/** One file and its upload; a recording is mostly one. */
type Part = {
  stored: StoredRecording
  file: GrowingFile
  encoder: Encoder
  /** What was recorded before it, in milliseconds. */
  begin: number
  /** Chunks that have not arrived yet: where they end and when they were recorded. */
  marks: { bytes: number; at: number }[]
  writes: Promise<void>
  error: string | null
}

type Run = {
  options: RecordingOptions
  userId: string
  capture: Capture
  dogs: ReturnType<typeof createWatchdogs>
  part: Part
  elapsedBefore: number
  /** Null while it is paused. */
  resumedAt: number | null
  savedUntil: Date | null
  arrivedUntil: Date | null
  warnings: readonly RecorderWarning[]
  freeBytes: number | undefined
  seconds: number
  /** The next part begins. */
  switching: Promise<void> | undefined
  ends: (() => void)[]
}

/** The state machine of recording. Nothing here knows the browser: its parts do. */
export function createRecorder(parts: Dependencies, getUserId: () => Promise<string>) {
  const { files, sender, tabs, now } = parts
  const idle: RecorderState = { phase: 'idle' }
  const listeners = new Set<() => void>()
  let state: RecorderState = idle
  let run: Run | undefined
  let ending: Promise<void> | undefined

  function tell() {
    for (const listener of listeners) listener()
  }

  function show(phase: 'recording' | 'paused' | 'stopping') {
    if (!run) return
    const { options, savedUntil, arrivedUntil, warnings } = run
    state = { phase, options, elapsedMs: getElapsed(run), savedUntil, arrivedUntil, warnings }
    tell()
  }
  const showAgain = () => {
    if (state.phase === 'recording' || state.phase === 'paused') show(state.phase)
  }

  const getElapsed = ({ elapsedBefore, resumedAt }: Run) =>
    elapsedBefore + (resumedAt === null ? 0 : now() - resumedAt)

  async function start(options: RecordingOptions) {
    if (state.phase !== 'idle' || tabs.getOtherTab()) throw alreadyRecording()
    const nothing = { elapsedMs: 0, savedUntil: null, arrivedUntil: null, warnings: [] }
    state = { phase: 'starting', options, ...nothing }
    tell()
    const ends: (() => void)[] = []
    try {
      // First: browsers show a window's picture only on a click.
      const capture = await parts.openCapture(options)
      ends.push(() => capture.close())
      const userId = await getUserId()
      const freeBytes = await parts.getFreeBytes()
      if ((freeBytes ?? Infinity) < neededBytes)
        throw new DOMException('This device has too little free space.', 'QuotaExceededError')
      const { clientName, sessionId } = options
      const release = await tabs.claim({ clientName, sessionId })
      if (!release) throw alreadyRecording()
      ends.push(release)
      // Its parts are joined in the order in which they arrive.
      sender.finishInterrupted(sessionId)
      const made = { options, userId, capture, freeBytes, ends, dogs: createWatchdogs() }
      const empty = { elapsedBefore: 0, savedUntil: null, arrivedUntil: null, warnings: [] }
      const begun = { ...made, ...empty, resumedAt: now(), seconds: 0, switching: undefined }
      const part = await beginPart(begun, 0)
      run = { ...begun, resumedAt: now(), part }
      ends.push(parts.everySecond(tick), parts.stayHere())
      show('recording')
    } catch (error) {
      for (const end of ends) end()
      state = idle
      tell()
      throw error
    }
  }

  async function beginPart(of: Omit<Run, 'part'>, begin: number): Promise<Part> {
    const { sessionId, clientId, clientName, speakers } = of.options
    const { type, hasSides } = of.capture
    const at = now()
    const stored: StoredRecording = {
      ...{ id: crypto.randomUUID(), userId: of.userId, sessionId, clientId, clientName },
      ...{ type, speakers, hasSides, startedAt: at, endedAt: at, durationMs: 0, bytes: 0 },
      ...{ isStopped: false, uploadUrl: null, error: null, isRefused: false },
    }
    // First: other tabs would take a file that nobody writes for interrupted.
    const file = sender.begin(stored)
    try {
      await files.create(stored)
      const encoder = of.capture.encode({
        chunk: (bytes) => save(part, bytes),
        broken: () => run?.part === part && beginNextPart(run),
      })
      const writes = Promise.resolve()
      const part: Part = { stored, file, encoder, begin, marks: [], error: null, writes }
      return part
    } catch (error) {
      file.end()
      // Mostly there is no file yet. The first error is the one to show.
      await sender.discard(stored.id).catch(() => {})
      throw error
    }
  }

  function save(part: Part, chunk: Blob) {
    const at = now()
    run?.dogs.chunk()
    const durationMs = run ? getElapsed(run) - part.begin : part.stored.durationMs
    part.writes = part.writes.then(() => write(part, chunk, { endedAt: at, durationMs }))
  }

  async function write(part: Part, chunk: Blob, change: { endedAt: number; durationMs: number }) {
    const { stored, file, marks } = part
    // What follows on a hole could not be read.
    if (part.error !== null) return
    try {
      await files.append(stored.id, await chunk.arrayBuffer(), change)
    } catch (error) {
      const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
      part.error = isFull ? noRoom : notSaved
      void stop()
      return
    }
    Object.assign(stored, change, { bytes: stored.bytes + chunk.size })
    file.grow(stored.bytes)
    marks.push({ bytes: stored.bytes, at: change.endedAt })
    if (run?.part !== part) return
    run.savedUntil = new Date(change.endedAt)
    showAgain()
    if (stored.bytes > fullBytes) beginNextPart(run)
  }

  async function endPart(part: Part) {
    const { stored, file, encoder } = part
    await encoder.stop()
    await part.writes
    file.end()
    if (stored.bytes === 0) return sender.discard(stored.id)
    const change = { isStopped: true, ...(part.error !== null && { error: part.error }) }
    Object.assign(stored, change)
    // On a full disk it is offered as interrupted, should the tab be closed.
    await files.change(stored.id, change).catch(() => {})
    await files.close(stored.id)
    sender.end(stored)
  }

  /** The next one begins before the last one ends: no word is lost between them. */
  function beginNextPart(of: Run) {
    of.switching ??= (async () => {
      const last = of.part
      try {
        of.part = await beginPart(of, getElapsed(of))
        if (of.resumedAt === null) of.part.encoder.setPaused(true)
        await endPart(last)
        of.switching = undefined
      } catch {
        of.switching = undefined
        last.error ??= notSaved
        void stop()
      }
    })()
  }

  function tick() {
    if (!run || state.phase === 'stopping') return
    const { capture, dogs, part } = run
    capture.tick()
    if (run.seconds++ % lookEvery === 0) void lookAtDisk(run)
    const progress = sender.getProgress(part.stored.id)
    const { arrived = 0, isHeldUp = false, isSignedOut = false } = progress ?? {}
    while (part.marks[0] && part.marks[0].bytes <= arrived)
      run.arrivedUntil = new Date(part.marks.shift()?.at ?? 0)
    const { bytes } = part.stored
    const { freeBytes, resumedAt } = run
    const isPaused = resumedAt === null
    const isRefused = progress?.stored.isRefused ?? false
    const facts = { isPaused, bytes, isHeldUp, isSignedOut, isRefused, freeBytes }
    const { warnings, isStuck } = dogs.tick(capture.read(), facts, now())
    run.warnings = warnings
    if (isStuck) beginNextPart(run)
    showAgain()
  }

  async function lookAtDisk(of: Run) {
    of.freeBytes = await parts.getFreeBytes()
  }

  async function stop() {
    ending ??= end().finally(() => (ending = undefined))
    await ending
  }

  async function end() {
    if (!run) return
    const of = run
    of.elapsedBefore = getElapsed(of)
    of.resumedAt = null
    show('stopping')
    try {
      await of.switching
      await endPart(of.part)
    } finally {
      run = undefined
      for (const close of of.ends) close()
      state = idle
      tell()
    }
  }

  function setPaused(isPaused: boolean) {
    if (!run || state.phase !== (isPaused ? 'recording' : 'paused')) return
    run.elapsedBefore = getElapsed(run)
    run.resumedAt = isPaused ? null : now()
    run.part.encoder.setPaused(isPaused)
    run.capture.setMuted(isPaused)
    show(isPaused ? 'paused' : 'recording')
  }

  return {
    tell,
    recorder: {
      getState: () => state,
      getKept: () => sender.getKept(),
      getOtherTab: () => tabs.getOtherTab(),
      subscribe(listener) {
        listeners.add(listener)
        // Whoever has signed in since.
        getUserId().catch(() => {})
        return () => void listeners.delete(listener)
      },
      getLevels: () => run?.capture.getLevels() ?? { microphone: 0 },
      start,
      pause: () => setPaused(true),
      resume: () => setPaused(false),
      stop,
      async changeMicrophone(microphoneId) {
        await run?.capture.changeMicrophone(microphoneId)
      },
      finish: (id) => sender.finish(id),
      discard: (id) => sender.discard(id),
      open: (id) => files.open(id),
    } satisfies Recorder,
  }
}

const alreadyRecording = () =>
  new DOMException('A recording is running already.', 'InvalidStateError')
const noRoom = 'The recording ended early: this device is full.'
const notSaved = 'The recording ended early: this browser could not save it.'
