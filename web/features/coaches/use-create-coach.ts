import { useRef, useState } from 'react'
import type { z } from 'zod'
import { createCoach, type newCoachForm } from '#contract/coaches.ts'
import { createUser, discardUser } from '#contract/users.ts'
import type { Filled } from '#web/form/use-bound-form.ts'
import type { Call } from '#web/form/use-write.ts'
import { ApiError } from '#web/lib/api.ts'
import { isUnanswered } from '#web/lib/failures.ts'
import { bioOf } from './profile-fields.tsx'

type NewCoach = z.output<typeof newCoachForm>

/**
 * "Coach creation makes two calls in sequence" (specification part 1, section 7). When the second fails, the account
 * that the first made is taken back; when that fails too, the next attempt begins with it.
 */
export function useCreateCoach() {
  const left = useRef<string>(undefined)
  const [isAccountLeft, setAccountLeft] = useState(false)

  const takeBack = async (call: Call) => {
    if (!left.current) return
    try {
      await call(discardUser, { params: { id: left.current } })
    } catch (error) {
      const status = error instanceof ApiError ? error.status : undefined
      // One that is gone is taken back all the same; one that is in use by now is nobody's to take back.
      if (status === 404 || status === 409) left.current = undefined
      if (status !== 404) throw error
    }
    left.current = undefined
  }
  const write = async ({ fields }: Filled<NewCoach>, call: Call) => {
    const { firstName, lastName, email, password, bio, ...profile } = fields
    await takeBack(call)
    const account = { firstName, lastName, email, password, roles: ['coach_user' as const] }
    const { id } = await call(createUser, { body: account })
    left.current = id
    try {
      await call(createCoach, { body: { ...profile, bio: bioOf(bio), userId: id } })
      left.current = undefined
    } catch (error) {
      const kept: unknown = await takeBack(call).catch((why: unknown) => why)
      // An account that is in use by then has its profile: no more than the answer was lost.
      if (isUnanswered(error) && kept instanceof ApiError && kept.status === 409) return
      // What is told is why the profile failed; an account that stays is told of beside the form.
      throw error
    }
  }
  return {
    isAccountLeft,
    creation: {
      write,
      isSecret: true,
      done: () => ({
        title: 'Coach created',
        description: 'The coach has been successfully added.',
      }),
      failed: 'Failed to create coach',
      onSettled: () => setAccountLeft(left.current !== undefined),
    },
  }
}
