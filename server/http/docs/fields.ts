import type { ApiDocument } from './document.ts'
import type { Operation } from './operation.ts'
import type { JsonSchema } from './schemas.ts'

type Resolve = (schema: JsonSchema) => JsonSchema
export type Field = { name: string; type: string; isNeeded: boolean }
export type Described = Pick<Operation, 'operationId' | 'summary' | 'description'> & {
  method: string
  path: string
  sent: { where: string; fields: Field[] }[]
  answered: Field[]
  refusals: string[]
}

/** The operations of a document by their group, with the fields of what is sent and answered. */
export function describedIn(document: ApiDocument) {
  const { schemas } = document.components
  const resolve: Resolve = ({ $ref, ...own }) =>
    $ref ? { ...schemas[$ref.split('/').at(-1) ?? ''], ...own } : own
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, it]) =>
        [
          it.tags[0] ?? '',
          { method: method.toUpperCase(), path, ...described(it, resolve) },
        ] as const,
    ),
  )
  const groups = Map.groupBy(operations, ([group]) => group)
  return [...groups].map(([name, them]) => ({ name, operations: them.map(([, it]) => it) }))
}

const places = { path: 'In the path', query: 'In the query', header: 'In headers' }

function described({ operationId, summary, description, ...it }: Operation, resolve: Resolve) {
  const { parameters = [], requestBody, responses } = it
  const sent = Object.entries(places).map(([place, where]) => ({
    where,
    fields: parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, schema }) => ({
        name,
        type: typeOf(schema, resolve),
        isNeeded: required,
      })),
  }))
  const body = schemaIn(requestBody)
  const answer = schemaIn(responses['200'])
  return {
    ...{ operationId, summary, description },
    sent: [...sent, { where: 'In the body', fields: body ? fieldsOf(body, resolve) : [] }].filter(
      ({ fields }) => fields.length,
    ),
    answered: answer ? fieldsOf(answer, resolve) : [],
    refusals: Object.keys(responses).filter((status) => Number(status) >= 400),
  }
}

const schemaIn = (it: object | undefined) =>
  it && 'content' in it
    ? (it as Pick<NonNullable<Operation['requestBody']>, 'content'>).content['application/json']
        ?.schema
    : undefined

/** The fields of an object, of the objects in it and in its lists, by their dotted names. */
export function fieldsOf(pointer: JsonSchema, resolve: Resolve, prefix = ''): Field[] {
  const schema = resolve(pointer)
  const inner = (schema.items as JsonSchema | undefined) ?? onlyChoice(schema)
  if (inner) return fieldsOf(inner, resolve, schema.items ? `${prefix}[]` : prefix)
  const { properties, required = [] } = schema
  if (!properties)
    return prefix ? [] : [{ name: '—', type: typeOf(schema, resolve), isNeeded: true }]
  return Object.entries(properties).flatMap(([name, it]) => {
    const full = [prefix, name].filter(Boolean).join('.')
    const property = it as JsonSchema
    return [
      { name: full, type: typeOf(property, resolve), isNeeded: required.includes(name) },
      ...fieldsOf(property, resolve, full),
    ]
  })
}

/** The one alternative beside null, where there is only one. */
function onlyChoice({ anyOf = [] }: JsonSchema) {
  const [first, ...more] = anyOf.filter((it) => (it as JsonSchema).type !== 'null')
  return more.length ? undefined : (first as JsonSchema | undefined)
}

function typeOf(pointer: JsonSchema, resolve: Resolve): string {
  const schema = resolve(pointer)
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices) return [...new Set(choices.map((it) => typeOf(it, resolve)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((it) => JSON.stringify(it)).join(' or ')
  if (schema.items) return `list of ${typeOf(schema.items as JsonSchema, resolve)}`
  return schema.format ?? (typeof schema.type === 'string' ? schema.type : 'anything')
}
