import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** The most script that a page may load, gzipped, in kB. */
const budget = { signIn: 200, page: 320 }

/** A page, or a part that is loaded with one: a tab, a dashboard, a dialog. */
const loaded = /\/web\/(pages|features)\//

/** Fails the build where a page loads too much script. A page inside is counted with the frame around it. */
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

export function overBudget(chunks: Chunk[], most = budget) {
  const byName = new Map(chunks.map((it) => [it.fileName, it]))
  const kB = new Map(chunks.map((it) => [it.fileName, gzipSync(it.code).length / 1000]))
  const withImports = (name: string, all = new Set<string>()): Set<string> => {
    if (all.has(name)) return all
    all.add(name)
    for (const it of byName.get(name)?.imports ?? []) withImports(it, all)
    return all
  }
  const of = (isSo: (chunk: Chunk) => boolean | undefined) =>
    chunks.filter(isSo).flatMap((it) => [...withImports(it.fileName)])
  const entry = of((it) => it.isEntry)
  const frame = of((it) => it.facadeModuleId?.endsWith('/shell/app-shell.tsx'))
  return chunks.flatMap(({ fileName, facadeModuleId: module }) => {
    if (!module || !loaded.test(module)) return []
    const isPublic = module.includes('/pages/public/')
    const names = new Set([...entry, ...(isPublic ? [] : frame), ...withImports(fileName)])
    const size = [...names].reduce((sum, name) => sum + (kB.get(name) ?? 0), 0)
    const limit = module.endsWith('/login-page.tsx') ? most.signIn : most.page
    return size > limit ? [`${module}: ${size.toFixed(1)} kB, at most ${limit} kB`] : []
  })
}
