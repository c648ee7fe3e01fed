import { z } from 'zod'
import { idOnly } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { admins } from '../roles.ts'

/** Org users only of their own organization. API tokens never get a way in. */
const readers = {
  isForPeopleOnly: true,
  access: [...admins, 'org_user'],
  params: idOnly,
} as const

export const onboardingLink = z.object({
  organizationName: z.string(),
  inviteToken: z.string(),
  /** It was copied, mailed or printed since it was created. */
  isInviteShared: z.boolean(),
})
export type OnboardingLink = z.infer<typeof onboardingLink>

export const getOnboardingLink = endpoint('GET /api/organizations/{id}/onboarding-link', {
  ...readers,
  shows: ['organization'],
  summary: 'The onboarding link of an organization; org users only of their own',
  response: onboardingLink,
})

export const rotateInvite = endpoint('POST /api/organizations/{id}/rotate-invite', {
  ...readers,
  changes: ['organization', 'message'],
  summary: 'Create a new onboarding link; the old one stops working immediately',
  response: onboardingLink,
})

export const shareInvite = endpoint('POST /api/organizations/{id}/share-invite', {
  ...readers,
  changes: ['organization'],
  summary: 'Record that the onboarding link was copied, mailed or printed',
  response: onboardingLink,
})

export const downloadPoster = endpoint('GET /api/organizations/{id}/onboarding-poster', {
  ...readers,
  shows: ['organization'],
  limit: 30,
  summary: 'A poster with the onboarding link as PDF in A4',
  wire: { answers: { 200: { says: 'The file', type: 'application/pdf' } } },
  response: 'bytes',
})

export const onboardingAddress = (origin: string, organizationId: string, inviteToken: string) =>
  `${origin}/onboard/${organizationId}/${inviteToken}`

/** What an invitation says, on paper and in a message. */
export const invitationSentences = (organizationName: string) => [
  `${organizationName} offers you a personal coach for your well-being, at work and beyond.`,
  'Taking part is voluntary, and what you talk about is never shown to your employer.',
]
