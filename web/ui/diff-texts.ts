import { diffLines, diffWordsWithSpace } from 'diff'

/** A line of two texts: in both, only in the older, only in the newer; what differs within it is marked. */
export type DiffLine = {
  kind: 'same' | 'removed' | 'added'
  parts: readonly { text: string; isChanged: boolean }[]
}

/** Milliseconds that a comparison may take; texts that differ too much then count as all different. */
const timeout = 400

/** What has changed from one text to another, line by line. */
export function diffTexts(before: string, after: string): DiffLine[] {
  // Each line ends alike, the last one too.
  const [older, newer] = [`${before}\n`, `${after}\n`]
  const blocks = diffLines(older, newer, { timeout }) ?? whole(older, newer)
  const lines: DiffLine[] = []
  for (let at = 0; at < blocks.length; at += 1) {
    const [block, next] = [blocks[at], blocks[at + 1]]
    if (!block) continue
    if (block.removed && next?.added) {
      lines.push(...replaced(block.value, next.value))
      at += 1
    } else lines.push(...plain(block.value, kindOf(block)))
  }
  return lines
}

const whole = (before: string, after: string) => [
  { value: before, removed: true, added: false },
  { value: after, removed: false, added: true },
]

const kindOf = ({ removed, added }: { removed: boolean; added: boolean }) =>
  removed ? 'removed' : added ? 'added' : 'same'

const linesOf = (text: string) => text.split('\n').slice(0, -1)

const plain = (text: string, kind: DiffLine['kind']): DiffLine[] =>
  linesOf(text).map((line) => ({ kind, parts: [{ text: line, isChanged: kind !== 'same' }] }))

/** Lines in the place of others: of each side what is not in the other one is marked. */
function replaced(before: string, after: string): DiffLine[] {
  const words = diffWordsWithSpace(before, after, { timeout })
  if (!words) return [...plain(before, 'removed'), ...plain(after, 'added')]
  const side = (kind: 'removed' | 'added') =>
    inLines(
      words
        .filter((it) => kindOf(it) === 'same' || kindOf(it) === kind)
        .map((it) => ({ text: it.value, isChanged: kindOf(it) !== 'same' })),
    ).map((parts) => ({ kind, parts }))
  return [...side('removed'), ...side('added')]
}

function inLines(parts: DiffLine['parts']) {
  const lines: { text: string; isChanged: boolean }[][] = [[]]
  for (const { text, isChanged } of parts)
    for (const [index, piece] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (piece) lines.at(-1)?.push({ text: piece, isChanged })
    }
  return lines.slice(0, -1)
}

/** Same lines on both sides of a change that are shown. */
const around = 2

/** What is shown: lines, and how many same ones were left out between them. */
export function collapseUnchanged(lines: readonly DiffLine[]): (DiffLine | { left: number })[] {
  const near = new Set<number>()
  for (const [index, { kind }] of lines.entries())
    if (kind !== 'same') for (let by = -around; by <= around; by += 1) near.add(index + by)
  const shown: (DiffLine | { left: number })[] = []
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1)
    if (near.has(index)) shown.push(line)
    else if (last && 'left' in last) last.left += 1
    else shown.push({ left: 1 })
  }
  return shown
}
