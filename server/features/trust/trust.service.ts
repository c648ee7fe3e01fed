import { isAnalysis } from '#contract/analysis/analysis.ts'
import { type ConsentOutside, purposeLabel } from '#contract/consents/consents.ts'
import { type IntegrationType, providerForm } from '#contract/integrations/providers/providers.ts'
import {
  graceDays,
  retained,
  retainedKinds,
  type RetentionRule,
  untilCoachingEnds,
} from '#contract/retention/retention.ts'
import { trustKeys, type TrustKey, type TrustSentence } from '#contract/trust/trust.ts'
import type { Deps } from '../../deps.ts'
import { listProviders } from '../accounts/identity-providers/identity-providers.queries.ts'
import type { Installation } from '../settings/installation/installation.ts'
import { describeService, outsideHost } from './service-hosts.ts'
import { staticSentences } from './static-sentences.ts'
import { getCounts, listServices } from './trust.queries.ts'

type Needs = Pick<Deps, 'db' | 'config' | 'installation' | 'providers'>
type Sentences = Partial<Record<TrustKey, string | false | undefined>>
type Facts = Awaited<ReturnType<typeof readFacts>> & { isOrganization: boolean }

const list = new Intl.ListFormat('en')

/** The region of the recognizer says nothing about that of the bucket. */
const bucketNote =
  ' Until then it waits in a bucket of Google Cloud Storage, in a region that the operator chose.'

/**
 * What is public about the settings in force: names and hosts of services, never ids, secrets or names of people.
 * `organization`: its switches, for sentences about its people.
 */
export async function describeTrust(
  given: Needs,
  organization?: Pick<Installation, 'audioStaysHere' | 'wordsStayHere' | 'consentOutside'>,
): Promise<TrustSentence[]> {
  const { installation } = given
  const deps = {
    ...given,
    installation: {
      ...installation,
      audioStaysHere: installation.audioStaysHere || organization?.audioStaysHere === true,
      wordsStayHere: installation.wordsStayHere || organization?.wordsStayHere === true,
    },
  }
  const facts = { ...(await readFacts(deps)), isOrganization: organization !== undefined }
  const sentences: Sentences = {
    ...staticSentences,
    ...describeFigures(deps),
    ...describeServices(deps, facts),
    'consent-outside': [organization?.consentOutside, installation.consentOutside]
      .flatMap((it) => (it?.purposes.length ? describeConsentOutside(it) : []))
      .join(' '),
    ...describeStorage(deps, facts),
    ...describeRetention(deps, facts),
    ...describeProtection(deps, facts),
  }
  return trustKeys.flatMap((key) => {
    const text = sentences[key]
    return text ? [{ key, text }] : []
  })
}

async function readFacts({ db, config, providers }: Needs) {
  const rows = await listServices(db)
  const counts = await getCounts(db)
  const identityProviders = await listProviders({ db, config })
  // One that is not configured cannot be read.
  const storage = await providers.findActive('video_storage')
  const services = rows.map(({ type, provider, isActive, hasRecordings, settings }) => {
    const label = providerForm(type, provider)?.label ?? provider
    const host = outsideHost(provider, settings, config.baseAddresses)
    // Undefined: built in.
    return {
      type,
      provider,
      isActive,
      hasRecordings,
      name: host === undefined ? undefined : describeService(label, host),
    }
  })
  return {
    ...{ services, ...counts, hasLinks: storage?.adapter.links !== undefined },
    identityProviders: identityProviders.filter((it) => it.isActive).length,
    active: (type: IntegrationType) => services.find((it) => it.type === type && it.isActive),
  }
}

const describeFigures = ({ installation: { minimumGroup } }: Needs): Sentences => ({
  'minimum-group': `No figure is about fewer than ${minimumGroup} people. The number of employees who had a first session and agreed to be counted is exact; other counts are rounded down to multiples of ${minimumGroup}. Only administrators see how many have an account.`,
  editions: `Figures change at most once a day, and only when at least ${minimumGroup} people have something new, so that comparing two days doesn’t single anyone out.`,
})

const describeConsentOutside = ({ purposes, collectedBy }: ConsentOutside) =>
  `${collectedBy} collects consent outside this system: ${list.format(purposes.map((it) => purposeLabel[it].toLowerCase()))}. Until people decide here, these count as agreed; a withdrawal here still stops them.`

function describeServices(
  { installation }: Needs,
  { active, services, webhooks, isOrganization }: Facts,
): Sentences {
  const { audioStaysHere, wordsStayHere } = installation
  const isBlocked: Partial<Record<IntegrationType, boolean>> = {
    ...{ video_storage: audioStaysHere, transcription: audioStaysHere, ai_analysis: wordsStayHere },
  }
  const allowed = services.filter(({ type, hasRecordings }) => !isBlocked[type] || hasRecordings)
  const names = [...new Set(allowed.flatMap(({ name }) => name ?? []))]
  const kept = [
    audioStaysHere &&
      `No recording${isOrganization ? ' of your people' : ''} and no sound of it is sent to an outside service, whatever is configured.`,
    wordsStayHere &&
      `Nothing that ${isOrganization ? 'your ' : ''}people say in sessions is sent to an outside AI model, whatever is configured.`,
  ].filter((it) => it !== false)
  const [speech, ai, email, crm] = [
    active('transcription'),
    active('ai_analysis'),
    active('email_sms'),
    active('crm'),
  ]
  const isAutomatic = installation.afterConversation.some(isAnalysis)
  return {
    outside:
      names.length || webhooks
        ? `Data is sent to ${list.format([...names, ...(webhooks ? ['systems that the operator chose'] : [])])}, as described here.`
        : 'Nothing that people say or enter leaves the operator’s machine.',
    'stays-here': kept.length
      ? kept.join(' ')
      : isOrganization
        ? 'Your organization can have the recordings of its people kept from outside services, and what they say from outside AI models; ask the operator.'
        : 'Each organization can have the recordings of its people kept from outside services, and what they say from outside AI models.',
    transcription:
      !speech || (speech.name && audioStaysHere)
        ? 'Recordings are not transcribed.'
        : speech.name
          ? `The sound of recordings is sent to ${speech.name}, which turns it into text.${speech.provider === 'google_speech' ? bucketNote : ''}`
          : 'Recordings are turned into text on the operator’s machine.',
    ai_analysis:
      !ai || (ai.name && wordsStayHere)
        ? 'Conversations are not analyzed.'
        : ai.name
          ? `What was said in sessions is sent as text to ${ai.name}, a language model that writes conversations and summaries and finds values. It never gets sound or video.`
          : 'What was said in sessions is arranged and analyzed by rules on the operator’s machine.',
    automatic: isAutomatic
      ? 'Each saved conversation is analyzed automatically. The coach reviews what was found.'
      : 'Conversations are only analyzed when a coach starts it. The coach reviews what was found.',
    email_sms: email?.name
      ? `Emails and text messages are sent through ${email.name}. They contain first names, times of sessions, names of assignments and links, and never what was said.`
      : 'Emails and text messages are not sent.',
    crm: crm
      ? `Names, places and email addresses of organizations and coaches are sent to ${crm.name ?? 'a CRM'}, and nothing about clients.`
      : 'No customer database (CRM) is connected.',
    webhooks:
      webhooks > 0 &&
      `Systems that the operator chose are told that a session, recording, transcript or urgent answer exists (${webhooks} ${webhooks === 1 ? 'address' : 'addresses'}). They get ids only.`,
  }
}

function describeStorage(
  { installation }: Needs,
  { services, active, hasLinks }: Facts,
): Sentences {
  const storage = active('video_storage')
  const place = (name: string | undefined) => (name ? `by ${name}` : 'on the operator’s machine')
  const isRefused = storage?.name !== undefined && installation.audioStaysHere
  const earlier = new Set(
    services
      .filter(({ type, hasRecordings }) => type === 'video_storage' && hasRecordings)
      .map(({ name }) => place(name)),
  )
  if (!isRefused) earlier.delete(place(storage?.name))
  return {
    video_storage: isRefused
      ? 'New recordings are refused, because they would leave the operator’s machine.'
      : storage
        ? `New recordings are stored ${place(storage.name)}.`
        : 'No recordings are stored.',
    earlier: earlier.size > 0 && `Some earlier recordings are stored ${list.format(earlier)}.`,
    playback: hasLinks
      ? 'Recordings are played by links that last five minutes. The service that stores them sees the viewer’s IP address.'
      : 'Recordings are played through this installation, only for people who may see them.',
  }
}

const describeRetention = ({ installation }: Needs, { hasBackup }: Facts): Sentences => ({
  'coaching-end':
    retainedKinds.some((kind) => installation[`retention.${kind}`] === untilCoachingEnds) &&
    'A coaching ends when the coach or an administrator says so, or when the account is deactivated. The client sees when it ended and what is deleted then.',
  ...Object.fromEntries(
    retainedKinds.map((kind) => [
      `retention.${kind}`,
      `${retained[kind].label}: ${describeRule(installation[`retention.${kind}`])}.`,
    ]),
  ),
  backups: hasBackup
    ? 'The operator makes backups. Deleted data stays in them until the operator deletes them.'
    : 'No backup has been made with this product. If the operator makes backups in another way, deleted data stays in them.',
})

function describeRule(rule: RetentionRule) {
  if (rule === null) return 'kept without a limit'
  if (rule === untilCoachingEnds)
    return `kept until the coaching of the person ends, and ${graceDays} days more`
  if (rule === 0) return 'deleted at once'
  return rule === 1 ? 'kept for a day' : `kept for ${rule} days`
}

function describeProtection(
  { config, installation }: Needs,
  { identityProviders }: Facts,
): Sentences {
  const isProtected = config.appOrigin?.startsWith('https:')
  const own = installation.passwordSignIn ? 'with an email address and a password' : ''
  const others = identityProviders > 0 ? 'through an identity provider (OpenID Connect)' : ''
  return {
    'sign-in': `People sign in ${[own, others].filter(Boolean).join(' or ')}.`,
    transport: isProtected
      ? 'Connections to this installation are encrypted (https).'
      : config.isReachable
        ? 'The operator has not set up encrypted connections (https) in this product.'
        : 'This installation can only be reached from the machine that it runs on.',
    contact: config.securityContact
      ? `Report a security problem to ${config.securityContact}.`
      : 'No contact for security problems has been set up.',
  }
}
