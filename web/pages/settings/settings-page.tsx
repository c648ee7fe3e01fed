import type { ReactNode } from 'react'
import { z } from 'zod'
import { useUrlState } from '#web/lib/url-state.ts'
import { usePageTitle } from '#web/lib/use-page-title.ts'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { settingTabs } from './setting-tabs.ts'

const GeneralSettings = lazyComponent(
  async () => (await import('#web/features/settings/general-settings.tsx')).GeneralSettings,
  'The settings could not be loaded.',
)
const ConsentTexts = lazyComponent(
  async () => (await import('#web/features/consents/consent-texts.tsx')).ConsentTexts,
  'The consent texts could not be loaded.',
)
const PromptTemplates = lazyComponent(
  async () => (await import('#web/features/prompts/prompt-templates.tsx')).PromptTemplates,
  'The AI prompts could not be loaded.',
)
const ExecutionLogs = lazyComponent(
  async () => (await import('#web/features/executions/execution-logs.tsx')).ExecutionLogs,
  'The execution logs could not be loaded.',
)
const ExternalIntegrations = lazyComponent(
  async () =>
    (await import('#web/features/integrations/external-integrations.tsx')).ExternalIntegrations,
  'The integrations could not be loaded.',
)
const StayHereNotice = lazyComponent(
  async () => (await import('#web/features/settings/stay-here-notice.tsx')).StayHereNotice,
)
const MoveRecordings = lazyComponent(
  async () => (await import('#web/features/recordings/move-recordings.tsx')).MoveRecordings,
  'The recording moves could not be loaded.',
)
const IdentityProviders = lazyComponent(
  async () =>
    (await import('#web/features/accounts/identity-providers/identity-providers.tsx'))
      .IdentityProviders,
  'The identity providers could not be loaded.',
)
const ApiTokens = lazyComponent(
  async () => (await import('#web/features/accounts/api-tokens/api-tokens.tsx')).ApiTokens,
  'The API tokens could not be loaded.',
)
const Webhooks = lazyComponent(
  async () => (await import('#web/features/webhooks/webhooks.tsx')).Webhooks,
  'The webhooks could not be loaded.',
)
const definitions = () => import('#web/features/definitions/definition-tabs.tsx')
const failed = 'The definitions could not be loaded.'
const MetricDefinitions = lazyComponent(async () => (await definitions()).MetricDefinitions, failed)
const SessionTypes = lazyComponent(async () => (await definitions()).SessionTypes, failed)
const AssignmentTypes = lazyComponent(async () => (await definitions()).AssignmentTypes, failed)

const contents: Record<(typeof settingTabs)[number]['value'], ReactNode> = {
  general: <GeneralSettings after={<ConsentTexts />} />,
  metrics: <MetricDefinitions />,
  'session-types': <SessionTypes />,
  'assignment-types': <AssignmentTypes />,
  prompts: <PromptTemplates />,
  executions: <ExecutionLogs />,
  integrations: (
    <ExternalIntegrations
      below={{
        video_storage: (
          <>
            <StayHereNotice name="audioStaysHere" />
            <MoveRecordings />
          </>
        ),
        transcription: <StayHereNotice name="audioStaysHere" />,
        ai_analysis: <StayHereNotice name="wordsStayHere" />,
      }}
      after={[
        <IdentityProviders key="identity-providers" />,
        <ApiTokens key="tokens" />,
        <Webhooks key="webhooks" />,
      ]}
    />
  ),
}
/** The first one is where the address names none. */
const tabs = settingTabs.map((tab) => ({ ...tab, content: contents[tab.value] }))

const tabAddress = z.object({ tab: z.enum(tabs.map(({ value }) => value)) })

export function SettingsPage() {
  usePageTitle('System Settings')
  const { values, replaceBy } = useUrlState(tabAddress)
  const { tab = 'general' } = values
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader title="System Settings" subtitle="Settings for the whole installation." />
      <Tabs
        label="System settings"
        value={tab}
        onValueChange={(next) => replaceBy({ tab: next })}
        tabs={tabs}
      />
    </div>
  )
}
