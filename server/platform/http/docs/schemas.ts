import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { schemas } from './contract-exports.ts'

export type JsonSchema = z.core.JSONSchema.JSONSchema
type Direction = 'input' | 'output'
type Names = ReturnType<typeof z.registry<{ id: string }>>

/**
 * The contract's schemas as JSON Schema. Exported schemas are written once, under their name, and referenced. The input
 * form has a name of its own (`NewUserInput`) only where it differs from the output form.
 */
export function schemaWriter() {
  const components: Record<string, JsonSchema> = {}
  const names = { input: z.registry<{ id: string }>(), output: z.registry<{ id: string }>() }
  for (const { name, schema } of schemas) {
    names.input.add(schema, { id: name })
    names.output.add(schema, { id: name })
  }
  const differ = schemas.filter(
    ({ schema }) =>
      !isDeepStrictEqual(convert(schema, 'input', names), convert(schema, 'output', names)),
  )
  for (const { name, schema } of differ) names.input.add(schema, { id: `${name}Input` })

  return {
    components,
    write: (schema: z.ZodType, direction: Direction) => {
      const { $defs, ...own } = convert(schema, direction, names)
      for (const [name, it] of Object.entries($defs ?? {})) components[name] = withComponentRefs(it)
      return withComponentRefs(own)
    },
  }
}

/** Wrapped in an object, because Zod does not write a reference for a named schema at the top level. */
function convert(schema: z.ZodType, direction: Direction, names: Record<Direction, Names>) {
  const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), {
    io: direction,
    metadata: names[direction],
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => simplify(jsonSchema, zodSchema, direction),
  })
  return { ...(properties?.['it'] as JsonSchema), ...($defs && { $defs }) }
}

/** Removes redundant keywords: default integer bounds, patterns of formats, `additionalProperties` of responses. */
function simplify(it: JsonSchema, { _zod: { def } }: z.core.$ZodTypes, direction: Direction) {
  delete it.id
  if (it.minimum === Number.MIN_SAFE_INTEGER) delete it.minimum
  if (it.maximum === Number.MAX_SAFE_INTEGER) delete it.maximum
  if (it.format) delete it.pattern
  if (direction === 'output' && def.type === 'object' && !def.catchall)
    delete it.additionalProperties
  if (def.type === 'record' && it.required) nameKeys(it)
}

/** Writes a record with a closed list of keys as an object with these properties. */
function nameKeys(it: JsonSchema) {
  const { additionalProperties: value = {}, required = [] } = it
  it.properties = Object.fromEntries(required.map((key) => [key, value]))
  delete it.propertyNames
  delete it.additionalProperties
}

const withComponentRefs = (schema: JsonSchema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
