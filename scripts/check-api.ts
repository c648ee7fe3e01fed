import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiDocument } from '#server/platform/http/docs/document.ts'

// `npm run api`: holds the description of the API to the rules that Redocly recommends, warnings too. The description
// stays at test-results/openapi.json, to be looked at.
const root = path.join(import.meta.dirname, '..')
const file = path.join(root, 'test-results', 'openapi.json')
mkdirSync(path.dirname(file), { recursive: true })
const document = apiDocument({ brandName: 'Maylab', cookie: 'login' })
const servers = [{ url: 'http://127.0.0.1:3000' }]
writeFileSync(file, JSON.stringify({ ...document, servers }, null, 2))

const redocly = path.join(root, 'node_modules', '.bin', 'redocly')
// An id is a UUID and never the word `edit`, which no rule can know: `edit/{id}` and `{id}/test` do not meet.
const rules = ['--extends=recommended-strict', '--skip-rule=no-ambiguous-paths']
const { status } = spawnSync(redocly, ['lint', ...rules, file], {
  stdio: 'inherit',
  // It tells nobody what it is used for, and asks nobody whether there is a newer one.
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
})
process.exitCode = status ?? 1
