import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { coachProfile, type ListedCoach, updateCoach } from '#contract/coaches/coaches.ts'
import { FormDialog } from '#web/form/form-dialog.tsx'
import { countriesQuery } from '#web/lib/countries.ts'
import { formatPersonName } from '#web/lib/person-names.ts'
import { refetchQuery } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { normalizeBio, ProfileFields, toProfileFields } from './profile-fields.tsx'
import { coachQuery, useCoachChange } from './coach-profile.tsx'

export function EditCoach({ coach }: { coach: ListedCoach }) {
  const [isOpen, setOpen] = useState(false)
  const queries = useQueryClient()
  const countries = useQuery(countriesQuery).data
  return (
    <>
      <Button variant="secondary" icon={Pencil} onClick={() => setOpen(true)}>
        Edit Profile
      </Button>
      <FormDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Edit Profile"
        description={`${formatPersonName(coach)}, ${coach.email}. Change the name and email under Users.`}
        schema={coachProfile}
        defaults={toProfileFields(coach)}
        version={coach.version}
        reloadRow={async () => {
          const now = await refetchQuery(queries, coachQuery(coach.id))
          return { fields: toProfileFields(now), version: now.version }
        }}
        draftKey={`coach ${coach.id}`}
        submitLabel="Save Changes"
        pendingLabel="Saving..."
        mutationFn={({ fields, version }, call) =>
          call(updateCoach, {
            params: { id: coach.id },
            body: { ...fields, bio: normalizeBio(fields.bio), version },
          })
        }
        {...useCoachChange(coach.id)}
      >
        <ProfileFields countries={countries ?? []} />
      </FormDialog>
    </>
  )
}
