import { deleteTemplate, type Template, templateTypeLabel } from '#contract/prompts.ts'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type DeleteTemplateProps = {
  isOpen: boolean
  onClose: () => void
  /** Called when its row is gone: who pressed its button is to find a place. */
  onDeleted: () => void
  template: Template | undefined
}

/** The question, or why it cannot be deleted. */
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

function describeDeletion({ versionNumber: texts = 1 }: Template) {
  const older = texts === 2 ? 'its older version' : `its ${texts - 1} older versions`
  return `Its prompts${texts > 1 ? ` and ${older}` : ''} will be deleted. Past runs stay in the execution logs with the prompts they used. This cannot be undone.`
}
