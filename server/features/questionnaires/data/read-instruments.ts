import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import {
  answersOf,
  type Instrument,
  type InstrumentItem,
  instrument,
} from '#contract/instruments.ts'
import { readDataFile } from './read-data-file.ts'

const shipped = path.join(import.meta.dirname, 'instruments')

/** By their keys. */
export type Instruments = ReadonlyMap<string, Instrument>

/**
 * What ships with the product, and what whoever runs it is licensed to use beside it: a JSON file each in
 * `DATA_DIR/instruments`. One with the key of a shipped one takes its place, such as a translation; what asks after safety there
 * (decision 22) does so still.
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

/** An item of what is replaced that asks after safety, where neither the same item nor one for it does any more. */
const findLostAlert = (read: Instrument, replaced: Instrument | undefined) =>
  replaced?.items.find((item) => {
    const same = read.items.filter(({ key }) => key === item.key)
    return (
      canAlert(replaced, item) &&
      !(same.length ? same : read.items).some((it) => canAlert(read, it))
    )
  })

const canAlert = (of: Instrument, item: InstrumentItem) =>
  answersOf(of, item).some(({ value }) => value > (item.alertAbove ?? Infinity))
