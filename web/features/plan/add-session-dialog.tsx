import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Client } from '#contract/clients.ts'
import type { SessionDefinition } from '#contract/definitions.ts'
import { scheduleSession } from '#contract/sessions.ts'
import { sessionDateFault } from '#contract/weeks.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { instantOf, nextFullHour, shortDateTime } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/installation.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { planQuery } from './plan-query.ts'

/** Texts word for word (specification part 2, section 5); a date that is no week of the plan is refused beside it. */
const fieldsOf = (createdAt: string) =>
  z
    .object({
      sessionDefinitionId: z.string().min(1, 'Session type is required'),
      scheduledDate: z.string().min(1, 'Date is required'),
      scheduledTime: z.string().min(1, 'Time is required'),
    })
    .superRefine(({ scheduledDate, scheduledTime }, context) => {
      const at = new Date(`${scheduledDate}T${scheduledTime}`)
      const fault = sessionDateFault(at, new Date(), { createdAt, timeZone })
      if (fault) context.addIssue({ code: 'custom', path: ['scheduledDate'], message: fault })
    })

type AddSessionProps = {
  client: Pick<Client, 'id' | 'createdAt'>
  types: readonly SessionDefinition[]
}

/** The button and its dialog. */
export function AddSession({ client, types }: AddSessionProps) {
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const schedule = useSchedule(client.id, () => setOpen(false))
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        + Add session
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Add session"
        description="It appears in the plan under the week of its date."
        size="sm"
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              isPending={schedule.isPending}
              pendingLabel="Scheduling..."
            >
              Schedule session
            </Button>
          </>
        }
      >
        <SessionForm
          id={formId}
          createdAt={client.createdAt}
          types={types}
          refused={
            schedule.error instanceof ApiError ? schedule.error.fields.sessionDate : undefined
          }
          onSubmit={schedule.mutate}
        />
      </Dialog>
    </>
  )
}

/** The answer is the refreshed plan, which takes the place of the one in view. */
function useSchedule(clientId: string, onDone: () => void) {
  const toast = useToast()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (body: { sessionDefinitionId: string; sessionDate: string }) =>
      call(scheduleSession, { params: { id: clientId }, body }),
    onSuccess: (plan, { sessionDate }) => {
      queries.setQueryData(planQuery(clientId).queryKey, plan)
      toast({ title: 'Session scheduled', description: `On ${shortDateTime(sessionDate)}.` })
      onDone()
    },
    onError: () =>
      toast({
        title: 'Error',
        description: 'Failed to schedule session. Please try again.',
        tone: 'destructive',
      }),
  })
}

type SessionFormProps = {
  id: string
  createdAt: string
  types: readonly SessionDefinition[]
  /** What the server says of the date. */
  refused: string | undefined
  onSubmit: (body: { sessionDefinitionId: string; sessionDate: string }) => void
}

function SessionForm({ id, createdAt, types, refused, onSubmit }: SessionFormProps) {
  const [fields] = useState(() => fieldsOf(createdAt))
  const [start] = useState(() => nextFullHour(new Date()))
  const { register, control, handleSubmit, formState } = useForm({
    resolver: zodResolver(fields),
    defaultValues: {
      sessionDefinitionId: '',
      scheduledDate: start.date,
      scheduledTime: start.time,
    },
  })
  const { errors } = formState
  const submit = handleSubmit(({ sessionDefinitionId, scheduledDate, scheduledTime }) =>
    onSubmit({ sessionDefinitionId, sessionDate: instantOf(scheduledDate, scheduledTime) }),
  )
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4"
    >
      <Controller
        control={control}
        name="sessionDefinitionId"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <Field label="Session Type" error={errors.sessionDefinitionId?.message}>
            {(attributes) => (
              <Select
                {...attributes}
                ref={ref}
                onBlur={onBlur}
                value={value}
                onValueChange={onChange}
                placeholder="Select a session type"
                options={types.map(({ id: type, name }) => ({ value: type, label: name }))}
              />
            )}
          </Field>
        )}
      />
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
        <Field label="Date" error={errors.scheduledDate?.message ?? refused}>
          {(attributes) => <Input type="date" {...attributes} {...register('scheduledDate')} />}
        </Field>
        <Field label="Time" error={errors.scheduledTime?.message}>
          {(attributes) => <Input type="time" {...attributes} {...register('scheduledTime')} />}
        </Field>
      </div>
    </form>
  )
}
