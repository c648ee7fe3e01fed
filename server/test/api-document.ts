import type { TestProject } from 'vitest/node'
import { apiDocument } from '../platform/http/docs/document.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The description of the API, as `/api/openapi.json` gives it. */
    apiDocument: ReturnType<typeof apiDocument>
  }
}

/** Written once for all test files: making it takes longer than reading it. */
export function setup({ provide }: TestProject) {
  provide('apiDocument', apiDocument({ brandName: 'Maylab', cookie: 'login' }))
}
