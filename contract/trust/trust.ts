import { z } from 'zod'
import { idOnly } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { retainedKinds } from '../retention/retention.ts'
import { admins } from '../roles.ts'

/** Sentences of the page for employers, by section. Those that do not apply are left out. */
export const trustSections = {
  organization: {
    title: 'What your organization sees',
    keys: ['figures', 'minimum-group', 'editions', 'access'],
  },
  outside: {
    title: 'What is sent where',
    keys: [
      ...[
        'outside',
        'stays-here',
        'transcription',
        'ai_analysis',
        'automatic',
        'consent',
        'consent-outside',
      ],
      ...['email_sms', 'crm', 'webhooks', 'outbound-log'],
    ],
  },
  recordings: {
    title: 'Where recordings are',
    keys: ['video_storage', 'earlier', 'playback'],
  },
  retention: {
    title: 'How long data is kept',
    keys: [
      ...(['deletion', 'kept', 'coaching-end'] as const),
      ...retainedKinds.map((kind) => `retention.${kind}` as const),
      'backups',
    ],
  },
  protection: {
    title: 'Sign-in and protection',
    keys: [
      ...[
        'sign-in',
        'second-factor',
        'passwords',
        'logins',
        'openings',
        'transport',
        'secrets',
        'disks',
        'contact',
      ],
    ],
  },
} as const

export type TrustSection = (typeof trustSections)[keyof typeof trustSections]
export type TrustKey = TrustSection['keys'][number]
export const trustKeys = Object.values(trustSections).flatMap((it): readonly TrustKey[] => it.keys)

const sentences = z.array(z.object({ key: z.enum(trustKeys), text: z.string() }))

export const getTrust = endpoint('GET /api/trust', {
  access: 'public',
  limit: 60,
  caching: 'public, max-age=300',
  shows: ['setting', 'integration', 'identity-provider'],
  summary:
    'What employers see, what is sent where and how long it is kept, in sentences made from the settings in force',
  response: sentences,
})

export const getOrganizationTrust = endpoint('GET /api/organizations/{id}/trust', {
  access: [...admins, 'org_user'],
  shows: ['setting', 'integration', 'identity-provider', 'organization'],
  summary:
    'The same sentences for the people of one organization, with its own switches; org users only of their own',
  params: idOnly,
  response: sentences,
})
export type TrustSentence = z.infer<typeof getTrust.response>[number]
