import { count } from '#web/lib/numbers.ts'

/** '1 coach', '1,204 coaches' */
export const coachCount = (coaches: number) =>
  coaches === 1 ? '1 coach' : `${count(coaches)} coaches`
