import { z } from 'zod'
import { idOnly, line, paragraph, rowId } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { planReaders } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

/**
 * What a client decides on, each on its own. Nothing of a purpose happens without consent. Undecided counts as given only where
 * consent is collected outside this system (`consentOutside`).
 */
export const consentPurpose = z.enum([
  'recording',
  'outside_transcription',
  'analysis',
  'outside_analysis',
  'organization_figures',
])
export type ConsentPurpose = z.infer<typeof consentPurpose>
export const consentPurposes = consentPurpose.options

export const purposeLabel: Record<ConsentPurpose, string> = {
  recording: 'Recording of sessions',
  outside_transcription: 'Transcription by an outside service',
  analysis: 'Analysis on this system',
  outside_analysis: 'Analysis by an outside model',
  organization_figures: 'Figures of the organization',
}

/** Why something isn't done, for staff. */
export const missingConsent: Record<ConsentPurpose, string> = {
  recording: 'The client has not agreed to being recorded.',
  outside_transcription: 'The client has not agreed to transcription by an outside service.',
  analysis: 'The client has not agreed to analysis.',
  outside_analysis: 'The client has not agreed to analysis by an outside model.',
  organization_figures: 'The client has not agreed to being counted.',
}

/** The purposes to which clients agree on paper, as an installation or an organization states it. */
export const consentOutside = z
  .object({
    purposes: z.array(consentPurpose).max(consentPurposes.length),
    collectedBy: line(200),
    papersAt: line(200),
  })
  .refine(({ purposes, collectedBy, papersAt }) => !purposes.length || (collectedBy && papersAt), {
    error: 'Say who collects the consent and where the papers are',
  })
export type ConsentOutside = z.infer<typeof consentOutside>
export const noConsentOutside: ConsentOutside = { purposes: [], collectedBy: '', papersAt: '' }

export const consentText = z.object({
  id: rowId(),
  version: z.number().int(),
  summary: z.string(),
  details: z.string(),
  createdAt: z.string(),
})
export type ConsentText = z.infer<typeof consentText>

const consentEntry = z.object({
  id: rowId(),
  purpose: consentPurpose,
  /** False: withdrawn. Null: undecided again. */
  isGiven: z.boolean().nullable(),
  at: z.string(),
  /** Null where the account was deleted. */
  by: z.string().nullable(),
  /** Recorded by staff: the client said so in a session. */
  isSaidInSession: z.boolean(),
  textVersion: z.number().int(),
})
export type ConsentEntry = z.infer<typeof consentEntry>

const consent = z.object({
  purpose: consentPurpose,
  /** The current text. */
  text: consentText,
  /** The newest entry; null while undecided. */
  latest: consentEntry.nullable(),
  /** Who collects this consent outside this system; null where it is asked here. */
  outside: z.object({ collectedBy: z.string(), papersAt: z.string() }).nullable(),
  /** The active outside service of the purpose; null without one. */
  service: z.object({ label: z.string(), about: z.string() }).nullable(),
})
export type Consent = z.infer<typeof consent>
/** As `is_consent_given` in the database. */
export const isAgreed = ({ latest, outside }: Consent) => latest?.isGiven ?? outside !== null

/** Entries listed, newest first. */
export const maxConsentEntries = 100

export const clientConsents = z.object({
  /** Whose consents they are: for a family member, the guardian. */
  clientId: rowId(),
  clientName: z.string(),
  /** The client has seen them before. */
  isAsked: z.boolean(),
  consents: z.array(consent),
  history: z.array(consentEntry).max(maxConsentEntries),
})
export type ClientConsents = z.infer<typeof clientConsents>

export const getConsents = endpoint('GET /api/clients/{id}/consents', {
  access: planReaders,
  opens: ['consents-opened'],
  shows: ['client', 'integration', 'setting'],
  summary:
    'What a client has agreed to, purpose by purpose, with the current texts; those of a family member are the guardian’s',
  params: idOnly,
  freshness: 'always-stale',
  response: clientConsents,
})

export const decideConsents = endpoint('POST /api/clients/{id}/consents', {
  access: planReaders,
  opens: ['consents-opened'],
  isOwnAct: true,
  changes: ['client', 'session'],
  summary:
    'Give or withdraw consent. Staff record what the client said in a session: a first decision or a withdrawal, which the client is told at once. A withdrawal stops what is in progress. Without decisions: the client decides later',
  params: idOnly,
  body: z.object({
    decisions: z
      .array(
        z.object({
          purpose: consentPurpose,
          isGiven: z.boolean(),
          /** The text that was read. */
          textId: rowId(),
        }),
      )
      .max(consentPurposes.length),
  }),
  errorCodes: ['conflict', 'stale'],
  response: clientConsents,
})

export const undoConsent = endpoint('POST /api/clients/{id}/consents/{entryId}/undo', {
  access: ['client_user'],
  isOwnAct: true,
  changes: ['client', 'session'],
  summary: 'Undo a decision that staff recorded for you: what was decided before applies again',
  params: idOnly.extend({ entryId: rowId() }),
  errorCodes: ['stale'],
  response: clientConsents,
})

/** What an administrator writes; each save is a new version. */
export const consentTextForm = z.object({
  summary: paragraph(400).min(1, 'Summary is required'),
  details: paragraph(4000).min(1, 'Details are required'),
})

/** Versions listed of each text, newest first. */
export const maxTextVersions = 50

const consentTexts = z.array(
  z.object({
    purpose: consentPurpose,
    versions: z
      .array(
        consentText.extend({
          /** Null: came with the product, or the account was deleted. */ createdBy: z
            .string()
            .nullable(),
        }),
      )
      .max(maxTextVersions),
  }),
)
export type ConsentTexts = z.infer<typeof consentTexts>

export const listConsentTexts = endpoint('GET /api/admin/consent-texts', {
  access: ['system_admin'],
  shows: ['setting'],
  summary: 'The texts that clients agree to, purpose by purpose, with their versions',
  response: consentTexts,
})

export const addConsentText = endpoint('POST /api/admin/consent-texts/{purpose}', {
  access: ['system_admin'],
  isForPeopleOnly: true,
  changes: ['setting', 'client'],
  summary: 'Save a new version of a text; earlier decisions keep the version that was read',
  params: z.object({ purpose: consentPurpose }),
  body: consentTextForm.extend({
    /** The newest version that was read. */
    version: rowVersion,
  }),
  response: consentTexts,
})

/** Why each kind of work on a session is not done, such as missing consent; null: it may be done. */
export const blockedWork = z.object({
  recording: z.string().nullable(),
  transcription: z.string().nullable(),
  /** Also making a conversation. */
  analysis: z.string().nullable(),
  /** Audio must not leave this machine. */
  isAudioKeptHere: z.boolean(),
})
export type BlockedWork = z.infer<typeof blockedWork>
