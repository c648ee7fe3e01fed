import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { type CoachDetail, meetingForm, updateCoachMeeting } from '#contract/coaches/coaches.ts'
import { TextField } from '#web/form/fields.tsx'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { refetchQuery } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { coachQuery } from './coach-profile.tsx'

const fieldsOf = ({ joinAddress, place }: CoachDetail) => ({
  joinAddress: joinAddress ?? '',
  place: place ?? '',
})

/** Where the coach meets clients; the coach and administrators can change it. */
export function CoachMeeting({ coach }: { coach: CoachDetail }) {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const { queryKey } = coachQuery(coach.id)
  return (
    <Card aria-label="Meeting clients">
      <CardHeader
        title="Meeting clients"
        description="Clients see Join or the place on their page, in messages and in their calendar."
        actions={
          <Button variant="secondary" icon={Pencil} onClick={() => setOpen(true)}>
            Edit
          </Button>
        }
      />
      <Facts className="grid grid-cols-2 gap-x-6 gap-y-4 max-md:grid-cols-1">
        <Fact name="Digital sessions">
          {coach.joinAddress ? (
            <a
              href={coach.joinAddress}
              target="_blank"
              rel="noreferrer"
              className="break-all text-brand-ink underline underline-offset-2"
            >
              {coach.joinAddress}
            </a>
          ) : (
            <span className="text-muted">No room yet.</span>
          )}
        </Fact>
        <Fact name="Physical sessions">
          {coach.place ?? <span className="text-muted">No place yet.</span>}
        </Fact>
      </Facts>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Meeting clients"
        description="A session can have its own room or place instead."
        schema={meetingForm}
        defaults={fieldsOf(coach)}
        version={coach.version}
        reloadRow={async () => {
          const now = await refetchQuery(queries, coachQuery(coach.id))
          return { fields: fieldsOf(now), version: now.version }
        }}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        mutationFn={({ fields, version }, call) =>
          call(updateCoachMeeting, { params: { id: coach.id }, body: { ...fields, version } })
        }
        successToast={() => ({ title: 'Saved', description: 'Clients see it from now on.' })}
        errorToast="Failed to save. Please try again."
        onSuccess={(saved) => queries.setQueryData(queryKey, saved)}
      >
        <TextField
          name="joinAddress"
          label="Video room"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="Your room in Teams, Zoom, Google Meet or Whereby. All your clients use it, so turn on its waiting room."
        />
        <TextField
          name="place"
          label="Place"
          hint="For physical sessions, such as an address and room."
        />
      </FormDialog>
    </Card>
  )
}
