import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** Maximum kB of gzipped script per page. */
const budget = { public: 200, page: 340 }

/** What a page loads by itself; dialogs, editors and charts are loaded on demand. */
const pageModule = /\/web\/pages\/.*-page\.tsx$/

/** Fails the build when a page loads too much script. Pages behind the login include the app shell. */
export const sizeBudget: Plugin = {
  name: 'size-budget',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((it) => it.type === 'chunk')
    const over = overBudget(chunks)
    if (over.length) this.error(`Too much script (gzipped):\n${over.join('\n')}`)
  },
}

type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'code' | 'imports' | 'isEntry' | 'facadeModuleId'
>

export function overBudget(chunks: Chunk[], limits = budget) {
  const byName = new Map(chunks.map((it) => [it.fileName, it]))
  const kB = new Map(chunks.map((it) => [it.fileName, gzipSync(it.code).length / 1000]))
  const withImports = (name: string, all = new Set<string>()): Set<string> => {
    if (all.has(name)) return all
    all.add(name)
    for (const it of byName.get(name)?.imports ?? []) withImports(it, all)
    return all
  }
  const listFiles = (matches: (chunk: Chunk) => boolean | undefined) =>
    chunks.filter(matches).flatMap((it) => [...withImports(it.fileName)])
  const entry = listFiles((it) => it.isEntry)
  const shell = listFiles((it) => it.facadeModuleId?.endsWith('/shell/app-shell.tsx'))
  return chunks.flatMap(({ fileName, facadeModuleId: module }) => {
    if (!module || !pageModule.test(module)) return []
    const isPublic = module.includes('/pages/public/')
    const names = new Set([...entry, ...(isPublic ? [] : shell), ...withImports(fileName)])
    const size = [...names].reduce((sum, name) => sum + (kB.get(name) ?? 0), 0)
    const limit = isPublic ? limits.public : limits.page
    return size > limit ? [`${module}: ${size.toFixed(1)} kB, at most ${limit} kB`] : []
  })
}
