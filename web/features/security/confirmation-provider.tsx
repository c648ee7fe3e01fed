import { type ReactNode, useCallback, useRef, useState } from 'react'
import { type AskForConfirmation, ConfirmationContext } from '#web/form/confirmation.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

const ConfirmSecondFactor = lazyComponent(
  async () => (await import('./confirm-second-factor.tsx')).ConfirmSecondFactor,
)

/** One dialog for everything that needs the second factor again. */
export function ConfirmationProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState<boolean>()
  const answer = useRef<(hasConfirmed: boolean) => void>(undefined)
  const ask = useCallback<AskForConfirmation>(() => {
    answer.current?.(false)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])
  const finish = (hasConfirmed: boolean) => {
    setOpen(false)
    answer.current?.(hasConfirmed)
  }
  return (
    <ConfirmationContext value={ask}>
      {children}
      {isOpen !== undefined && (
        <ConfirmSecondFactor
          isOpen={isOpen}
          onClose={() => finish(false)}
          onConfirmed={() => finish(true)}
        />
      )}
    </ConfirmationContext>
  )
}
