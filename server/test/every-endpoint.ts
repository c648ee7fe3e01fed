import { globSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

const files = globSync('contract/*.ts').filter((file) => !file.includes('.test.'))
const modules = await Promise.all(
  files.map(async (file) => [file, await import(path.resolve(file))] as const),
)
const isEndpoint = (it: unknown): it is Endpoint =>
  typeof it === 'object' && it !== null && 'method' in it && 'path' in it && 'access' in it

/** Every endpoint that a file of the contract exports: a new file needs no line here. */
export const endpoints = modules.flatMap(([file, exported]) =>
  Object.entries(exported as object)
    .filter((it): it is [string, Endpoint] => isEndpoint(it[1]))
    .map(([name, endpoint]) => ({ name, file, endpoint })),
)
