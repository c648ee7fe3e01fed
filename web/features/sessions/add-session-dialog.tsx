import { hashKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { getSuggestedTime } from '#contract/plans/schedule.ts'
import {
  defaultSessionMinutes,
  type SessionDefinition,
} from '#contract/definitions/session-definition.ts'
import { scheduleSession } from '#contract/sessions/sessions.ts'
import { sessionDateError } from '#contract/rules/weeks.ts'
import { SelectField } from '#web/form/select-field.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { serverMessage } from '#web/lib/api.ts'
import { formatDateTime, nextFullHour } from '#web/lib/dates.ts'
import { isAlreadyCreated } from '#web/lib/error-kinds.ts'
import { timeZone } from '#web/lib/page-settings.ts'
import { queryFor } from '#web/lib/query.ts'
import { planQuery } from '#web/lib/session-queries.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { AddSessionProps } from './add-session.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import {
  parseSchedule,
  requireValidTime,
  scheduleFields,
  toScheduleFields,
} from './schedule-schema.ts'

/** Its texts are fixed (docs/product.md, "Plan page"). */
const getDefaults = (createdAt: string) =>
  scheduleFields
    .extend({ sessionDefinitionId: z.string().min(1, 'Session type is required') })
    .superRefine(
      requireValidTime((at) => sessionDateError(at, new Date(), { createdAt, timeZone })),
    )

const failure = 'Failed to schedule session. Please try again.'

type Meeting = Pick<SessionDefinition, 'durationMinutes' | 'sessionType'> & {
  sessionDefinitionId: string
  joinAddress: string
  place: string
}

/** Values that match the type's defaults follow a change of the type. */
function pickOwnFields(
  { sessionDefinitionId, durationMinutes, sessionType, joinAddress, place }: Meeting,
  types: Types,
) {
  const type = types.find(({ id }) => id === sessionDefinitionId)
  return {
    sessionDefinitionId,
    ...(durationMinutes !== type?.durationMinutes && { durationMinutes }),
    ...(sessionType !== type?.sessionType && { sessionType }),
    ...(joinAddress && { joinAddress }),
    ...(place && { place }),
  }
}

/** Fills in the defaults of the chosen type. */
function FillFromType({ types }: { types: Types }) {
  const { setValue } = useFormContext()
  const chosen = useWatch({ name: 'sessionDefinitionId' }) as string
  const type = types.find(({ id }) => id === chosen)
  useEffect(() => {
    if (!type) return
    setValue('durationMinutes', type.durationMinutes)
    setValue('sessionType', type.sessionType)
  }, [type, setValue])
  return null
}

type Types = readonly SessionDefinition[]
type AddSessionDialogProps = AddSessionProps & {
  pressedAt: Date
  isOpen: boolean
  onClose: () => void
}

/**
 * Proposes the client's usual weekday and time, else the coach's first free time. The response replaces the cached plan.
 */
export function AddSessionDialog({
  client: { id, createdAt },
  types,
  pressedAt,
  isOpen,
  onClose,
}: AddSessionDialogProps) {
  const queries = useQueryClient()
  // Read anew on each opening: the last proposal may be taken or past.
  const slot = useQuery({
    ...queryFor(getSuggestedTime, { params: { id } }),
    queryKeyHashFn: (key) => `${hashKey(key)} ${pressedAt.getTime()}`,
    enabled: isOpen,
  })
  const suggested = slot.data?.sessionDate ? new Date(slot.data.sessionDate) : undefined
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add session"
      size="sm"
      schema={getDefaults(createdAt)}
      defaults={
        slot.isPending
          ? undefined
          : {
              sessionDefinitionId: '',
              ...toScheduleFields(suggested ?? nextFullHour(pressedAt)),
              durationMinutes: defaultSessionMinutes,
              sessionType: 'digital' as const,
              joinAddress: '',
              place: '',
            }
      }
      loading={<Skeleton className="h-44" />}
      fieldOf={({ fields }) => (fields.sessionDate ? 'scheduledDate' : undefined)}
      submitLabel="Schedule session"
      pendingLabel="Scheduling..."
      mutationFn={({ fields: { scheduledDate, scheduledTime, clockChange, ...fields } }, call) =>
        call(scheduleSession, {
          params: { id },
          body: {
            ...pickOwnFields(fields, types),
            sessionDate: parseSchedule({ scheduledDate, scheduledTime, clockChange }),
          },
        })
      }
      successToast={(_plan, { fields }) => ({
        title: 'Session scheduled',
        description: `On ${formatDateTime(parseSchedule(fields))}.`,
      })}
      errorToast={(error) => ({
        title: 'Error',
        description: isAlreadyCreated(error) ? serverMessage(error, failure) : failure,
      })}
      onSuccess={(plan) => queries.setQueryData(planQuery(id).queryKey, plan)}
    >
      <SelectField
        name="sessionDefinitionId"
        label="Session Type"
        placeholder="Select a session type"
        options={types.map(({ id: type, name }) => ({ value: type, label: name }))}
      />
      <FillFromType types={types} />
      <ScheduleFields clientId={id} usual={slot.data?.isUsual ? suggested : undefined} />
    </FormDialog>
  )
}
