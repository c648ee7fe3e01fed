import { globSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

const folder = path.join(import.meta.dirname, '../../../../contract')
const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.includes('.test.'))
const modules: (readonly [noun: string, exported: object])[] = []
// One after the other: what two files import at once could be seen half loaded.
for (const file of files.toSorted(
  (a, b) => path.basename(a).localeCompare(path.basename(b)) || a.localeCompare(b),
))
  modules.push([path.basename(file, '.ts'), (await import(path.join(folder, file))) as object])

/** Endpoints nested in a table by kind: `metricCategory.list` becomes `listMetricCategory`. */
function inTable(it: unknown): { name: string; it: unknown }[] {
  if (!isPlain(it)) return []
  return Object.entries(it).flatMap(([kind, parts]) =>
    isPlain(parts)
      ? Object.entries(parts)
          .filter(([, part]) => isEndpoint(part))
          .map(([verb, part]) => ({ name: verb + capital(kind), it: part }))
      : [],
  )
}
const isPlain = (it: unknown): it is object =>
  typeof it === 'object' && it !== null && Object.getPrototypeOf(it) === Object.prototype
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

const isEndpoint = (it: unknown): it is Endpoint =>
  typeof it === 'object' && it !== null && 'method' in it && 'path' in it && 'access' in it

const everything = modules.flatMap(([noun, exported]) =>
  Object.entries(exported).flatMap(([name, it]: [string, unknown]) => [
    { noun, name, it },
    ...inTable(it).map((entry) => ({ noun, ...entry })),
  ]),
)

/** Every endpoint that the contract exports, with its name and file. New files need no entry here. */
export const endpoints = everything.flatMap(({ noun, name, it }) =>
  isEndpoint(it) ? [{ noun, name, endpoint: it }] : [],
)

/** Every named schema that the contract exports, with a capitalized name: `Client`, `RiskLevel`. */
export const schemas = everything.flatMap(({ name, it }) =>
  it instanceof z.ZodObject ||
  it instanceof z.ZodEnum ||
  it instanceof z.ZodUnion ||
  it instanceof z.ZodArray
    ? [{ name: capital(name), schema: it }]
    : [],
)
