import type { TestProject } from 'vitest/node'
import { apiDocument } from '../platform/http/docs/document.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The OpenAPI document, as served at `/api/openapi.json`. */
    apiDocument: ReturnType<typeof apiDocument>
  }
}

/** Creates the document once for all test files: creating it is slower than reading it. */
export function setup({ provide }: TestProject) {
  provide('apiDocument', apiDocument({ brandName: 'Maylab', cookie: 'login' }))
}
