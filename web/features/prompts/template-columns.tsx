import { CircleCheck, History, Pencil, Trash2 } from 'lucide-react'
import { type Template, templateTypeLabel } from '#contract/prompts/prompts.ts'
import { formatDate } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lastCheckBadge } from './check-format.ts'

type OnOpen = (what: 'form' | 'versions' | 'delete' | 'activate', template: Template) => void

export const templateColumns = (onOpen: OnOpen): Column<Template>[] => [
  {
    id: 'name',
    header: 'NAME',
    cell: ({ name, description }) => (
      <span className="block min-w-0">
        <span
          dir="auto"
          title={name}
          className="block truncate font-semibold max-md:whitespace-normal"
        >
          {name}
        </span>
        {description && (
          <span title={description} className="line-clamp-1 text-xs break-words text-muted">
            {description}
          </span>
        )}
      </span>
    ),
    isHeading: true,
    width: 250,
    grow: 1,
    onPhone: 'head',
  },
  {
    id: 'type',
    header: 'TYPE',
    cell: ({ type }) => <Badge tone="blue">{templateTypeLabel[type]}</Badge>,
    width: 156,
    onPhone: 'line',
  },
  {
    id: 'version',
    header: 'VERSION',
    cell: ({ version }) => <span className="break-words">{version}</span>,
    width: 76,
    priority: 1,
    onPhone: { fact: 'Version' },
  },
  {
    id: 'changed',
    header: 'CHANGED',
    cell: ({ updatedAt }) => (updatedAt ? formatDate(updatedAt) : ''),
    width: 110,
    priority: 2,
    onPhone: { fact: 'Changed' },
  },
  {
    id: 'check',
    header: 'CHECK',
    cell: ({ lastCheck }) => {
      const look = lastCheckBadge(lastCheck)
      return look ? <Badge tone={look.tone}>{look.label}</Badge> : 'Not checked'
    },
    width: 108,
    priority: 3,
    folded: ({ lastCheck }) => lastCheckBadge(lastCheck)?.label ?? 'Not checked',
    onPhone: { fact: 'Check' },
  },
  {
    id: 'status',
    header: 'STATUS',
    cell: (template) =>
      template.isActive ? (
        <Badge tone="green" icon={CircleCheck}>
          Active
        </Badge>
      ) : (
        <Button variant="secondary" size="sm" onClick={() => onOpen('activate', template)}>
          Activate<span className="sr-only"> {template.name}</span>
        </Button>
      ),
    width: 112,
    onPhone: 'corner',
  },
  {
    id: 'actions',
    header: 'ACTIONS',
    cell: (template) => (
      <span className="flex justify-end gap-1 max-md:justify-start">
        <IconButton
          size="sm"
          icon={Pencil}
          label={`Edit ${template.name}`}
          onClick={() => onOpen('form', template)}
        />
        <IconButton
          size="sm"
          icon={History}
          label={`Versions of ${template.name}`}
          onClick={() => onOpen('versions', template)}
        />
        <IconButton
          size="sm"
          icon={Trash2}
          label={`Delete ${template.name}`}
          onClick={() => onOpen('delete', template)}
        />
      </span>
    ),
    isAtEnd: true,
    width: 124,
    onPhone: 'foot',
  },
]
