import { expect, it } from 'vitest'
import { toTokensFile } from './moonshine-tokens.ts'

const program = (tokens: string[]) =>
  `const llama_vocab_base64 = "${Buffer.from(tokens.join('\n')).toString('base64')}";\nrun()`

it('writes words, spaces and single bytes as bytes, followed by the special tokens', () => {
  const lines = toTokensFile(program(['<unk>', '<0x0A>', '▁good', 'é'])).split('\n')
  const read = lines.slice(0, -1).map((line) => {
    const [bytes = '', id] = line.split(' ')
    return [Buffer.from(bytes, 'base64').toString(), Number(id)]
  })
  expect(read.slice(0, 4)).toEqual([
    ['<unk>', 0],
    ['\n', 1],
    [' good', 2],
    ['é', 3],
  ])
  expect(read).toHaveLength(4 + 768)
  expect(read.at(-1)?.[1]).toBe(771)
})

it('rejects a program without a vocabulary', () => {
  expect(() => toTokensFile('nothing')).toThrow('There is no vocabulary')
})
