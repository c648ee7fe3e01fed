import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64BodyParser } from './base64-body-parser.ts'

function received(chunks: Buffer[]) {
  const parser = base64BodyParser()
  const bytes = Buffer.concat(chunks.map((chunk) => parser.push(chunk)))
  return { ...parser.end(), bytes }
}
const receivedText = (text: string) => received([Buffer.from(text)])

/** Splits the text into chunks of the given lengths, repeatedly. */
function cut(text: string, lengths: number[]) {
  const whole = Buffer.from(text)
  const chunks: Buffer[] = []
  for (let at = 0, turn = 0; at < whole.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1
    chunks.push(whole.subarray(at, at + length))
    at += length
  }
  return chunks
}

/** The JSON notations of a base64 text. */
const spellings = {
  plain: (text: string) => text,
  'with escaped slashes': (text: string) => text.replaceAll('/', '\\/'),
  'with code points': (text: string) => text.replaceAll('/', '\\u002f').replaceAll('A', '\\u0041'),
  'in lines': (text: string) => text.replaceAll(/.{76}/g, '$&\\r\\n'),
  'without padding': (text: string) => text.replaceAll('=', ''),
}

test('the video arrives unchanged in any JSON spelling and any chunks', () => {
  fc.assert(
    fc.property(
      fc.record({
        bytes: fc.uint8Array({ maxLength: 600 }),
        fileName: fc.string({ unit: 'binary' }),
        clientFullName: fc.string({ unit: 'grapheme' }),
        others: fc.dictionary(fc.string(), fc.jsonValue()),
        order: fc.infiniteStream(fc.nat()),
        prefix: fc.constantFrom('', 'data:video/mp4;base64,', 'data:video/webm;codecs=vp8;base64,'),
        spelling: fc.constantFrom(...Object.values(spellings)),
        space: fc.constantFrom('', ' ', '\n\t '),
        lengths: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      }),
      ({ bytes, fileName, clientFullName, others, order, prefix, spelling, space, lengths }) => {
        const base64 = spelling(prefix + Buffer.from(bytes).toString('base64'))
        const members = [
          ...Object.entries(others)
            .filter(([key]) => !['fileName', 'fileData', 'clientFullName'].includes(key))
            .map(([key, value]) => [JSON.stringify(key), JSON.stringify(value)]),
          ['"fileName"', JSON.stringify(fileName)],
          ['"clientFullName"', JSON.stringify(clientFullName)],
          ['"fileData"', `"${base64}"`],
        ].map(([key, value]) => `${space}${key}${space}:${space}${value}${space}`)
        const shuffled = members
          .map((member) => ({ member, rank: order.next().value ?? 0 }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ member }) => member)
        const json = `${space}{${shuffled.join(',')}}${space}`
        expect(received(cut(json, lengths))).toEqual({
          fileName,
          clientFullName,
          bytes: Buffer.from(bytes),
        })
      },
    ),
    { numRuns: 150 },
  )
})

test.each([
  ['nothing', '', 'The body is not complete JSON.'],
  ['a list', '["fileData"]', 'The body is not complete JSON.'],
  ['a text that is not JSON', 'hello', 'The body must be a JSON object.'],
  ['an object that ends early', '{"fileData":"AAAA"', 'The body is not complete JSON.'],
  ['a video that ends early', '{"fileName":"a","fileData":"AAAA', 'The body is not complete JSON.'],
  ['something after the end', '{"fileData":"AAAA"} x', 'The body must be a JSON object.'],
  ['a trailing comma', '{"fileData":"AAAA",}', 'The body is not complete JSON.'],
  ['no video', '{"fileName":"a.mp4","clientFullName":"A"}', 'fileData is missing.'],
  ['a nested video', '{"x":{"fileData":"AAAA"}}', 'fileData is missing.'],
  ['a number as video', '{"fileData":12}', 'fileData must be the video as base64 text.'],
  ['two videos', '{"fileData":"AAAA","fileData":"AAAA"}', 'fileData must not occur twice.'],
  ['an asterisk in the base64', '{"fileData":"AA*AAAAA"}', 'fileData is not valid base64.'],
  ['a space in the base64', '{"fileData":"AAAA AAAA"}', 'fileData is not valid base64.'],
  ['padding in the middle', '{"fileData":"AA==AAAA"}', 'fileData is not valid base64.'],
  ['too much padding', '{"fileData":"A==="}', 'fileData is not valid base64.'],
  ['a lone character', '{"fileData":"AAAAA"}', 'fileData is not valid base64.'],
  ['an escaped backslash', '{"fileData":"AA\\\\AAAA"}', 'fileData is not valid base64.'],
  [
    'a prefix of another kind',
    '{"fileData":"data:video/mp4,AAAA"}',
    'fileData is not valid base64.',
  ],
])('%s is rejected with a sentence', (_, text, sentence) => {
  const refused = expect.objectContaining({ code: 'invalid', message: sentence })
  expect(() => receivedText(text)).toThrow(refused)
})

test('too much text besides the video is rejected', () => {
  const text = `{"fileName":"${'a'.repeat(100_000)}","fileData":"AAAA"}`
  expect(() => receivedText(text)).toThrow('The body contains too much besides fileData.')
})

test('keys may be written with escapes', () => {
  expect(receivedText('{"file\\u0044ata":"AQID"}').bytes).toEqual(Buffer.from([1, 2, 3]))
})
