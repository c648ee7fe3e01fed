import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  createTemplate,
  listTemplates,
  readTemplateVersion,
  type Template,
  type TemplateType,
} from '#contract/prompts/prompts.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { queryFor, refetchQuery } from '#web/lib/query.ts'
import { ReadState } from '#web/parts/read-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { saveTemplate } from './save-template.ts'
import { TemplateFields } from './template-fields.tsx'
import { toFields, newTemplate, templateSchema } from './template-schema.ts'

type TemplateDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** Missing for a new one. */
  template: Template | undefined
  /** The version to start from, if not the current one. */
  number?: number | undefined
  /** The initial values of a new one. */
  type: TemplateType | undefined
  /** Called with a saved template or version that is to be activated, which needs a check and a confirmation. */
  onActivate: (id: string, number?: number) => void
}

/** Its texts are fixed (docs/product.md, "AI prompts"). */
export function TemplateDialog({ template, number, type, ...dialog }: TemplateDialogProps) {
  return template ? (
    <EditTemplate {...dialog} template={template} number={number} />
  ) : (
    <CreateTemplate {...dialog} type={type} />
  )
}

type Shared = Pick<TemplateDialogProps, 'isOpen' | 'onClose' | 'onActivate'>

const CreateTemplate = ({
  type,
  onActivate,
  ...dialog
}: Shared & Pick<TemplateDialogProps, 'type'>) => (
  <FormDialog
    {...dialog}
    size="lg"
    title="Create AI Prompt Template"
    schema={useMemo(() => templateSchema(), [])}
    defaults={newTemplate(type)}
    draftKey="new template"
    submitLabel="Create Template"
    pendingLabel="Saving..."
    mutationFn={({ fields }, call) =>
      call(createTemplate, { body: { ...fields, isActive: false } })
    }
    onSuccess={({ id }, { fields }) => fields.isActive && onActivate(id)}
    successToast={({ name }) => ({ title: 'AI prompt template created', description: name })}
    errorToast="Failed to create AI prompt template"
  >
    <TemplateFields />
  </FormDialog>
)

type EditProps = Shared & { template: Template; number: number | undefined }

function EditTemplate({ template, number, onActivate, ...dialog }: EditProps) {
  const { id, isActive } = template
  const version = useQuery({
    ...queryFor(readTemplateVersion, { params: { id, number: number ?? 1 } }),
    enabled: number !== undefined,
  })
  const queries = useQueryClient()
  const schema = useMemo(() => templateSchema(template), [template])
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title="Edit AI Prompt Template"
      {...(isActive && {
        description:
          'This template is in use. Changed prompts are saved as a new version and checked first.',
      })}
      schema={schema}
      defaults={
        number === undefined ? toFields(template) : version.data && toFields(template, version.data)
      }
      loading={
        <ReadState
          read={version}
          loading={<Skeleton className="h-96 w-full" />}
          failed="The version could not be loaded"
        >
          {() => null}
        </ReadState>
      }
      {...(template.rowVersion && { version: template.rowVersion })}
      reloadRow={async () => {
        const now = (await refetchQuery(queries, queryFor(listTemplates, {}))).find(
          (it) => it.id === id,
        )
        if (!now) throw new Error('The template has been deleted.')
        return { fields: toFields(now), version: now.rowVersion ?? 1 }
      }}
      draftKey={`template ${id} ${number ?? ''}`.trim()}
      submitLabel="Update Template"
      pendingLabel="Saving..."
      mutationFn={(filled, call) => saveTemplate(template, filled, call)}
      onSuccess={(draft, { fields }) => {
        if (draft) onActivate(id, draft.number)
        else if (fields.isActive && !isActive) onActivate(id)
      }}
      successToast={(draft, { fields }) => ({
        title: 'AI prompt template updated',
        description: draft ? `Version ${draft.number} is saved but not in use yet.` : fields.name,
      })}
      errorToast="Failed to update AI prompt template"
    >
      <TemplateFields isActive={isActive} />
    </FormDialog>
  )
}
