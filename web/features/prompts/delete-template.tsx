import { deleteTemplate, type Template, templateTypeLabel } from '#contract/prompts/prompts.ts'
import { DeleteDialog } from '#web/parts/delete-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type DeleteTemplateProps = {
  isOpen: boolean
  onClose: () => void
  /** Called when the row is gone, to move the focus elsewhere. */
  onDeleted: () => void
  template: Template | undefined
}

/** Asks for confirmation, or says why the template cannot be deleted. */
export function DeleteTemplate({ template, onDeleted, ...dialog }: DeleteTemplateProps) {
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
