import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { DialogFooter, overlayProps, dialogPanelClasses } from './dialog.tsx'
import { useFocusReturn } from './use-focus-return.ts'

type ConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Names everything that will be deleted with it. */
  description: ReactNode
  /** A verb and its object: "Delete session type", never "OK". */
  confirmLabel: string
  pendingLabel?: string
  cancelLabel?: string
  isPending?: boolean
  /** False while the description is still loading. */
  isReady?: boolean
  onConfirm: () => void
  tone?: 'danger' | 'primary'
  children?: ReactNode
}

/** Stays open until the caller closes it, so that a failure loses nothing. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  description,
  confirmLabel,
  pendingLabel,
  cancelLabel = 'Cancel',
  isPending = false,
  isReady = true,
  onConfirm,
  tone = 'danger',
  children,
}: ConfirmDialogProps) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root
      open={isOpen}
      onOpenChange={() => {
        if (!isPending) onClose()
      }}
    >
      <Radix.Portal>
        <Radix.Overlay {...overlayProps()} />
        <Radix.Content
          {...focusReturn}
          className={classNames(dialogPanelClasses, 'max-h-[90vh] max-w-md')}
        >
          <div className="relative overflow-y-auto px-6 pt-5 pb-6">
            <Radix.Title className="text-lg break-words">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="mt-2 break-words text-muted">{description}</div>
            </Radix.Description>
            {children && <div className="mt-4">{children}</div>}
          </div>
          <DialogFooter>
            <Radix.Cancel asChild>
              <Button variant="secondary" disabled={isPending}>
                {cancelLabel}
              </Button>
            </Radix.Cancel>
            <Button
              variant={tone}
              disabled={!isReady}
              isPending={isPending}
              pendingLabel={pendingLabel}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
