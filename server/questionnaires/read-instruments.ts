import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { type Instrument, instrument } from '#contract/instruments.ts'
import { readDataFile } from './read-data-file.ts'

const shipped = path.join(import.meta.dirname, 'instruments')

/** By their keys. */
export type Instruments = ReadonlyMap<string, Instrument>

/**
 * What ships with the product, and what whoever runs it is licensed to use beside it: a JSON file each in
 * `DATA_DIR/instruments`. One with the key of a shipped one takes its place, such as a translation.
 */
export const readInstruments = (dataDir: string): Instruments =>
  new Map([...shippedInstruments(), ...readFolder(path.join(dataDir, 'instruments'))])

export const shippedInstruments = (): Instruments => readFolder(shipped)

function readFolder(folder: string) {
  const found = new Map<string, Instrument>()
  if (!existsSync(folder)) return found
  for (const name of globSync('*.json', { cwd: folder }).toSorted()) {
    const file = path.join(folder, name)
    const read = readDataFile(file, instrument)
    if (found.has(read.key))
      throw new Error(`The file ${file} is wrong: another one has the key ${read.key}, too.`)
    found.set(read.key, read)
  }
  return found
}
