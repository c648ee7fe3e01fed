import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apiDocument } from '#server/platform/http/docs/document.ts'

// `npm run api`: checks the API description against Redocly's recommended rules, and fails on warnings too. The
// description is written to test-results/openapi.json.
const root = path.join(import.meta.dirname, '..')
const file = path.join(root, 'test-results', 'openapi.json')
mkdirSync(path.dirname(file), { recursive: true })
const document = apiDocument({ brandName: 'Maylab', cookie: 'login' })
const servers = [{ url: 'http://127.0.0.1:3000' }]
writeFileSync(file, JSON.stringify({ ...document, servers }, null, 2))

const redocly = path.join(root, 'node_modules', '.bin', 'redocly')
// `edit/{id}` and `{id}/test` are not ambiguous, because an id is a UUID, which the rule does not know.
const rules = ['--extends=recommended-strict', '--skip-rule=no-ambiguous-paths']
const { status } = spawnSync(redocly, ['lint', ...rules, file], {
  stdio: 'inherit',
  // No telemetry and no check for updates.
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
})
process.exitCode = status ?? 1
