import { useState } from 'react'
import { lazyComponent } from '#web/parts/lazy-component.tsx'
import { type NextStepProps, useNextStep } from './use-next-step.tsx'

const AcknowledgeMark = lazyComponent(
  async () =>
    (await import('#web/features/plans/questionnaires/acknowledge-mark.tsx')).AcknowledgeMark,
  'The dialog could not be loaded.',
)

const ConsentsDialog = lazyComponent(
  async () => (await import('#web/features/consents/consents-dialog.tsx')).ConsentsDialog,
  'The consents could not be loaded.',
)

/** The session's next step, above every tab: a sentence and its button. */
export function NextStep(props: NextStepProps) {
  // Here, because the step changes as soon as a consent is recorded or a mark acknowledged.
  const [isConsents, setConsents] = useState<boolean>()
  const [marked, setMarked] = useState<{ id: string; isOpen: boolean }>()
  const {
    icon: Icon,
    says,
    action,
  } = useNextStep({
    ...props,
    onConsents: () => setConsents(true),
    onAcknowledge: () => setMarked({ id: props.session.safetyMark?.id ?? '', isOpen: true }),
  })
  return (
    <section
      aria-label="Next step"
      className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-sunken px-4 py-2 forced-colors:border"
    >
      <Icon aria-hidden size={18} className="shrink-0 text-brand" />
      <p className="min-w-0 flex-1 basis-48">{says}</p>
      {action}
      {marked && (
        <AcknowledgeMark
          clientId={props.session.clientId}
          markId={marked.id}
          isOpen={marked.isOpen}
          onClose={() => setMarked({ ...marked, isOpen: false })}
        />
      )}
      {isConsents !== undefined && (
        <ConsentsDialog
          clientId={props.session.clientId}
          isOpen={isConsents}
          onClose={() => setConsents(false)}
        />
      )}
    </section>
  )
}
