import { useRef, useState, useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  reasonCharacters,
  type Template,
  templateTypeLabel,
  activateTemplate,
  restoreTemplateVersion,
} from '#contract/prompts/prompts.ts'
import { readTemplateCheck, startTemplateCheck } from '#contract/prompts/template-checks.ts'
import { serverMessage } from '#web/lib/api.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useApiMutation } from '#web/form/use-api-mutation.ts'
import { refetchAffected } from '#web/lib/refetch-affected.ts'
import { queryFor } from '#web/lib/query.ts'
import { CheckResults } from './check-results.tsx'
import { countOutcomes } from './check-format.ts'

type ActivateTemplateProps = {
  isOpen: boolean
  onClose: () => void
  template: Template
  /** The version to use; the current one if missing. */
  number?: number | undefined
  /** Edits the version before its use. */
  onEdit: (number: number) => void
}

/** Checks a template, or a version of the active one, before activating it; after a failed check a reason is required. */
export function ActivateTemplate(props: ActivateTemplateProps) {
  const { isOpen, onClose, template, number, onEdit } = props
  // As of the opening, because the answer changes which version is active.
  const [versionNumber] = useState(template.versionNumber)
  const labels = activationLabels({ ...template, ...(versionNumber && { versionNumber }) }, number)
  const toast = useToast()
  const { check, error, restart } = useTemplateCheck({ id: template.id, number }, isOpen)
  const activate = useActivate(onClose)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLDivElement>(null)
  const isFinished = check !== undefined && check.finishedAt !== null
  const needsReason = isFinished && countOutcomes(check).failed > 0
  function act() {
    if (needsReason && !reason.trim()) {
      setMissing(true)
      field.current?.querySelector('textarea')?.focus()
      return
    }
    activate.run({ template, number, ...(needsReason && { reason: reason.trim() }) })
  }
  function cancel() {
    if (activate.isPending) return
    onClose()
    if (number !== undefined)
      toast({
        title: `Version ${number} saved but not in use`,
        description: `You’ll find it under versions of ${template.name}. Version ${versionNumber} is still in use.`,
      })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={cancel}
      size="lg"
      title={labels.title}
      description={labels.description}
      footer={
        <>
          <Button variant="secondary" disabled={activate.isPending} onClick={cancel}>
            Cancel
          </Button>
          {number !== undefined && (
            <Button
              variant="secondary"
              disabled={activate.isPending}
              onClick={() => onEdit(number)}
            >
              Keep editing
            </Button>
          )}
          {(isFinished || error) && (
            <Button variant="secondary" disabled={activate.isPending} onClick={() => restart()}>
              Check again
            </Button>
          )}
          <Button
            disabled={!isFinished && !error}
            isPending={activate.isPending}
            pendingLabel={labels.acting}
            onClick={act}
          >
            {needsReason ? labels.allTheSame : labels.act}
          </Button>
        </>
      }
    >
      {error ? (
        <Banner tone="amber" role="alert">
          {serverMessage(error, 'The check could not be started. Nothing was changed.')}{' '}
          {labels.unchecked}
        </Banner>
      ) : check ? (
        <CheckResults check={check} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
      {needsReason && (
        <div ref={field} className="mt-5">
          <Field
            label={labels.why}
            hint="Recorded in the audit log. Don’t name clients."
            {...(isMissing && !reason.trim() && { error: labels.sayWhy })}
            isRequired
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

/** The confirmation before a template becomes active, or a version of the active one is used for the first time. */
function activationLabels({ name, type, versionNumber }: Template, number: number | undefined) {
  const transcripts = `the golden transcripts for ${templateTypeLabel[type].toLowerCase()} first`
  return number === undefined
    ? {
        title: `Activate ${name}?`,
        description: `Its prompts are checked against ${transcripts}, next to the active ones.`,
        act: 'Activate template',
        allTheSame: 'Activate anyway',
        acting: 'Activating...',
        unchecked: 'You can activate the template without a check.',
        why: 'Why activate it anyway?',
        sayWhy: 'Give a reason for activating it anyway',
      }
    : {
        title: `Use version ${number} of ${name}?`,
        description: `It is checked against ${transcripts}, next to version ${versionNumber}, which is in use now.`,
        act: 'Use this version',
        allTheSame: 'Use it anyway',
        acting: 'Saving...',
        unchecked: 'You can use the version without a check.',
        why: 'Why use it anyway?',
        sayWhy: 'Give a reason for using it anyway',
      }
}

type Activation = {
  template: Template
  /** The version to use; the current one if missing. */
  number?: number | undefined
  reason?: string
}

/** Activates a template, or one of its versions, in place of the active one. */
const useActivate = (onSuccess: () => void) =>
  useApiMutation({
    mutationFn: ({ template: { id }, number, reason }: Activation, call) => {
      const body = reason ? { reason } : {}
      return number === undefined
        ? call(activateTemplate, { params: { id }, body })
        : call(restoreTemplateVersion, { params: { id, number }, body })
    },
    successToast: ({ name, type }, { number }) =>
      number === undefined
        ? {
            title: 'AI prompt template activated',
            description: `${name} is now used for ${templateTypeLabel[type].toLowerCase()}.`,
          }
        : {
            title: `Version ${number} is now in use`,
            description: name,
          },
    errorToast: 'Failed to activate AI prompt template',
    onSuccess,
  })

/** Milliseconds between two polls of a running check. */
const pollMs = 1_000

type Checked = {
  id: string
  /** The current version if missing. */
  number: number | undefined
}

/** Starts a check when the dialog opens, and polls it until it is done. */
function useTemplateCheck({ id, number }: Checked, isOpen: boolean) {
  const queries = useQueryClient()
  const version = number === undefined ? {} : { number }
  const query = queryFor(readTemplateCheck, { params: { id }, query: version })
  const [startedId, setStartedId] = useState<string>()
  const { run, isPending, error } = useApiMutation({
    mutationFn: (_: void, call) => call(startTemplateCheck, { params: { id }, body: version }),
    onSuccess: (check) => {
      queries.setQueryData(query.queryKey, check)
      setStartedId(check.id)
    },
  })
  const read = useQuery({
    ...query,
    enabled: isOpen && startedId !== undefined,
    refetchInterval: ({ state }) => state.data?.finishedAt === null && pollMs,
  })
  const check = startedId && !isPending && !error ? (read.data ?? undefined) : undefined
  const isFinished = check !== undefined && check.finishedAt !== null
  useEffect(() => {
    if (isOpen) run()
    // oxlint-disable-next-line react/exhaustive-deps -- once per opening
  }, [isOpen])
  // The list shows the result.
  useEffect(() => {
    if (isFinished) void refetchAffected(queries, ['template'])
  }, [isFinished, queries])
  return { check, error: isPending ? null : error, restart: run }
}
