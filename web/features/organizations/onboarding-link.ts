import type { Organization } from '#contract/organizations.ts'
import { paths } from '#web/paths.ts'

/** Where the employees of an organization register, as they get it by mail or on paper. */
export const onboardingLink = (
  { id, inviteToken }: Pick<Organization, 'id' | 'inviteToken'>,
  origin: string,
) => `${origin}${paths.onboard(id, inviteToken)}`
