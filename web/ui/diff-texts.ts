import { diffLines, diffWordsWithSpace } from 'diff'

export type DiffLine = {
  kind: 'same' | 'removed' | 'added'
  parts: readonly { text: string; isChanged: boolean }[]
}

/** Milliseconds after which texts count as completely different. */
const timeout = 400

export function diffTexts(before: string, after: string): DiffLine[] {
  // The last line must end like the others.
  const [older, newer] = [`${before}\n`, `${after}\n`]
  const blocks = diffLines(older, newer, { timeout }) ?? replaceWhole(older, newer)
  const lines: DiffLine[] = []
  for (let at = 0; at < blocks.length; at += 1) {
    const [block, next] = [blocks[at], blocks[at + 1]]
    if (!block) continue
    if (block.removed && next?.added) {
      lines.push(...diffWords(block.value, next.value))
      at += 1
    } else lines.push(...plain(block.value, getKind(block)))
  }
  return lines
}

const replaceWhole = (before: string, after: string) => [
  { value: before, removed: true, added: false },
  { value: after, removed: false, added: true },
]

const getKind = ({ removed, added }: { removed: boolean; added: boolean }) =>
  removed ? 'removed' : added ? 'added' : 'same'

const getLines = (text: string) => text.split('\n').slice(0, -1)

const plain = (text: string, kind: DiffLine['kind']): DiffLine[] =>
  getLines(text).map((line) => ({ kind, parts: [{ text: line, isChanged: kind !== 'same' }] }))

function diffWords(before: string, after: string): DiffLine[] {
  const words = diffWordsWithSpace(before, after, { timeout })
  if (!words) return [...plain(before, 'removed'), ...plain(after, 'added')]
  const side = (kind: 'removed' | 'added') =>
    splitLines(
      words
        .filter((it) => getKind(it) === 'same' || getKind(it) === kind)
        .map((it) => ({ text: it.value, isChanged: getKind(it) !== 'same' })),
    ).map((parts) => ({ kind, parts }))
  return [...side('removed'), ...side('added')]
}

function splitLines(parts: DiffLine['parts']) {
  const lines: { text: string; isChanged: boolean }[][] = [[]]
  for (const { text, isChanged } of parts)
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (line) lines.at(-1)?.push({ text: line, isChanged })
    }
  return lines.slice(0, -1)
}

/** Unchanged lines shown on both sides of a change. */
const contextLines = 2

/** Replaces unchanged lines by their number. */
export function collapseUnchanged(lines: readonly DiffLine[]): (DiffLine | { left: number })[] {
  const near = new Set<number>()
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same')
      for (let by = -contextLines; by <= contextLines; by += 1) near.add(index + by)
  const shown: (DiffLine | { left: number })[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (near.has(index)) shown.push(line)
    else if (last && 'left' in last) last.left += 1
    else shown.push({ left: 1 })
  }
  return shown
}
