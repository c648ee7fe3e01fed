import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import type { z } from 'zod'

export class InvalidRequest extends Error {
  readonly issues: z.core.$ZodIssue[]
  /** Part of the request; set by Fastify. */
  validationContext: string | undefined
  constructor({ issues }: z.ZodError) {
    super('The request is not valid.')
    this.issues = issues
  }
}

export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (sent) => {
    const { data, error } = schema.safeParse(sent)
    return error ? { error: new InvalidRequest(error) } : { value: data }
  }

export const serializerCompiler: FastifySerializerCompiler<z.ZodType> =
  ({ schema }) =>
  (answer) =>
    JSON.stringify(schema.parse(answer))
