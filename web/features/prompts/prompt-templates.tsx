import { useQuery } from '@tanstack/react-query'
import { CircleCheck, MessageSquareText, Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import {
  listTemplates,
  type Template,
  templateType,
  deleteTemplate,
  templateTypeLabel,
} from '#contract/prompts/prompts.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { queryFor } from '#web/lib/query.ts'
import { wholeList } from '#web/lib/use-list.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Rows, RowsLoading } from '#web/ui/rows.tsx'
import { Select } from '#web/ui/select.tsx'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { typeOptions } from './template-fields.tsx'
import { templateColumns } from './template-columns.tsx'
import { TemplateDialog } from './template-dialog.tsx'
import { TemplateVersions } from './template-versions.tsx'
import { ActivateTemplate } from './activate-template.tsx'
import { GoldenTranscripts } from './golden-transcripts.tsx'

const urlState = z.object({ type: templateType })

type Open = {
  what: 'form' | 'versions' | 'delete' | 'activate'
  id?: string
  /** If it concerns another version than the current one. */
  number?: number | undefined
  isOpen: boolean
}

/** All prompt templates, with the dialogs to edit, check and activate them. */
export function PromptTemplates() {
  const templates = useQuery(queryFor(listTemplates, {}))
  const { values, change } = useUrlState(urlState)
  const [open, setOpen] = useState<Open>()
  const add = useRef<HTMLButtonElement>(null)
  const columns = useMemo(
    () => templateColumns((what, { id }) => setOpen({ what, id, isOpen: true })),
    [],
  )
  const activating = open?.what === 'activate' && templates.data?.find(({ id }) => id === open.id)
  const shape = { columns, cardHeight: 280 }
  const { type } = values
  const create = (
    <Button ref={add} icon={Plus} onClick={() => setOpen({ what: 'form', isOpen: true })}>
      Add Template
    </Button>
  )
  const dialogProps = (what: Open['what']) => ({
    isOpen: open?.what === what && open.isOpen,
    onClose: () => setOpen((it) => it && { ...it, isOpen: false }),
    template: templates.data?.find(({ id }) => id === open?.id),
  })
  const openText = (what: 'form' | 'activate') => (number: number) =>
    setOpen((it) => it && { ...it, what, number, isOpen: true })
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="text-base">AI Prompts</h2>
          <p className="text-muted">One active template per type.</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 lg:flex-nowrap">
          <Select
            aria-label="Type"
            className="max-w-52"
            value={type ?? ''}
            onValueChange={(next) => change({ type: templateType.safeParse(next).data })}
            options={[{ value: '', label: 'All Types' }, ...typeOptions]}
          />
          <Button asChild variant="secondary" size="md" icon={CircleCheck}>
            <Link to={`${paths.settings}?tab=executions&view=quality`}>Analysis quality</Link>
          </Button>
          {create}
        </div>
      </div>
      <ReadState
        read={templates}
        loading={<RowsLoading {...shape} label="Loading the AI prompts" />}
        failed="The AI prompts could not be loaded"
        notRefreshed="The AI prompts could not be refreshed."
      >
        {(all) => {
          const rows = all.filter((it) => !type || it.type === type)
          return rows.length ? (
            <Rows
              {...shape}
              label="AI prompt templates"
              list={wholeList(sortTemplates(rows))}
              rowKey={({ id }) => id}
            />
          ) : (
            <EmptyState
              icon={MessageSquareText}
              title={all.length ? 'No templates of this type' : 'No AI prompt templates yet'}
              hint="Templates hold the prompts for processing transcripts, extracting values and preparing sessions."
              action={create}
            />
          )
        }}
      </ReadState>
      <div className="mt-6">
        <Collapsible title="Golden transcripts" summary="Tests for templates">
          <GoldenTranscripts />
        </Collapsible>
      </div>
      {activating && (
        <ActivateTemplate
          key={`${activating.id} ${open.number}`}
          {...dialogProps('activate')}
          template={activating}
          number={open.number}
          onEdit={openText('form')}
        />
      )}
      {open?.what === 'form' && (
        <TemplateDialog
          key={`${open.id ?? 'new'} ${open.number}`}
          {...dialogProps('form')}
          number={open.number}
          type={type}
          onActivate={(id, number) => setOpen({ what: 'activate', id, number, isOpen: true })}
        />
      )}
      {open?.what === 'versions' && (
        <TemplateVersions
          key={open.id}
          {...dialogProps('versions')}
          onUse={openText('activate')}
          onEdit={openText('form')}
        />
      )}
      {open?.what === 'delete' && (
        <DeleteTemplate
          key={open.id}
          {...dialogProps('delete')}
          onDeleted={() => add.current?.focus()}
        />
      )}
    </>
  )
}

const rank = new Map(templateType.options.map((type, index) => [type, index]))

/** By type, the active one first, then by name. */
const sortTemplates = (templates: readonly Template[]) =>
  templates.toSorted(
    (a, b) =>
      (rank.get(a.type) ?? 0) - (rank.get(b.type) ?? 0) ||
      Number(b.isActive) - Number(a.isActive) ||
      a.name.localeCompare(b.name),
  )

type DeleteTemplateProps = {
  isOpen: boolean
  onClose: () => void
  /** Called when the row is gone, to move the focus elsewhere. */
  onDeleted: () => void
  template: Template | undefined
}

/** Asks for confirmation, or says why the template cannot be deleted. */
function DeleteTemplate({ template, onDeleted, ...dialog }: DeleteTemplateProps) {
  if (!template) return null
  const { id, name, type, isActive } = template
  if (isActive)
    return (
      <Dialog
        {...dialog}
        size="sm"
        title={`${name} cannot be deleted`}
        description={`It is the active template for ${templateTypeLabel[type].toLowerCase()}. Activate another one of this type first.`}
        footer={
          <Button variant="secondary" onClick={dialog.onClose}>
            Close
          </Button>
        }
      />
    )
  return (
    <DeleteDialog
      {...dialog}
      title={`Delete ${name}?`}
      description={describeDeletion(template)}
      confirmLabel="Delete template"
      mutationFn={(call) => call(deleteTemplate, { params: { id } })}
      successToast={{ title: 'AI prompt template deleted', description: name }}
      errorToast="Failed to delete AI prompt template"
      onDeleted={onDeleted}
    />
  )
}

function describeDeletion({ versionNumber: versions = 1 }: Template) {
  const older = versions === 2 ? 'its older version' : `its ${versions - 1} older versions`
  return `Its prompts${versions > 1 ? ` and ${older}` : ''} will be deleted. Past runs stay in the execution logs with the prompts they used. This cannot be undone.`
}
