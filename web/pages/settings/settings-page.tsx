import { z } from 'zod'
import { RequireRole } from '#web/features/auth/require-role.tsx'
import { useAddress } from '#web/lib/address.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { optional } from '#web/ui/optional.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const GeneralSettings = optional(
  async () => (await import('#web/features/settings/general-settings.tsx')).GeneralSettings,
  'The settings could not be loaded.',
)
const PromptTemplates = optional(
  async () => (await import('#web/features/prompts/prompt-templates.tsx')).PromptTemplates,
  'The AI prompts could not be loaded.',
)
const ExecutionLogs = optional(
  async () => (await import('#web/features/executions/execution-logs.tsx')).ExecutionLogs,
  'The execution logs could not be loaded.',
)
const ExternalIntegrations = optional(
  async () =>
    (await import('#web/features/integrations/external-integrations.tsx')).ExternalIntegrations,
  'The integrations could not be loaded.',
)
const MoveRecordings = optional(
  async () => (await import('#web/features/recordings/move-recordings.tsx')).MoveRecordings,
  'What can be moved could not be loaded.',
)
const definitions = () => import('#web/features/definitions/definition-tabs.tsx')
const failed = 'The definitions could not be loaded.'
const MetricDefinitions = optional(async () => (await definitions()).MetricDefinitions, failed)
const SessionTypes = optional(async () => (await definitions()).SessionTypes, failed)
const AssignmentTypes = optional(async () => (await definitions()).AssignmentTypes, failed)

export function SettingsPage() {
  return (
    <RequireRole roles={['system_admin']}>
      <SystemSettings />
    </RequireRole>
  )
}

/** The seven tabs in their order (specification part 2, section 2.4). The first one is where the address names none. */
const tabs = [
  { value: 'general', label: 'General Settings', content: <GeneralSettings /> },
  { value: 'metrics', label: 'Metric Definitions', content: <MetricDefinitions /> },
  { value: 'session-types', label: 'Session Types', content: <SessionTypes /> },
  { value: 'assignment-types', label: 'Assignment Types', content: <AssignmentTypes /> },
  { value: 'prompts', label: 'AI Prompts', content: <PromptTemplates /> },
  { value: 'executions', label: 'AI Execution Logs', content: <ExecutionLogs /> },
  {
    value: 'integrations',
    label: 'External Integrations',
    content: <ExternalIntegrations below={{ video_storage: <MoveRecordings /> }} />,
  },
]

const tabAddress = z.object({ tab: z.enum(tabs.map(({ value }) => value)) })

function SystemSettings() {
  usePageTitle('System Settings')
  const { values, replaceBy } = useAddress(tabAddress)
  const { tab = 'general' } = values
  return (
    <div className="mx-auto max-w-7xl">
      <PageHeader title="System Settings" subtitle="What holds for the whole installation." />
      <Tabs
        label="System settings"
        value={tab}
        onValueChange={(next) => replaceBy({ tab: next })}
        tabs={tabs}
      />
    </div>
  )
}
