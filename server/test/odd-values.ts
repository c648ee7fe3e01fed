import fc from 'fast-check'
import type { z } from 'zod'

/** An id that no row has. */
export const nothing = '0198a0de-5a1c-7a3c-8b2d-333333333333'

/** Text that PostgreSQL cannot store. */
const unstorable = ['\0', 'a\0b', 'ann@\0example.com', '\ud800', 'x\udc00y']
const oddTexts = [
  ...['', ' ', '😀', '\u202e', '\u2028', '\t\r\n', "'; --", '%', '_', '\\'],
  ...['__proto__', 'constructor', 'NaN', '-0', '1e400', '0x10', 'null', '[]', '{}', nothing, 'W10'],
  ...[
    '0000-01-01T00:00:00Z',
    '2026-02-01T00:00:00+23:59',
    '9999-12-31T23:59:59Z',
    '+275760-09-13T00:00:00Z',
  ],
  ...['WyJcdTAwMDAiLCJ4Il0', 'W10', 'IiI', 'a'.repeat(400), 'ø'.repeat(3000)],
]
const oddNumbers = [0, -0, -1, 0.1, 201, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308]
const deep = (value: unknown) => Array.from({ length: 500 }).reduce((inner) => [inner], value)
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...unstorable),
  fc.constantFrom(...unstorable),
  fc.constantFrom(...oddTexts),
  fc.constantFrom(...oddNumbers),
  fc.constantFrom<unknown>(null, true, false, [], {}, deep(1), { ['__proto__x']: [{}] }),
  fc.constantFrom<unknown>(
    Array.from({ length: 2000 }, () => 1),
    [[[null]]],
    [{ id: '\0' }],
  ),
  fc.jsonValue({ maxDepth: 3 }),
)

type Schema = z.core.JSONSchema.BaseSchema

/** Values that match a schema except in one place, so that they pass the first checks. */
export const nearly = (schema: Schema, ids: readonly string[]) =>
  fc
    .tuple(as(schema, ids), fc.nat(1000), odd, fc.boolean())
    .map(([value, at, other, isReplaced]) => (isReplaced ? replaceOne(value, at, other) : value))

/** Replaces one part of a value, chosen by `at`, with `other`. */
function replaceOne(value: unknown, at: number, other: unknown): unknown {
  const places = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (!places.length) return other
  const place = places[at % places.length] ?? ''
  const inner = Reflect.get(value as object, place) as unknown
  const changed = replaceOne(inner, Math.floor(at / places.length), other)
  return Array.isArray(value)
    ? value.with(Number(place), changed)
    : { ...(value as object), [place]: changed }
}

function as(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const { anyOf, enum: choices, const: only, properties, items, format, maxLength = 20 } = schema
  if (anyOf) return fc.oneof(...anyOf.map((it) => as(it, ids)))
  if (choices) return fc.constantFrom<unknown>(...choices)
  if (only !== undefined) return fc.constant<unknown>(only)
  if (properties)
    return fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, it]) => [name, as(it as Schema, ids)]),
      ),
      { requiredKeys: schema.required ?? [] },
    )
  if (items) return fc.array(as(items as Schema, ids), { maxLength: 3 })
  if (format === 'uuid') return fc.constantFrom(...ids)
  if (format === 'email') return fc.constantFrom('ann@example.com', 'ÆØÅ@example.com')
  if (format === 'date-time')
    return fc.constantFrom(
      '2026-05-05T10:00:00Z',
      '1900-01-01T00:00:00Z',
      '2200-12-31T23:59:59-14:00',
    )
  if (schema.type === 'number' || schema.type === 'integer')
    return fc.constantFrom(schema.minimum ?? 0, schema.maximum ?? 1, 1, 50, 2020)
  if (schema.type === 'boolean') return fc.boolean()
  return fc.oneof(
    fc.constantFrom(
      'Ann',
      'ann@example.com',
      'DKK',
      'Coach: Hello.',
      'x'.repeat(Math.min(maxLength, 5000)),
    ),
    fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 40) }),
  )
}

/** Encodes a value for a query string; text that is not well-formed becomes invalid UTF-8. */
export function queryText(value: unknown) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.isWellFormed() ? encodeURIComponent(text.slice(0, 2000)) : '%ed%a0%80'
}
