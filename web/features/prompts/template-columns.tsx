import { CircleCheck, History, Pencil, Trash2 } from 'lucide-react'
import { type Template, templateTypeLabel } from '#contract/prompts.ts'
import { shortDate } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/column.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { lastCheckLook } from './check-words.ts'

type OnOpen = (what: 'form' | 'versions' | 'delete' | 'activate', template: Template) => void

export const templateColumns = (onOpen: OnOpen): Column<Template>[] => [
  {
    id: 'name',
    header: 'NAME',
    cell: ({ name, description }) => (
      <span className="block min-w-0">
        <span className="block font-semibold break-words">{name}</span>
        {description && (
          <span title={description} className="line-clamp-1 text-xs break-words text-muted">
            {description}
          </span>
        )}
      </span>
    ),
    isHeading: true,
    onPhone: 'head',
  },
  {
    id: 'type',
    header: 'TYPE',
    cell: ({ type }) => <Badge tone="blue">{templateTypeLabel[type]}</Badge>,
    width: 'w-40',
    onPhone: 'line',
  },
  {
    id: 'version',
    header: 'VERSION',
    cell: ({ version }) => <span className="break-words">{version}</span>,
    width: 'w-20',
    onPhone: { fact: 'Version' },
  },
  {
    id: 'changed',
    header: 'CHANGED',
    cell: ({ updatedAt }) => (updatedAt ? shortDate(updatedAt) : ''),
    width: 'w-30',
    onPhone: { fact: 'Changed' },
  },
  {
    id: 'check',
    header: 'CHECK',
    cell: ({ lastCheck }) => {
      const look = lastCheckLook(lastCheck)
      return look ? <Badge tone={look.tone}>{look.label}</Badge> : 'Not checked'
    },
    width: 'w-34',
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
    width: 'w-30',
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
    width: 'w-32',
    isAtEnd: true,
    onPhone: 'foot',
  },
]
