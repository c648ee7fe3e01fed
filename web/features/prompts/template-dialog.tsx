import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  createTemplate,
  listTemplates,
  type Template,
  type TemplateType,
  updateTemplate,
} from '#contract/prompts.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { read, readAnew } from '#web/lib/query.ts'
import { TemplateFields } from './template-fields.tsx'
import { fieldsOf, newTemplate, templateSchema } from './template-schema.ts'

type TemplateDialogProps = {
  isOpen: boolean
  onClose: () => void
  /** The one that is edited; none where one is made. */
  template: Template | undefined
  /** What a new one begins with. */
  type: TemplateType | undefined
  /** It is saved and to be made active: that is asked about with what it comes to on the golden transcripts. */
  onActivate: (id: string) => void
}

/** Texts word for word (specification part 2, section 2.5). */
export function TemplateDialog({ template, type, ...dialog }: TemplateDialogProps) {
  return template ? (
    <EditTemplate {...dialog} template={template} />
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
    keepAs="new template"
    submitLabel="Create Template"
    pendingLabel="Saving..."
    write={({ fields }, call) => call(createTemplate, { body: { ...fields, isActive: false } })}
    onSuccess={({ id }, { fields }) => fields.isActive && onActivate(id)}
    done={({ name }) => ({ title: 'AI prompt template created', description: name })}
    failed="Failed to create AI prompt template"
  >
    <TemplateFields />
  </FormDialog>
)

function EditTemplate({ template, onActivate, ...dialog }: Shared & { template: Template }) {
  const { id, isActive } = template
  const queries = useQueryClient()
  const schema = useMemo(() => templateSchema(template), [template])
  return (
    <FormDialog
      {...dialog}
      size="lg"
      title="Edit AI Prompt Template"
      schema={schema}
      defaults={fieldsOf(template)}
      {...(template.rowVersion && { version: template.rowVersion })}
      reread={async () => {
        const now = (await readAnew(queries, read(listTemplates, {}))).find((it) => it.id === id)
        if (!now) throw new Error('The template is gone.')
        return { fields: fieldsOf(now), version: now.rowVersion ?? 1 }
      }}
      keepAs={`template ${id}`}
      submitLabel="Update Template"
      pendingLabel="Saving..."
      write={({ fields, version: readVersion }, call) =>
        call(updateTemplate, { params: { id }, body: { ...fields, isActive, readVersion } })
      }
      onSuccess={(_, { fields }) => fields.isActive && !isActive && onActivate(id)}
      done={({ name }) => ({ title: 'AI prompt template updated', description: name })}
      failed="Failed to update AI prompt template"
    >
      <TemplateFields isActive={isActive} />
    </FormDialog>
  )
}
