import { expect, test } from 'vitest'
import { z } from 'zod'
import { formResolver } from './form-resolver.ts'

const schema = z.object({ due: z.string(), at: z.string(), weeks: z.number().optional() })
const fields = (half: readonly string[]) =>
  Object.fromEntries(
    Object.entries({ due: 'date', at: 'time', weeks: 'number' }).map(([name, type]) => [
      name,
      { name, ref: { name, type, validity: { badInput: half.includes(name) } } },
    ]),
  )
const names = ['due', 'at', 'weeks'] as const
const resolved = (half: readonly string[] = []) =>
  formResolver(schema)({ due: '', at: '', weeks: undefined }, undefined, {
    fields: fields(half) as never,
    names: [...names],
    shouldUseNativeValidation: false,
  })

test('a form whose fields can be read is what its schema says', async () => {
  expect(await resolved()).toEqual({ errors: {}, values: { due: '', at: '' } })
})

test.each([
  ['due', 'This date is not complete.'],
  ['at', 'This time is not complete.'],
  ['weeks', 'This is not a number.'],
])('what is half typed into %s is no empty field: nothing is sent', async (name, message) => {
  const { errors, values } = await resolved([name])
  expect(errors).toEqual({ [name]: { type: 'badInput', message } })
  expect(values).toEqual({})
})
