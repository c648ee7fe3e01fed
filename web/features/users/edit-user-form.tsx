import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { Controller, FormProvider, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type Role, roleLabel } from '#contract/roles.ts'
import { mayHaveOrganization, needsOrganization, type User, userChange } from '#contract/users.ts'
import { ApiError } from '#web/lib/api.ts'
import { showServerFields } from '#web/lib/server-fields.ts'
import { NameFields } from './name-fields.tsx'
import { OrganizationChoice } from './organization-choice.tsx'
import { RoleChoice } from './role-choice.tsx'

const fields = userChange
  .omit({ isActive: true })
  .refine((it) => !needsOrganization(it) || it.organizationId !== null, {
    path: ['organizationId'],
    error: 'Organization is required',
  })
type Fields = z.output<typeof fields>
const names = ['firstName', 'lastName', 'email', 'roles', 'organizationId'] as const

type EditUserFormProps = {
  id: string
  user: User
  actor: { id: string; roles: readonly Role[] }
  /** Why the last attempt failed: what it says of a field stands beside that field. */
  failure: Error | null
  onSubmit: (change: Partial<Fields>) => void
}

export function EditUserForm({ id, user, actor, failure, onSubmit }: EditUserFormProps) {
  const { firstName, lastName, email, roles, organizationId } = user
  const form = useForm({
    resolver: zodResolver(fields),
    defaultValues: { firstName, lastName, email, roles, organizationId },
  })
  const { control, handleSubmit, setError, formState } = form
  const { errors } = formState
  const isOwn = user.id === actor.id
  useEffect(() => {
    if (!failure || showServerFields(failure, names, setError)) return
    // What the server refuses without naming a field is a change of access.
    if (failure instanceof ApiError && [403, 409].includes(failure.status))
      setError('roles', { message: failure.sentence ?? '' }, { shouldFocus: true })
  }, [failure, setError])
  const held = useWatch({ control, name: 'roles' })
  // The own roles are not sent at all: they cannot change.
  const submit = handleSubmit(({ roles: chosen, ...rest }) =>
    onSubmit(isOwn ? rest : { ...rest, roles: chosen }),
  )
  return (
    <FormProvider {...form}>
      <form
        id={id}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-4"
      >
        <NameFields />
        <Controller
          control={control}
          name="roles"
          render={({ field }) => (
            <RoleChoice
              focusRef={field.ref}
              value={field.value}
              onChange={field.onChange}
              error={errors.roles?.message}
              actor={actor}
              isOwn={isOwn}
            />
          )}
        />
        {mayHaveOrganization({ roles: held }) && (
          <Controller
            control={control}
            name="organizationId"
            render={({ field }) => (
              <OrganizationChoice
                focusRef={field.ref}
                value={field.value}
                onChange={field.onChange}
                error={errors.organizationId?.message}
                isRequired={needsOrganization({ roles: held })}
              />
            )}
          />
        )}
        {!isOwn && (
          <p className="text-xs text-muted">
            A change of roles ends every login of this user. The role {roleLabel.client_user} gives
            them a plan of their own.
          </p>
        )}
      </form>
    </FormProvider>
  )
}
