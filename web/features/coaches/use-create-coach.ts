import { useRef, useState } from 'react'
import type { z } from 'zod'
import { createCoach, type newCoachForm } from '#contract/coaches/coaches.ts'
import { createUser, discardUser } from '#contract/accounts/users.ts'
import type { Submission } from '#web/form/use-api-form.ts'
import type { Call } from '#web/form/use-api-mutation.ts'
import { ApiError } from '#web/lib/api.ts'
import { isOutcomeUnknown } from '#web/lib/error-kinds.ts'
import { normalizeBio } from './profile-fields.tsx'

type NewCoach = z.output<typeof newCoachForm>

/**
 * Two calls in sequence (docs/product.md, "Calls"). If the second fails, the new account is discarded;
 * if that fails too, the next attempt discards it first.
 */
export function useCreateCoach() {
  const orphanedUserId = useRef<string>(undefined)
  const [isAccountOrphaned, setAccountOrphaned] = useState(false)

  const discardAccount = async (call: Call) => {
    if (!orphanedUserId.current) return
    try {
      await call(discardUser, { params: { id: orphanedUserId.current } })
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      // Not found means it is discarded already; a conflict means it is in use.
      if (status === 404 || status === 409) orphanedUserId.current = undefined
      if (status !== 404) throw error
    }
    orphanedUserId.current = undefined
  }
  const mutationFn = async ({ fields }: Submission<NewCoach>, call: Call) => {
    const { firstName, lastName, email, password, bio, ...profile } = fields
    await discardAccount(call)
    const account = { firstName, lastName, email, password, roles: ['coach_user' as const] }
    const { id } = await call(createUser, { body: account })
    orphanedUserId.current = id
    try {
      await call(createCoach, { body: { ...profile, bio: normalizeBio(bio), userId: id } })
      orphanedUserId.current = undefined
    } catch (error) {
      const discarded: unknown = await discardAccount(call).catch((why: unknown) => why)
      // An account in use has its profile: only the answer was lost.
      if (isOutcomeUnknown(error) && discarded instanceof ApiError && discarded.status === 409)
        return
      // The toast gives the profile's error; an orphaned account is reported above the form.
      throw error
    }
  }
  return {
    isAccountOrphaned,
    creation: {
      mutationFn,
      isSecret: true,
      successToast: () => ({
        title: 'Coach created',
        description: 'The coach has been successfully added.',
      }),
      errorToast: 'Failed to create coach',
      onSettled: () => setAccountOrphaned(orphanedUserId.current !== undefined),
    },
  }
}
