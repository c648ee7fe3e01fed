import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { overBudget } from './size-budget.ts'

/** Random bytes do not compress: 4 kB of base64 are 3 kB gzipped. */
const chunk = (module: string, kB: number, imports: string[] = []) => ({
  fileName: module,
  facadeModuleId: `/maylab/web/${module}`,
  code: randomBytes(kB * 1000).toString('base64'),
  imports,
  isEntry: module === 'main.tsx',
})

const shared = [
  chunk('main.tsx', 100, ['library']),
  chunk('library', 50),
  chunk('pages/shell/app-shell.tsx', 100),
]

test('the size of a page includes the entry, the app shell and their imports', () => {
  const page = (kB: number) => [...shared, chunk('pages/users/users-page.tsx', kB, ['library'])]
  expect(overBudget(page(60))).toEqual([])
  expect(overBudget(page(90))).toEqual([
    expect.stringMatching(/users-page\.tsx: 34\d\.\d kB, at most 340 kB/),
  ])
})

test('public pages have a smaller budget and no app shell', () => {
  const page = (kB: number) => [...shared, chunk('pages/public/landing-page.tsx', kB)]
  expect(overBudget(page(40))).toEqual([])
  expect(overBudget(page(60))).toEqual([expect.stringContaining('at most 200 kB')])
})
