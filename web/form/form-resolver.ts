import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldValues, get, type Resolver } from 'react-hook-form'
import type { z } from 'zod'

const badInputMessages: Partial<Record<string, string>> = {
  date: 'This date is not complete.',
  time: 'This time is not complete.',
  number: 'This is not a number.',
}

/**
 * Validates with a schema, and rejects half-typed dates and numbers: an input reports them as empty, which would clear the
 * saved value.
 */
export function formResolver<Fields extends FieldValues, Checked>(
  schema: z.ZodType<Checked, Fields>,
): Resolver<Fields, unknown, Checked> {
  const validate = zodResolver(schema)
  return async (values, context, options) => {
    const result = await validate(values, context, options)
    const badInputs = (options.names ?? []).flatMap((name) => {
      const { ref }: { ref?: Partial<HTMLInputElement> } = get(options.fields, name) ?? {}
      const message = ref?.validity?.badInput && badInputMessages[ref.type ?? '']
      return message ? [[name, { type: 'badInput', message }]] : []
    })
    if (!badInputs.length) return result
    return { values: {}, errors: { ...result.errors, ...Object.fromEntries(badInputs) } }
  }
}
