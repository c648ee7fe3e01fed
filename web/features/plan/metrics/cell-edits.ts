import { type CellChange, cellName, maxCells } from '#contract/plan-values.ts'
import { parseNumber } from '#web/lib/parse-number.ts'

export type Cell = Pick<CellChange, 'metricDefinitionId' | 'weekNumber'>
/** What a cell holds as far as the page knows: version 0 where a person noted nothing. */
export type Known = { value: number | null; version: number }

/**
 * What somebody typed and the server does not have yet. `wrong`: it cannot be a value. `failed`: it could not be sent.
 * `stale`: somebody else wrote there meanwhile, and it is asked whose stands.
 */
export type Pending = Cell & {
  text: string
  value: number | null
  /** The version over which it is written. */
  version: number
  state: 'waiting' | 'sending' | 'wrong' | 'failed' | 'stale'
  sentence?: string
  /** Sent without an answer: the server may have any of it. */
  lost: readonly (number | null)[]
}
export type RowPending = ReadonlyMap<number, Pending>

/** Why a batch was not taken, by the cells that it is about where the server names them. */
type Refusal = {
  isStale: boolean
  isUnanswered: boolean
  fields: Record<string, string>
  sentence: string
}

/** What stood in a cell before it was written into, and since. */
type Change = Cell & { before: string; after: string }

/** Of a row in which nothing is pending. */
export const nothing: RowPending = new Map()
/** To subscribe where nobody writes. */
export const never = () => () => {}
/** Steps that can be taken back at most. */
const mostSteps = 100

const textOf = (value: number | null) => (value === null ? '' : String(value))

/** Whether two texts say the same: '62,5' and '62.5' do. */
function isSame(a: string, b: string) {
  const value = parseNumber(a)
  return value === undefined ? a.trim() === b.trim() : value === parseNumber(b)
}

/**
 * What was typed into the cells of a plan, until the server has it: typing waits for nothing. What is refused or lost
 * keeps its text and says so. Knows nothing of calls: who sends takes a batch and says what became of it.
 */
export class CellEdits {
  #rows = new Map<string, RowPending>()
  #steps: Change[][] = []
  #undone: Change[][] = []
  #listeners = new Set<() => void>()
  #isTyping = false
  #known: (cell: Cell) => Known
  #faultOf: (cell: Cell, value: number) => string | undefined

  /** `known`: what the page shows of a cell; `faultOf`: why it cannot have a value. */
  constructor(
    known: (cell: Cell) => Known,
    faultOf: (cell: Cell, value: number) => string | undefined,
  ) {
    this.#known = known
    this.#faultOf = faultOf
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
  /** What is pending in the row of a metric: the same map until something of it changes. */
  row = (metricDefinitionId: string): RowPending => this.#rows.get(metricDefinitionId) ?? nothing
  at = ({ metricDefinitionId, weekNumber }: Cell) => this.row(metricDefinitionId).get(weekNumber)
  /** What stands in a cell: what was typed, also where it is wrong, or else what the server has. */
  text = (cell: Cell) => this.at(cell)?.text ?? textOf(this.#known(cell).value)
  get steps() {
    return this.#steps.length
  }
  get undone() {
    return this.#undone.length
  }
  get isWaiting() {
    return this.#all().some(({ state }) => state === 'waiting')
  }
  /** The server does not have all of it yet, nor what is being typed. */
  get isUnsaved() {
    return this.#isTyping || this.#all().length > 0
  }
  /** What the server does not have yet, in no order. */
  get pending(): readonly Pending[] {
    return this.#all()
  }
  /** Puts back what was pending when the page went, over the versions that were read then. */
  restore(pending: readonly Pending[]) {
    for (const it of pending) {
      this.#set(it, it)
      this.#put(it, it.text, it.version)
    }
    this.#tell()
  }
  /** What nobody sends any more until somebody says what becomes of it. */
  get stuck() {
    return this.#all().filter(({ state }) => state !== 'waiting' && state !== 'sending').length
  }

  /** What stands in the cell that is open; undefined once none is. */
  typing(open: (Cell & { text: string }) | undefined) {
    const isTyping = open !== undefined && !isSame(open.text, this.text(open))
    if (isTyping === this.#isTyping) return
    this.#isTyping = isTyping
    this.#tell()
  }

  /** Puts texts into cells, as one step that can be taken back; one that says what is there already is none. */
  enter(cells: readonly (Cell & { text: string })[]) {
    const step = cells.flatMap(({ text, ...cell }) => {
      const before = this.text(cell)
      return isSame(text, before) ? [] : [{ ...cell, before, after: text }]
    })
    if (!step.length) return
    for (const cell of step) this.#put(cell, cell.after)
    this.#steps = [...this.#steps, step].slice(-mostSteps)
    this.#undone = []
    this.#tell()
  }

  /**
   * Takes the last step back. Cells in which somebody else wrote since are left alone; answers how many those were, and
   * nothing where there is no step.
   */
  undo = () => this.#walk(this.#steps, this.#undone, 'after', 'before')
  /** Does again what was taken back last, in the same way. */
  redo = () => this.#walk(this.#undone, this.#steps, 'before', 'after')

  #walk(from: Change[][], to: Change[][], there: 'before' | 'after', then: 'before' | 'after') {
    const step = from.pop()
    if (!step) return undefined
    const mine = step.filter((cell) => isSame(this.text(cell), cell[there]))
    for (const cell of mine) this.#put(cell, cell[then])
    if (mine.length) to.push(mine)
    this.#tell()
    return step.length - mine.length
  }

  /** Tries again what could not be sent, or puts it over what somebody else wrote. */
  retry(cell: Cell) {
    const pending = this.at(cell)
    if (pending?.state === 'stale') this.#put(cell, pending.text, this.#known(cell).version)
    // The server is there again for all of them or for none.
    else for (const it of this.#all()) if (it.state === 'failed') this.#put(it, it.text)
    this.#tell()
  }
  /** Lets go of what was typed: the cell shows what the server has. */
  drop(cell: Cell) {
    this.#set(cell, undefined)
    this.#tell()
  }

  /** What is to be sent next, as many as one call takes. */
  take(): CellChange[] {
    const batch = this.#all()
      .filter(({ state }) => state === 'waiting')
      .slice(0, maxCells)
    for (const pending of batch) this.#set(pending, { ...pending, state: 'sending' })
    if (batch.length) this.#tell()
    return batch.map(({ metricDefinitionId, weekNumber, value, version }) => ({
      metricDefinitionId,
      weekNumber,
      numericValue: value,
      version,
    }))
  }

  /** The server has them. What was typed over one since is written over its new version. */
  saved(answered: readonly (Cell & { version: number })[]) {
    for (const cell of answered) {
      const pending = this.at(cell)
      if (!pending) continue
      this.#set(
        cell,
        pending.state === 'sending' ? undefined : { ...pending, version: cell.version, lost: [] },
      )
    }
    this.#tell()
  }

  /**
   * The server has none of them. Those that it names keep its sentence, and the others are sent again; where it names
   * none, all have failed. One that holds by now what was typed is saved: the answer to that may have been lost. One that
   * holds what was sent from here before is nobody else's: it is written over.
   */
  refused(batch: readonly CellChange[], { isStale, isUnanswered, fields, sentence }: Refusal) {
    const isNamed = batch.some((cell) => cellName(cell) in fields)
    for (const cell of batch) {
      const before = this.at(cell)
      if (!before) continue
      const lost = [...before.lost, ...(isUnanswered ? [cell.numericValue] : [])]
      const pending = { ...before, lost }
      const own = fields[cellName(cell)]
      const known = this.#known(cell)
      if (pending.state !== 'sending') this.#set(cell, pending)
      else if (isStale && known.value === pending.value) this.#set(cell, undefined)
      else if (isStale && lost.includes(known.value))
        this.#set(cell, { ...pending, state: 'waiting', version: known.version, lost: [] })
      else if (!isNamed) this.#set(cell, { ...pending, state: 'failed', sentence })
      else if (own === undefined) this.#set(cell, { ...pending, state: 'waiting' })
      else this.#set(cell, { ...pending, state: isStale ? 'stale' : 'wrong', sentence: own })
    }
    this.#tell()
  }

  #all = () => [...this.#rows.values()].flatMap((row) => [...row.values()])

  #put(cell: Cell, text: string, over?: number) {
    const { metricDefinitionId, weekNumber } = cell
    // What is wrong was never sent: with the old value back there is nothing to send.
    if (this.at(cell)?.state === 'wrong' && isSame(text, textOf(this.#known(cell).value)))
      return this.#set(cell, undefined)
    const value = parseNumber(text)
    const fault =
      value === undefined
        ? 'This is not a number.'
        : value === null
          ? undefined
          : this.#faultOf(cell, value)
    const before = this.at(cell)
    const version = over ?? before?.version ?? this.#known(cell).version
    this.#set(cell, {
      metricDefinitionId,
      weekNumber,
      text,
      value: value ?? null,
      version,
      lost: before?.lost ?? [],
      ...(fault ? { state: 'wrong', sentence: fault } : { state: 'waiting' }),
    })
  }

  #set({ metricDefinitionId, weekNumber }: Cell, pending: Pending | undefined) {
    const row = new Map(this.row(metricDefinitionId))
    if (pending) row.set(weekNumber, pending)
    else row.delete(weekNumber)
    this.#rows.set(metricDefinitionId, row)
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}
