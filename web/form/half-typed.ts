import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldValues, get, type Resolver } from 'react-hook-form'
import type { z } from 'zod'

const half: Partial<Record<string, string>> = {
  date: 'This date is not complete.',
  time: 'This time is not complete.',
  number: 'This is not a number.',
}

/**
 * The rule of a schema. An input hands on what it cannot read as empty: where empty means none, what was half typed
 * would take away what is saved.
 */
export function readable<Fields extends FieldValues, Checked>(
  schema: z.ZodType<Checked, Fields>,
): Resolver<Fields, unknown, Checked> {
  const rule = zodResolver(schema)
  return async (values, context, options) => {
    const ruled = await rule(values, context, options)
    const faults = (options.names ?? []).flatMap((name) => {
      const { ref }: { ref?: Partial<HTMLInputElement> } = get(options.fields, name) ?? {}
      const message = ref?.validity?.badInput && half[ref.type ?? '']
      return message ? [[name, { type: 'badInput', message }]] : []
    })
    if (!faults.length) return ruled
    return { values: {}, errors: { ...ruled.errors, ...Object.fromEntries(faults) } }
  }
}
