import { type CellChange, cellName, maxCells } from '#contract/plans/plan-values.ts'
import { parseNumber } from '#web/lib/parse-number.ts'

export type Cell = Pick<CellChange, 'metricDefinitionId' | 'weekNumber'>
/** What the page knows of a cell; version 0 where nobody entered a value. */
export type SavedCell = { value: number | null; version: number }

/**
 * A value that the server does not have yet. `invalid`: not a valid value. `failed`: it could not be sent. `stale`:
 * somebody else changed the cell, and the user has to choose.
 */
export type PendingEdit = Cell & {
  text: string
  value: number | null
  /** The version that it replaces. */
  version: number
  state: 'waiting' | 'sending' | 'invalid' | 'failed' | 'stale'
  error?: string
  /** Values that were sent without an answer: the server may have any of them. */
  unansweredValues: readonly (number | null)[]
}
export type RowEdits = ReadonlyMap<number, PendingEdit>

/** Why a batch failed; `fields` holds errors of single cells. */
type BatchError = {
  isStale: boolean
  isUnanswered: boolean
  fields: Record<string, string>
  error: string
}

type Change = Cell & { before: string; after: string }

export const noEdits: RowEdits = new Map()
/** For readers who cannot write. */
export const noSubscription = () => () => {}

const maxUndoSteps = 100

const formatText = (value: number | null) => (value === null ? '' : String(value))

/** Whether two texts are the same value: '62,5' and '62.5' are. */
function isSame(a: string, b: string) {
  const value = parseNumber(a)
  return value === undefined ? a.trim() === b.trim() : value === parseNumber(b)
}

/**
 * Values typed into the cells of a plan until the server has them, with undo and redo. Rejected or unsent values keep
 * their text. Makes no requests itself: the caller takes batches and reports their outcome.
 */
export class CellEdits {
  #rows = new Map<string, RowEdits>()
  #steps: Change[][] = []
  #undone: Change[][] = []
  #listeners = new Set<() => void>()
  #isTyping = false
  #known: (cell: Cell) => SavedCell
  #validate: (cell: Cell, value: number) => string | undefined

  /** `known`: what the page shows of a cell; `validate`: the error of a value, if any. */
  constructor(
    known: (cell: Cell) => SavedCell,
    validate: (cell: Cell, value: number) => string | undefined,
  ) {
    this.#known = known
    this.#validate = validate
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** The pending edits of a metric's row: the same map until one changes. */
  row = (metricDefinitionId: string): RowEdits => this.#rows.get(metricDefinitionId) ?? noEdits
  at = ({ metricDefinitionId, weekNumber }: Cell) => this.row(metricDefinitionId).get(weekNumber)
  /** What a cell shows: the typed text, even if invalid, or else the saved value. */
  text = (cell: Cell) => this.at(cell)?.text ?? formatText(this.#known(cell).value)
  get undoCount() {
    return this.#steps.length
  }
  get redoCount() {
    return this.#undone.length
  }
  get isWaiting() {
    return this.#all().some(({ state }) => state === 'waiting')
  }

  get isUnsaved() {
    return this.#isTyping || this.#all().length > 0
  }

  get pending(): readonly PendingEdit[] {
    return this.#all()
  }
  /** Restores edits that were pending when the page was left, with their versions of then. */
  restore(pending: readonly PendingEdit[]) {
    for (const it of pending) {
      this.#set(it, it)
      this.#put(it, it.text, it.version)
    }
    this.#notify()
  }
  /** Edits that wait for a decision of the user. */
  get stuckCount() {
    return this.#all().filter(({ state }) => state !== 'waiting' && state !== 'sending').length
  }

  /** The text of the open cell; undefined once none is open. */
  setTyping(open: (Cell & { text: string }) | undefined) {
    const isTyping = open !== undefined && !isSame(open.text, this.text(open))
    if (isTyping === this.#isTyping) return
    this.#isTyping = isTyping
    this.#notify()
  }

  /** Writes texts into cells as one undoable step; unchanged cells are left out. */
  enter(cells: readonly (Cell & { text: string })[]) {
    const step = cells.flatMap(({ text, ...cell }) => {
      const before = this.text(cell)
      return isSame(text, before) ? [] : [{ ...cell, before, after: text }]
    })
    if (!step.length) return
    for (const cell of step) this.#put(cell, cell.after)
    this.#steps = [...this.#steps, step].slice(-maxUndoSteps)
    this.#undone = []
    this.#notify()
  }

  /**
   * Undoes the last step, skipping cells that somebody else has changed since. Returns how many were skipped, or
   * undefined if there is no step.
   */
  undo = () => this.#move(this.#steps, this.#undone, 'after', 'before')

  redo = () => this.#move(this.#undone, this.#steps, 'before', 'after')

  #move(from: Change[][], to: Change[][], current: 'before' | 'after', target: 'before' | 'after') {
    const step = from.pop()
    if (!step) return undefined
    const mine = step.filter((cell) => isSame(this.text(cell), cell[current]))
    for (const cell of mine) this.#put(cell, cell[target])
    if (mine.length) to.push(mine)
    this.#notify()
    return step.length - mine.length
  }

  /** Retries all that could not be sent, or overwrites what somebody else saved. */
  retry(cell: Cell) {
    const pending = this.at(cell)
    if (pending?.state === 'stale') this.#put(cell, pending.text, this.#known(cell).version)
    else for (const it of this.#all()) if (it.state === 'failed') this.#put(it, it.text)
    this.#notify()
  }

  discard(cell: Cell) {
    this.#set(cell, undefined)
    this.#notify()
  }

  /** Marks the next waiting edits as sending, at most as many as one request takes. */
  nextBatch(): CellChange[] {
    const batch = this.#all()
      .filter(({ state }) => state === 'waiting')
      .slice(0, maxCells)
    for (const pending of batch) this.#set(pending, { ...pending, state: 'sending' })
    if (batch.length) this.#notify()
    return batch.map(({ metricDefinitionId, weekNumber, value, version }) => ({
      metricDefinitionId,
      weekNumber,
      numericValue: value,
      version,
    }))
  }

  /** A cell that was edited again in the meantime stays pending, on its new version. */
  markSaved(answered: readonly (Cell & { version: number })[]) {
    for (const cell of answered) {
      const pending = this.at(cell)
      if (!pending) continue
      this.#set(
        cell,
        pending.state === 'sending'
          ? undefined
          : { ...pending, version: cell.version, unansweredValues: [] },
      )
    }
    this.#notify()
  }

  /**
   * The server rejected the batch. Cells that it names keep its error and the others are sent again; if it names none,
   * all have failed. A stale cell that already holds the typed value is saved, and one that holds an unanswered value
   * of ours is overwritten.
   */
  markFailed(batch: readonly CellChange[], { isStale, isUnanswered, fields, error }: BatchError) {
    const isNamed = batch.some((cell) => cellName(cell) in fields)
    for (const cell of batch) {
      const before = this.at(cell)
      if (!before) continue
      const unansweredValues = [
        ...before.unansweredValues,
        ...(isUnanswered ? [cell.numericValue] : []),
      ]
      const pending = { ...before, unansweredValues }
      const own = fields[cellName(cell)]
      const known = this.#known(cell)
      if (pending.state !== 'sending') this.#set(cell, pending)
      else if (isStale && known.value === pending.value) this.#set(cell, undefined)
      else if (isStale && unansweredValues.includes(known.value))
        this.#set(cell, {
          ...pending,
          state: 'waiting',
          version: known.version,
          unansweredValues: [],
        })
      else if (!isNamed) this.#set(cell, { ...pending, state: 'failed', error })
      else if (own === undefined) this.#set(cell, { ...pending, state: 'waiting' })
      else this.#set(cell, { ...pending, state: isStale ? 'stale' : 'invalid', error: own })
    }
    this.#notify()
  }

  #all = () => [...this.#rows.values()].flatMap((row) => [...row.values()])

  #put(cell: Cell, text: string, over?: number) {
    const { metricDefinitionId, weekNumber } = cell
    // An invalid value was never sent: restoring the old one leaves nothing to send.
    if (this.at(cell)?.state === 'invalid' && isSame(text, formatText(this.#known(cell).value)))
      return this.#set(cell, undefined)
    const value = parseNumber(text)
    const error =
      value === undefined
        ? 'This is not a number.'
        : value === null
          ? undefined
          : this.#validate(cell, value)
    const before = this.at(cell)
    const version = over ?? before?.version ?? this.#known(cell).version
    this.#set(cell, {
      metricDefinitionId,
      weekNumber,
      text,
      value: value ?? null,
      version,
      unansweredValues: before?.unansweredValues ?? [],
      ...(error ? { state: 'invalid', error } : { state: 'waiting' }),
    })
  }

  #set({ metricDefinitionId, weekNumber }: Cell, pending: PendingEdit | undefined) {
    const row = new Map(this.row(metricDefinitionId))
    if (pending) row.set(weekNumber, pending)
    else row.delete(weekNumber)
    this.#rows.set(metricDefinitionId, row)
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }
}
