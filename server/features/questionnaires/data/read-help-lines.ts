import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { type CountryHelp, countryHelp } from '#contract/questionnaires/help-lines.ts'
import { readDataFile } from './read-data-file.ts'

const shipped = path.join(import.meta.dirname, 'help-lines.json')
const countries = z
  .array(countryHelp)
  .max(300)
  .refine((all) => new Set(all.map(countryKey)).size === all.length, 'A country is listed twice')

const countryKey = ({ country }: CountryHelp) => country?.toLowerCase()

/**
 * Help lines by country: the built-in ones, overridden by `DATA_DIR/help-lines.json`. There is always an international
 * entry.
 */
export function readHelpLines(dataDir: string): readonly CountryHelp[] {
  const own = path.join(dataDir, 'help-lines.json')
  const all = [shipped, own].filter((file) => existsSync(file))
  const byCountry = all.flatMap((file) =>
    readDataFile(file, countries).map((it) => [countryKey(it), it] as const),
  )
  return [...new Map(byCountry).values()]
}
