import { useQuery } from '@tanstack/react-query'
import { listTemplates, templateTypeLabel } from '#contract/prompts.ts'
import { read } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SettingsList } from './settings-list.tsx'

/** Which prompts there are, and which one of each type is used. */
export const PromptTemplates = () => (
  <SettingsList
    query={useQuery(read(listTemplates, {}))}
    title="AI prompts"
    description="The active one of each type is used."
    things="AI prompts"
    renderRow={({ name, type, version, isActive, description }) => (
      <>
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold">{name}</span>
          <Badge tone="blue">{templateTypeLabel[type]}</Badge>
          {isActive && <Badge tone="green">Active</Badge>}
          <span className="text-xs text-muted">Version {version}</span>
        </p>
        {description && <p className="text-muted">{description}</p>}
      </>
    )}
  />
)
