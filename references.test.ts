import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folders = 'contract,server,web,e2e,bench,scripts,deploy,docs'
/** Without the changelog, which tells of what was. */
const files = [
  ...globSync(`{${folders}}/**/*.{ts,tsx,mjs,js,css,sql,json,sh,md,yaml}`),
  ...globSync('*.{ts,json,md,yaml}', { exclude: ['CHANGELOG.md'] }),
  ...['Dockerfile', '.env.example', '.oxlintrc.json'],
].map((file) => ({ file, text: readFileSync(file, 'utf8') }))
const documents = files.filter(({ file }) => file.endsWith('.md'))

/** What a pattern finds in files, with the file that says it. */
const findAll = (pattern: RegExp, within = files) =>
  within.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([said, ...groups]) => ({
      file,
      said: said.replaceAll(/\s+(?:(?:\*|\/\/|#|--)\s+)?/g, ' '),
      groups: groups.map((it) => it ?? ''),
    })),
  )

const headings = new Map(
  documents.map(({ file, text }) => {
    const prose = text.replaceAll(/^```.*?^```/gms, '')
    return [file, [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)]
  }),
)
/** As in the address of a heading on a page. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

const decisions = new Set(
  globSync('docs/decisions/*.md').map((file) => Number(path.basename(file).slice(0, 3))),
)

test('every document that is named exists', () => {
  const named = findAll(/(?<![\w./-])docs\/[\w./-]+\.\w+/g)
  expect(named.map(({ said }) => said)).toContain('docs/product.md')
  expect(named.filter(({ said }) => !existsSync(said))).toEqual([])
})

test('every heading that is cited exists', () => {
  const cited = findAll(/(docs\/[\w-]+\.md),[\s*/#-]+"([^"]+)"/g)
  expect(cited.map(({ said }) => said)).toContain('docs/product.md, "Risk level"')
  expect(
    cited.filter(({ groups: [file = '', heading = ''] }) => !headings.get(file)?.includes(heading)),
  ).toEqual([])
})

test('every decision that is cited exists', () => {
  const cited = findAll(/\b(?:decisions? |docs\/decisions\/)(\d+(?:(?:, | and )\d+)*)/gi)
  expect(cited.map(({ said }) => said)).toContain('docs/decisions/015')
  const numbers = ([list = '']: string[]) => list.split(/, | and /).map(Number)
  expect(cited.filter(({ groups }) => numbers(groups).some((it) => !decisions.has(it)))).toEqual([])
})

test('every link between documents leads to a file and a heading of it', () => {
  const links = findAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g, documents)
  const broken = links.filter(({ file, groups: [to = '', anchor = ''] }) => {
    const target = to ? path.join(path.dirname(file), to) : file
    if (!existsSync(target)) return true
    return anchor !== '' && !headings.get(target)?.map(anchorOf).includes(anchor)
  })
  expect(broken).toEqual([])
})

test('every file and folder that a document names exists', () => {
  const named = findAll(
    /`((?:contract|server|web|e2e|bench|scripts|deploy)(?:\/[\w.-]+)+)`/g,
    documents,
  )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ groups: [to = ''] }) => !existsSync(to))).toEqual([])
})

test('no text cites a document that is not in this repository', () => {
  const standards = String.raw`(?<!\b(?:RFC \d+|HTML standard|WebAuthn Level \d), )`
  const found = [
    ...findAll(/specification[ ]part|product[ ]decisions|protocol[ ]facts/gi),
    ...findAll(new RegExp(String.raw`${standards}\bsections? \d[\d.]*`, 'gi')),
  ]
  expect(found).toEqual([])
})
