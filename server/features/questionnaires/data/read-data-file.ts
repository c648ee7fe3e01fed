import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'

const maxBytes = 200_000

/** Reads and validates a JSON file. Throws an Error that names the file and what is wrong. */
export function readDataFile<T extends z.ZodType>(file: string, schema: T): z.output<T> {
  const refuse = (why: string) => new Error(`The file ${file} is wrong: ${why}`)
  if (statSync(file).size > maxBytes) throw refuse(`it has more than ${maxBytes} bytes.`)
  const { success, data, error } = schema.safeParse(parseJson(file, refuse))
  if (success) return data
  throw refuse(
    error.issues
      .map(
        ({ path, message }) =>
          `${path.length ? `${path.join('.')}: ` : ''}${withFullStop(message)}`,
      )
      .join(' '),
  )
}

function parseJson(file: string, refuse: (why: string) => Error): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw refuse('it is not JSON.')
  }
}

const withFullStop = (sentence: string) => (sentence.endsWith('.') ? sentence : `${sentence}.`)
