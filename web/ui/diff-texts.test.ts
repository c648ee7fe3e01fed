import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffTexts, collapseUnchanged } from './diff-texts.ts'

const told = (before: string, after: string) =>
  diffTexts(before, after).map(({ kind, parts }) => [
    kind,
    parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join(''),
  ])

test('a line that stays, one that goes, one that comes, and words within one that changes', () => {
  expect(
    told('Be kind.\nTell the truth.\nOld end', 'Be kind.\nTell the whole truth.\nOld end'),
  ).toEqual([
    ['same', 'Be kind.'],
    ['removed', 'Tell the truth.'],
    ['added', 'Tell the [whole ]truth.'],
    ['same', 'Old end'],
  ])
  expect(told('a\nb', 'a')).toEqual([
    ['same', 'a'],
    ['removed', '[b]'],
  ])
  expect(told('a', 'a\nc')).toEqual([
    ['same', 'a'],
    ['added', '[c]'],
  ])
})

test('equal texts have no changes', () => {
  expect(diffTexts('a\nb', 'a\nb').every(({ kind }) => kind === 'same')).toBe(true)
  expect(told('', '')).toEqual([['same', '']])
})

test('each of the two texts can be read from its changes again', () => {
  const text = fc.array(fc.constantFrom('be kind', 'be  brave', '', 'say {{firstName}}', 'x'), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const lines = diffTexts(one.join('\n'), other.join('\n'))
      const side = (left: 'removed' | 'added') =>
        lines
          .filter(({ kind }) => kind !== left)
          .map(({ parts }) => parts.map((it) => it.text).join(''))
      expect(side('added').join('\n')).toBe(one.join('\n'))
      expect(side('removed').join('\n')).toBe(other.join('\n'))
    }),
  )
})

test('lines far from every change are counted and left out', () => {
  const before = Array.from({ length: 20 }, (_, line) => `line ${line}`)
  const after = before.with(10, 'another')
  const shown = collapseUnchanged(diffTexts(before.join('\n'), after.join('\n')))
  expect(shown[0]).toEqual({ left: 8 })
  expect(shown.at(-1)).toEqual({ left: 7 })
  expect(shown).toHaveLength(8)
})
