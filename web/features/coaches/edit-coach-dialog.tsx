import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { type Coach, coachProfile } from '#contract/coaches.ts'
import { countriesQuery, type Country } from '#web/lib/countries.ts'
import { personName } from '#web/lib/person-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { bioOf, ProfileFields, type ProfileValues } from './profile-fields.tsx'
import { useUpdateCoach } from './use-update-coach.ts'

/** The button and its dialog. */
export function EditCoach({ coach }: { coach: Coach }) {
  const [isOpen, setOpen] = useState(false)
  const formId = useId()
  const countries = useQuery(countriesQuery).data ?? []
  const update = useUpdateCoach(coach.id, { onSuccess: () => setOpen(false) })
  const change = (next: boolean) => {
    if (!update.isPending) setOpen(next)
  }
  return (
    <>
      <Button variant="secondary" icon={Pencil} onClick={() => setOpen(true)}>
        Edit profile
      </Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={change}
        title="Edit profile"
        description={`${personName(coach)}, ${coach.email}. Names and e-mail belong to the account: they are changed under Users.`}
        footer={
          <>
            <Button variant="secondary" disabled={update.isPending} onClick={() => change(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={formId}
              isPending={update.isPending}
              pendingLabel="Saving..."
            >
              Save profile
            </Button>
          </>
        }
      >
        <ProfileForm id={formId} coach={coach} countries={countries} onSubmit={update.mutate} />
      </Dialog>
    </>
  )
}

type Profile = z.output<typeof coachProfile>
type ProfileFormProps = {
  id: string
  coach: Coach
  countries: readonly Country[]
  onSubmit: (profile: Profile) => void
}

function ProfileForm({ id, coach, countries, onSubmit }: ProfileFormProps) {
  const form = useForm<ProfileValues, unknown, Profile>({
    resolver: zodResolver(coachProfile),
    defaultValues: {
      ...(coach.experiencedSince !== null && { experiencedSince: coach.experiencedSince }),
      status: coach.status,
      country: coach.country ?? '',
      city: coach.city ?? '',
      bio: coach.bio ?? '',
    },
  })
  const submit = form.handleSubmit((profile) => onSubmit({ ...profile, bio: bioOf(profile.bio) }))
  return (
    <FormProvider {...form}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4"
      >
        <ProfileFields countries={countries} />
      </form>
    </FormProvider>
  )
}
