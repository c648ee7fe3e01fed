import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod'

/** What a request has wrong, in the words of the contract's schema. */
export class InvalidRequest extends Error {
  readonly issues: z.core.$ZodIssue[]
  /** Which part of the request it is; Fastify says so. */
  validationContext: string | undefined
  constructor({ issues }: z.ZodError) {
    super('The request is not valid.')
    this.issues = issues
  }
}

/** Lets in what the contract's schema lets in, as it comes out of it. */
export const readBySchema: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (sent) => {
    const { data, error } = schema.safeParse(sent)
    return error ? { error: new InvalidRequest(error) } : { value: data }
  }

/** Writes what the contract's schema names; an answer of another form is a fault of ours. */
export const writeBySchema: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (answer) =>
    JSON.stringify(schema.parse(answer))

const none = () => () => {
  throw new Error('Nothing is compiled here.')
}
/** In the place of Fastify's own compilers: to read those takes nearly as long as to read the rest of it. */
export const noCompilers = { buildValidator: none, buildSerializer: none }
