/** The parts of JSON Schema that the contract's schemas use. */
type Schema = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  nullable?: boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}
type Described = { content?: Record<string, { schema?: Schema }> }
type RawOperation = {
  tags?: string[]
  summary?: string
  description?: string
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[]
  requestBody?: Described
  responses?: Record<string, Described>
}

export type Field = { name: string; type: string; isNeeded: boolean }
export type Operation = {
  method: string
  path: string
  summary: string
  description: string
  sent: { where: string; fields: Field[] }[]
  answer: Schema | undefined
}

/** The operations of an OpenAPI document by their first path segment. */
export function documentOf(document: { paths?: object }) {
  const groups = new Map<string, Operation[]>()
  const paths = (document.paths ?? {}) as Record<string, Record<string, RawOperation>>
  for (const [path, methods] of Object.entries(paths))
    for (const [method, raw] of Object.entries(methods)) {
      const tag = raw.tags?.[0]
      if (!tag) continue
      groups.set(tag, [...(groups.get(tag) ?? []), operationOf(method, path, raw)])
    }
  return new Map([...groups].toSorted(([a], [b]) => a.localeCompare(b)))
}

function operationOf(method: string, path: string, raw: RawOperation): Operation {
  const { summary = '', description = '', parameters = [], requestBody, responses } = raw
  const named = (place: string) =>
    parameters
      .filter((it) => it.in === place)
      .map(({ name, required, schema = {} }) => ({
        name,
        type: typeOf(schema),
        isNeeded: required === true,
      }))
  const body = schemaIn(requestBody)
  const sent = [
    { where: 'In the path', fields: named('path') },
    { where: 'In the query', fields: named('query') },
    { where: 'In the body', fields: body ? fieldsOf(body) : [] },
  ].filter(({ fields }) => fields.length)
  const answer = schemaIn(responses?.['200'])
  return { method: method.toUpperCase(), path, summary, description, sent, answer }
}

const schemaIn = (described: Described | undefined) =>
  described?.content?.['application/json']?.schema

/** The fields of an object, of the objects in it and in its lists, by their dotted names. */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const inner = schema.items ?? withoutNull(schema)
  if (inner !== schema) return fieldsOf(inner, schema.items ? `${prefix}[]` : prefix)
  if (!schema.properties) return prefix ? [] : [{ name: '—', type: typeOf(schema), isNeeded: true }]
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const full = [prefix, name].filter(Boolean).join('.')
    const isNeeded = schema.required?.includes(name) ?? false
    return [{ name: full, type: typeOf(property), isNeeded }, ...fieldsOf(property, full)]
  })
}

/** The one alternative beside null, where there is only one. */
function withoutNull(schema: Schema) {
  const real = schema.anyOf?.filter(({ type }) => type !== 'null')
  return (real?.length === 1 && real[0]) || schema
}

function typeOf({ nullable, ...schema }: Schema): string {
  if (nullable) return `${typeOf(schema)} or null`
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((it) => JSON.stringify(it)).join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items)}`
  return schema.format ?? schema.type ?? 'anything'
}
