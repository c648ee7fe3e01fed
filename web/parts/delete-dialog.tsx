import type { ComponentProps } from 'react'
import { type ApiMutationOptions, type Call, useApiMutation } from '#web/form/use-api-mutation.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ToastMessage } from '#web/ui/toast-card.tsx'

type DeleteDialogProps = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'isOpen' | 'onClose' | 'title' | 'description' | 'confirmLabel' | 'pendingLabel'
> & {
  mutationFn: (call: Call) => Promise<unknown>
  successToast: ToastMessage
  errorToast: NonNullable<ApiMutationOptions<void, unknown>['errorToast']>
  /** Moves the focus, whose row is gone. */
  onDeleted: () => void
}

/** Asks before a row is deleted. */
export function DeleteDialog({
  mutationFn,
  successToast,
  errorToast,
  onDeleted,
  ...dialog
}: DeleteDialogProps) {
  const { send, isPending } = useApiMutation({
    mutationFn: (_nothing: void, call) => mutationFn(call),
    successToast: () => successToast,
    errorToast,
    onSuccess: dialog.onClose,
  })
  return (
    <ConfirmDialog
      pendingLabel="Deleting..."
      {...dialog}
      isPending={isPending}
      onConfirm={() => void send().then(onDeleted, () => {})}
    />
  )
}
