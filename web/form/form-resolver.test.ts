import { expect, test } from 'vitest'
import { z } from 'zod'
import { formResolver } from './form-resolver.ts'

const schema = z.object({ due: z.string(), at: z.string(), weeks: z.number().optional() })
const fields = (incomplete: readonly string[]) =>
  Object.fromEntries(
    Object.entries({ due: 'date', at: 'time', weeks: 'number' }).map(([name, type]) => [
      name,
      { name, ref: { name, type, validity: { badInput: incomplete.includes(name) } } },
    ]),
  )
const names = ['due', 'at', 'weeks'] as const
const validate = (incomplete: readonly string[] = []) =>
  formResolver(schema)({ due: '', at: '', weeks: undefined }, undefined, {
    fields: fields(incomplete) as never,
    names: [...names],
    shouldUseNativeValidation: false,
  })

test('a completely filled form is validated by its schema', async () => {
  expect(await validate()).toEqual({ errors: {}, values: { due: '', at: '' } })
})

test.each([
  ['due', 'This date is not complete.'],
  ['at', 'This time is not complete.'],
  ['weeks', 'This is not a number.'],
])('a half-typed %s is an error and not an empty field', async (name, message) => {
  const { errors, values } = await validate([name])
  expect(errors).toEqual({ [name]: { type: 'badInput', message } })
  expect(values).toEqual({})
})
