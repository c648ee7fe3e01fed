import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin, type Rolldown } from 'vite'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { paths } from '#web/paths.ts'

/** Script of a page, gzipped, in kB; and how many files of it. */
const most = { signIn: 200, page: 320, files: 16 }

type Page = { modules: string[]; isForVisitors?: boolean }
const inShell = (...modules: string[]): Page => ({
  modules: ['pages/shell/app-shell.tsx', ...modules],
})
const forVisitors = (module: string): Page => ({
  modules: [`pages/public/${module}`],
  isForVisitors: true,
})
const settings = (...tab: string[]) => inShell('pages/settings/settings-page.tsx', ...tab)
const home = (part: string) => inShell('pages/home/home-page.tsx', part)

/** What each address shows: one that is added does not compile before it stands here. */
const pages: Record<keyof typeof paths, Page | Record<string, Page>> = {
  landing: { modules: ['pages/public/landing-page.tsx'] },
  login: forVisitors('login-page.tsx'),
  forgotPassword: forVisitors('forgot-password-page.tsx'),
  resetPassword: forVisitors('reset-password-page.tsx'),
  onboard: forVisitors('onboarding-page.tsx'),
  app: {
    'app of an administrator': home('features/overview/system-overview.tsx'),
    'app of a coach': home('pages/home/coach-day.tsx'),
    'app of a client': home('pages/home/my-health-plan.tsx'),
    'app of an organization': home('pages/home/organization-home.tsx'),
  },
  clients: inShell('pages/clients/clients-page.tsx'),
  clientsWaitingFor: inShell('pages/clients/clients-page.tsx'),
  plan: {
    plan: inShell('pages/plan/plan-page.tsx'),
    'plan with its drawer': inShell('pages/plan/plan-page.tsx', 'pages/plan/session-drawer.tsx'),
  },
  myPlan: inShell('pages/my-plan/my-plan-page.tsx'),
  questionnaire: inShell('pages/questionnaire/questionnaire-page.tsx'),
  users: inShell('pages/users/users-page.tsx'),
  coaches: inShell('pages/coaches/coaches-page.tsx'),
  coach: inShell('pages/coaches/coach-page.tsx'),
  organizations: inShell('pages/organizations/organizations-page.tsx'),
  organization: inShell('pages/organizations/organization-page.tsx'),
  analytics: inShell('pages/analytics/analytics-page.tsx'),
  messages: inShell('pages/messages/messages-page.tsx'),
  failedMessages: inShell('pages/messages/messages-page.tsx'),
  auditLog: inShell('pages/audit/audit-log-page.tsx'),
  account: inShell('pages/account/account-page.tsx'),
  components: inShell('pages/components/components-page.tsx'),
  // A tab of it stands in the address.
  settings: {
    'general settings': settings('features/settings/general-settings.tsx'),
    definitions: settings('features/definitions/definition-tabs.tsx'),
    'AI prompts': settings('features/prompts/prompt-templates.tsx'),
    'execution logs': settings('features/executions/execution-logs.tsx'),
    integrations: settings(
      'features/integrations/external-integrations.tsx',
      'features/recordings/move-recordings.tsx',
    ),
  },
}
const isPage = (it: Page | Record<string, Page>): it is Page => Array.isArray(it['modules'])
const named = Object.entries(pages).flatMap(([name, it]) =>
  isPage(it) ? [[name, it] as const] : Object.entries(it),
)

const own = (file: string) => path.resolve('web', file)
/** Pieces that come with a press, with another page, or once a page is there: whatever else a page imports lazily counts as part of it. */
const askedFor = new Set(
  [
    ...['features/auth/sign-up-dialog.tsx', 'pages/shell/upload-link.tsx'],
    ...['features/recordings/tus-transfer.ts', 'features/recordings/interrupted-upload.tsx'],
    ...['features/recordings/upload-progress.tsx', 'features/recordings/has-sound.ts'],
    'features/plan/assignment-dialogs.tsx',
    ...['features/plan/carried-count.tsx', 'features/plan/move-dropped.tsx'],
    ...['features/sessions/add-session-dialog.tsx', 'features/sessions/move-session-dialog.tsx'],
    ...['features/sessions/delete-session.tsx', 'pages/my-plan/note-to-coach.tsx'],
    ...['pages/plan/key-list.tsx', 'pages/plan/deleted-session.tsx'],
    ...['features/recordings/delete-recording-dialog.tsx', 'features/clients/coach-turns.tsx'],
    ...['features/transcriptions/transcripts.tsx', 'features/recordings/picture-controls.tsx'],
    ...['features/transcriptions/lines-editor.tsx', 'features/transcriptions/transcribe-again.tsx'],
    'features/transcriptions/first-version.tsx',
    ...['features/transcriptions/draft-reads.ts', '../contract/prompts.ts'],
    ...['features/plan/value-history.tsx', 'features/plan/week-assessments.tsx'],
    ...['pages/plan/recording-tab.tsx', 'pages/plan/session-values.tsx'],
    'pages/plan/session-brief.tsx',
    'features/analysis/analysis-dialog.tsx',
    ...['features/plan/assessment-dialog.tsx', 'features/plan/set-risk-level.tsx'],
    'features/plan/risk-history.tsx',
    ...['pages/components/form-dialogs.tsx', 'pages/components/long-dialog.tsx'],
    ...[
      'features/settings/general/edit-setting.tsx',
      'features/settings/general/reset-setting.tsx',
    ],
    ...['features/prompts/template-dialog.tsx', 'features/prompts/template-versions.tsx'],
    ...['features/executions/execution-details.tsx', 'features/executions/model-prices-dialog.tsx'],
    ...['features/prompts/activate-template.tsx', 'features/prompts/golden-transcripts.tsx'],
    ...['features/integrations/add-provider.tsx', 'features/integrations/edit-provider.tsx'],
    ...['features/integrations/delete-provider.tsx', 'features/integrations/switch-provider.tsx'],
    ...['features/integrations/left-calls.tsx', 'features/definitions/metric-words.tsx'],
    'features/integrations/crm-sync.tsx',
    'features/executions/analysis-quality.tsx',
    ...[
      'features/notifications/notices-dialog.tsx',
      'features/notifications/notifications-dialog.tsx',
    ],
    ...['features/plan/print-plan.tsx', 'features/plan/burnout-weeks.tsx'],
    ...['features/plan/questionnaires-section.tsx', 'features/plan/questionnaire-results.tsx'],
    'features/plan/acknowledge-mark.tsx',
    'pages/shell/quick-jump-dialog.tsx',
    'features/plan/safety-notice.tsx',
  ].map(own),
)

const lazily = new Map<string, readonly string[]>()
const statically = new Map<string, readonly string[]>()
const noteImports: Plugin = {
  name: 'note-imports',
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const info = this.getModuleInfo(id)
      lazily.set(id, info?.dynamicallyImportedIds ?? [])
      statically.set(id, info?.importedIds ?? [])
    }
  },
}

const files = new Map<string, { size: number; imports: readonly string[] }>()
const fileOf = new Map<string, string>()

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  const built = (await build({
    configFile: 'vite.config.ts',
    logLevel: 'error',
    mode: 'production',
    plugins: [noteImports],
    build: { write: false },
  })) as Rolldown.RolldownOutput
  vi.unstubAllEnvs()
  for (const it of built.output) {
    if (it.type !== 'chunk') continue
    const size = gzipSync(it.code, { level: 9 }).length / 1000
    files.set(it.fileName, { size, imports: it.imports })
    for (const id of it.moduleIds) fileOf.set(id, it.fileName)
  }
}, 120_000)

/** The files that a page fetches. */
function fetched({ modules }: Page) {
  const entries = ['main.tsx', 'routes.tsx', ...modules].map(own)
  const elsewhere = new Set([own('routes.tsx'), own('pages/home/home-page.tsx')])
  const names = new Set<string>()
  const walked = new Set<string>()
  function take(name: string | undefined) {
    if (name === undefined || names.has(name)) return
    names.add(name)
    for (const it of files.get(name)?.imports ?? []) take(it)
  }
  function walk(id: string) {
    if (walked.has(id) || id.includes('node_modules')) return
    walked.add(id)
    take(fileOf.get(id))
    for (const it of statically.get(id) ?? []) walk(it)
    // Which of these is shown hangs on the address and on who reads it: the table above says so.
    if (elsewhere.has(id)) return
    for (const it of lazily.get(id) ?? [])
      if (!askedFor.has(it) && !entries.includes(it) && !isPageFile(it)) walk(it)
  }
  for (const it of entries) walk(it)
  return [...names].map((name) => ({ name, size: files.get(name)?.size ?? 0 }))
}
const pageFiles = new Set(named.flatMap(([, { modules }]) => modules.map(own)))
const isPageFile = (id: string) => pageFiles.has(id)

test('each address is shown by a page of its own', () => {
  const modules = named.flatMap(([, page]) => page.modules)
  expect(modules.filter((it) => !fileOf.has(own(it)))).toEqual([])
  const routed = lazily.get(own('routes.tsx')) ?? []
  const known = modules.map(own)
  expect(routed.filter((it) => !known.includes(it)).map((it) => path.relative('web', it))).toEqual([
    'pages/shell/no-such-page.tsx',
    'pages/public/not-found-page.tsx',
  ])
})

describe('what a page weighs', () => {
  test.each(named)('%s', (name, page) => {
    const parts = fetched(page)
    const weight = parts.reduce((sum, { size }) => sum + size, 0)
    const limit = page.isForVisitors ? most.signIn : most.page
    const told = parts.map((it) => `${it.size.toFixed(1)} kB ${path.basename(it.name)}`).join('\n')
    const sum = `${name}: ${weight.toFixed(1)} kB in ${parts.length + 1} files`
    expect(parts.length, sum).toBeGreaterThan(2)
    expect(weight, `${sum}, at most ${limit} kB:\n${told}`).toBeLessThanOrEqual(limit)
    // One more is first.js.
    expect(parts.length + 1, `${sum}, at most ${most.files}:\n${told}`).toBeLessThanOrEqual(
      most.files,
    )
  })
})
