import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { schemas } from './contract-exports.ts'

export type JsonSchema = z.core.JSONSchema.JSONSchema
type Direction = 'input' | 'output'
type Names = ReturnType<typeof z.registry<{ id: string }>>

/**
 * The contract's schemas as JSON Schema. One that the contract exports is written once, under its name, and pointed at
 * from elsewhere; what is sent is named otherwise only where it differs from what is answered (`NewUserInput`).
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
      !isDeepStrictEqual(written(schema, 'input', names), written(schema, 'output', names)),
  )
  for (const { name, schema } of differ) names.input.add(schema, { id: `${name}Input` })

  return {
    components,
    write: (schema: z.ZodType, way: Direction) => {
      const { $defs, ...own } = written(schema, way, names)
      for (const [name, it] of Object.entries($defs ?? {}))
        components[name] = pointingAtComponents(it)
      return pointingAtComponents(own)
    },
  }
}

/** In an object of its own, because at the top a schema with a name is not pointed at. */
function written(schema: z.ZodType, way: Direction, names: Record<Direction, Names>) {
  const { properties, $defs } = z.toJSONSchema(z.object({ it: schema }), {
    io: way,
    metadata: names[way],
    unrepresentable: 'any',
    override: ({ jsonSchema, zodSchema }) => simplify(jsonSchema, zodSchema, way),
  })
  return { ...(properties?.['it'] as JsonSchema), ...($defs && { $defs }) }
}

/** Leaves out what says nothing more: bounds of every whole number, the pattern of a format, that an answer may not grow. */
function simplify(it: JsonSchema, { _zod: { def } }: z.core.$ZodTypes, way: Direction) {
  delete it.id
  if (it.minimum === Number.MIN_SAFE_INTEGER) delete it.minimum
  if (it.maximum === Number.MAX_SAFE_INTEGER) delete it.maximum
  if (it.format) delete it.pattern
  if (way === 'output' && def.type === 'object' && !def.catchall) delete it.additionalProperties
  if (def.type === 'record' && it.required) nameKeys(it)
}

/** A record with a closed list of keys is an object with these. */
function nameKeys(it: JsonSchema) {
  const { additionalProperties: value = {}, required = [] } = it
  it.properties = Object.fromEntries(required.map((key) => [key, value]))
  delete it.propertyNames
  delete it.additionalProperties
}

const pointingAtComponents = (schema: JsonSchema) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema
