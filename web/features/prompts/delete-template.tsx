import { deleteTemplate, type Template, templateTypeLabel } from '#contract/prompts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type DeleteTemplateProps = {
  isOpen: boolean
  onClose: () => void
  /** Called when the row is gone, to move the focus elsewhere. */
  onDeleted: () => void
  template: Template | undefined
}

/** Asks for confirmation, or says why the template cannot be deleted. */
export function DeleteTemplate({ isOpen, onClose, onDeleted, template }: DeleteTemplateProps) {
  const { send, isPending } = useApiMutation({
    mutationFn: ({ id }: Template, call) => call(deleteTemplate, { params: { id } }),
    successToast: (_, { name }) => ({ title: 'AI prompt template deleted', description: name }),
    errorToast: 'Failed to delete AI prompt template',
    onSuccess: onClose,
  })
  if (!template) return null
  if (template.isActive)
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        size="sm"
        title={`${template.name} cannot be deleted`}
        description={`It is the active template for ${templateTypeLabel[template.type].toLowerCase()}. Activate another one of this type first.`}
        footer={
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
        }
      />
    )
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Delete ${template.name}?`}
      description={describeDeletion(template)}
      confirmLabel="Delete template"
      pendingLabel="Deleting..."
      isPending={isPending}
      onConfirm={() => void send(template).then(onDeleted, () => {})}
    />
  )
}

function describeDeletion({ versionNumber: versions = 1 }: Template) {
  const older = versions === 2 ? 'its older version' : `its ${versions - 1} older versions`
  return `Its prompts${versions > 1 ? ` and ${older}` : ''} will be deleted. Past runs stay in the execution logs with the prompts they used. This cannot be undone.`
}
