import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffTexts, collapseUnchanged } from './diff-texts.ts'

const diff = (before: string, after: string) =>
  diffTexts(before, after).map(({ kind, parts }) => [
    kind,
    parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
  ])

test('lines are marked as same, removed or added, and changed words within them', () => {
  expect(
    diff('Be kind.\nTell the truth.\nOld end', 'Be kind.\nTell the whole truth.\nOld end'),
  ).toEqual([
    ['same', 'Be kind.'],
    ['removed', 'Tell the truth.'],
    ['added', 'Tell the [whole ]truth.'],
    ['same', 'Old end'],
  ])
  expect(diff('a\nb', 'a')).toEqual([
    ['same', 'a'],
    ['removed', '[b]'],
  ])
  expect(diff('a', 'a\nc')).toEqual([
    ['same', 'a'],
    ['added', '[c]'],
  ])
})

test('both texts can be restored from their diff', () => {
  const text = fc.array(fc.constantFrom('be kind', 'be  brave', '', 'say {{firstName}}', 'x'), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diffTexts(before.join('\n'), after.join('\n'))
      const side = (left: 'removed' | 'added') =>
        lines
          .filter(({ kind }) => kind !== left)
          .map(({ parts }) => parts.map((it) => it.text).join(''))
      expect(side('added').join('\n')).toBe(before.join('\n'))
      expect(side('removed').join('\n')).toBe(after.join('\n'))
    }),
  )
})

test('unchanged lines far from a change are collapsed', () => {
  const before = Array.from({ length: 20 }, (_, line) => `line ${line}`)
  const after = before.with(10, 'another')
  const shown = collapseUnchanged(diffTexts(before.join('\n'), after.join('\n')))
  expect(shown[0]).toEqual({ left: 8 })
  expect(shown.at(-1)).toEqual({ left: 7 })
  expect(shown).toHaveLength(8)
})
