import { useRef, useState } from 'react'
import { reasonCharacters, type Template, templateTypeLabel } from '#contract/prompts.ts'
import { sentenceOf } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CheckResults } from './check-results.tsx'
import { countsOf } from './check-words.ts'
import { useActivate } from './use-activate.ts'
import { useTemplateCheck } from './use-template-check.ts'

type ActivateTemplateProps = {
  isOpen: boolean
  onClose: () => void
  template: Template
}

/** Checks a template before it is made the active one; in spite of a failure one says why. */
export function ActivateTemplate({ isOpen, onClose, template }: ActivateTemplateProps) {
  const { check, error, again } = useTemplateCheck(template.id, isOpen)
  const activate = useActivate(onClose)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const isFinished = check !== undefined && check.finishedAt !== null
  const needsReason = isFinished && countsOf(check).failed > 0
  function act() {
    if (needsReason && !reason.trim()) {
      setMissing(true)
      field.current?.querySelector('textarea')?.focus()
      return
    }
    activate.run({ template, ...(needsReason && { reason: reason.trim() }) })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next && !activate.isPending) onClose()
      }}
      size="lg"
      title={`Activate ${template.name}?`}
      description={`Its prompts are checked on the golden transcripts for ${templateTypeLabel[template.type].toLowerCase()} first, beside those that are active now.`}
      footer={
        <>
          <Button variant="secondary" disabled={activate.isPending} onClick={onClose}>
            Cancel
          </Button>
          {(isFinished || error) && (
            <Button variant="secondary" disabled={activate.isPending} onClick={() => again()}>
              Check again
            </Button>
          )}
          <Button
            disabled={!isFinished && !error}
            isPending={activate.isPending}
            pendingLabel="Activating..."
            onClick={act}
          >
            {needsReason ? 'Activate all the same' : 'Activate template'}
          </Button>
        </>
      }
    >
      {error ? (
        <Banner tone="amber" role="alert">
          {sentenceOf(error, 'The check could not be started. Nothing has changed.')} The template
          can be activated without a check.
        </Banner>
      ) : check ? (
        <CheckResults check={check} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
      {needsReason && (
        <div ref={field} className="mt-5">
          <Field
            label="Why is it activated in spite of this?"
            hint="It stands in the audit log. Name no client."
            {...(isMissing &&
              !reason.trim() && { error: 'Say why it is activated in spite of this' })}
            isRequired
            keepsLine
          >
            {(control) => (
              <Textarea
                {...control}
                rows={3}
                maxLength={reasonCharacters}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
    </Dialog>
  )
}
