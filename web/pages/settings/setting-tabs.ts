import { settingNames, settingEntry } from '#contract/settings/setting-entries.ts'
import { settingGroups } from '#web/features/settings/general/setting-format.ts'

/** Found by its title, and by other words for it. */
type Section = { title: string; words?: string }

/** The groups of the general settings with the names of their settings. */
const groups = Object.entries(settingGroups).map(([group, { title }]) => ({
  title,
  words: settingNames
    .map(settingEntry)
    .filter((it) => it.group === group)
    .map(({ label }) => label)
    .join(' '),
}))

const tab = <Value extends string>(value: Value, label: string, sections: Section[] = []) => ({
  value,
  label,
  sections,
})

/** The seven tabs of the system settings in their order (docs/product.md, "System settings"), and what is on each. */
export const settingTabs = [
  tab('general', 'General Settings', [...groups, { title: 'Consent texts' }]),
  tab('metrics', 'Metric Definitions', [
    ...[{ title: 'Metric Categories' }, { title: 'Metrics' }, { title: 'Session Metrics' }],
  ]),
  tab('session-types', 'Session Types'),
  tab('assignment-types', 'Assignment Types'),
  tab('prompts', 'AI Prompts', [{ title: 'Golden transcripts' }]),
  tab('executions', 'AI Execution Logs', [
    { title: 'AI Execution Monitoring', words: 'prices costs quality errors' },
  ]),
  tab('integrations', 'External Integrations', [
    { title: 'Video storage', words: 'recordings move S3 bunny' },
    { title: 'Transcription' },
    { title: 'AI analysis', words: 'language model LLM OpenAI Anthropic' },
    { title: 'Email and SMS', words: 'SMTP text message' },
    { title: 'CRM' },
    { title: 'Identity providers', words: 'single sign-on SSO OIDC' },
    { title: 'API tokens' },
    { title: 'Webhooks' },
  ]),
]
