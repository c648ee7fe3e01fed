import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import {
  getAnswers,
  type Instrument,
  type InstrumentItem,
  instrument,
} from '#contract/questionnaires/instruments.ts'
import { readDataFile } from './read-data-file.ts'

const shipped = path.join(import.meta.dirname, 'instruments')

/** By their keys. */
export type Instruments = ReadonlyMap<string, Instrument>

/**
 * The built-in instruments and those in `DATA_DIR/instruments`, one JSON file each. A file with the key of a built-in one
 * replaces it, such as a translation, but must keep its safety question (decision 22).
 */
export function readInstruments(dataDir: string): Instruments {
  const all = shippedInstruments()
  return new Map([...all, ...readFolder(path.join(dataDir, 'instruments'), all)])
}

export const shippedInstruments = (): Instruments => readFolder(shipped)

function readFolder(folder: string, replaced?: Instruments) {
  const found = new Map<string, Instrument>()
  if (!existsSync(folder)) return found
  for (const name of jsonIn(folder)) {
    const file = path.join(folder, name)
    const read = readDataFile(file, instrument)
    if (found.has(read.key))
      throw new Error(`The file ${file} is wrong: another one has the key ${read.key}, too.`)
    const lost = findLostAlert(read, replaced?.get(read.key))
    if (lost)
      throw new Error(
        `The file ${file} is wrong: it takes the place of "${read.key}", whose item "${lost.key}" asks after safety: without an "alertAbove" that an answer lies above, nobody would be told.`,
      )
    found.set(read.key, read)
  }
  return found
}

const jsonIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^[^.].*\.json$/.test(name))
    .toSorted()

/** A safety item of the replaced instrument without a counterpart in the new one. */
const findLostAlert = (read: Instrument, replaced: Instrument | undefined) =>
  replaced?.items.find((item) => {
    const same = read.items.filter(({ key }) => key === item.key)
    return (
      canAlert(replaced, item) &&
      !(same.length ? same : read.items).some((it) => canAlert(read, it))
    )
  })

const canAlert = (of: Instrument, item: InstrumentItem) =>
  getAnswers(of, item).some(({ value }) => value > (item.alertAbove ?? Infinity))
