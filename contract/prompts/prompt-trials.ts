import { z } from 'zod'
import { line, rowId } from '../bounds.ts'
import { maxTextBytes, endpoint } from '../endpoint.ts'
import { searched } from '../paging.ts'
import { maxPromptCharacters, templateForm, templateType } from './prompts.ts'

// Trials show what was said in a session, so they are for system_admin only and are audited as opening its transcript.

export const trialPrompts = templateForm.pick({ systemPrompt: true, userPromptTemplate: true })

/** Maximum number of sessions to choose from. */
export const maxTrialSessions = 20

export const trialSession = z.object({
  id: rowId(),
  clientName: z.string(),
  sessionDefinitionName: z.string(),
  sessionDate: z.string(),
})
export type TrialSession = z.infer<typeof trialSession>

export const listTrialSessions = endpoint('GET /api/admin/ai-prompt-templates/sessions', {
  access: ['system_admin'],
  shows: ['session'],
  summary: 'Sessions with a transcript, newest first; at most 20, by name or email of the client',
  query: z.object({ q: searched }),
  response: z.array(trialSession),
})

export const maxTrialVersions = 100

export const trialVersion = z.object({
  id: rowId(),
  templateName: z.string(),
  number: z.number().int(),
  version: z.string(),
  /** It is the version of the execution. */
  isOwn: z.boolean(),
  /** It is the current version of the active template. */
  isActive: z.boolean(),
})
export type TrialVersion = z.infer<typeof trialVersion>

export const listTrialVersions = endpoint('GET /api/admin/ai-prompt-templates/trial-versions', {
  access: ['system_admin'],
  shows: ['execution', 'template'],
  summary: 'Versions to try on an execution: of its type; its own first, then the active one',
  query: z.object({ executionId: rowId() }),
  errorCodes: ['not-found'],
  response: z.array(trialVersion),
})

export const trialProvider = z.object({
  id: rowId(),
  provider: z.string(),
  isActive: z.boolean(),
  /** Why it may not get the session, such as missing consent; null: it may. */
  blocked: z.string().nullable(),
})

export const listTrialProviders = endpoint('GET /api/admin/ai-prompt-templates/trial-providers', {
  access: ['system_admin'],
  shows: ['integration', 'session'],
  summary: 'AI providers to try prompts with on a session, the active one first',
  query: z.object({ sessionId: rowId() }),
  errorCodes: ['not-found'],
  response: z.array(trialProvider),
})

/** Maximum characters of a value in the editor. */
export const maxShownValueCharacters = 300

export const readPlaceholderValues = endpoint(
  'GET /api/admin/ai-prompt-templates/placeholder-values',
  {
    access: ['system_admin'],
    opens: ['plan-opened', 'transcript-opened'],
    shows: ['session', 'client'],
    summary: 'The value of each placeholder for a session; long ones are shortened, null means N/A',
    query: z.object({ sessionId: rowId() }),
    errorCodes: ['not-found'],
    response: z.record(z.string(), z.string().nullable()),
  },
)

/** Unsaved prompts on what was said in a session. */
const onSession = trialPrompts.extend({
  type: templateType,
  name: line(200).optional(),
  sessionId: rowId(),
})
/** A version of the same type on what an earlier execution sent. */
const onExecution = z.object({ templateVersionId: rowId(), executionId: rowId() })

export const previewTemplate = endpoint('POST /api/admin/ai-prompt-templates/preview', {
  access: ['system_admin'],
  opens: ['plan-opened', 'transcript-opened'],
  changes: [],
  summary: 'The prompts as a model would receive them in a trial; nothing is sent',
  bodyBytes: maxTextBytes(2 * maxPromptCharacters),
  body: z.union([onSession, onExecution]),
  errorCodes: ['not-found', 'conflict', 'unprocessable'],
  response: z.object({
    systemPrompt: z.string(),
    userPrompt: z.string(),
    /** Placeholders in the prompts without a value for this session: N/A. */
    missing: z.array(z.string()),
    /** Unknown placeholders in the prompts, left as they are. */
    unknown: z.array(z.string()),
  }),
})

/** Default: the active AI provider. */
const provider = { integrationId: rowId().optional() }

export const tryTemplate = endpoint('POST /api/admin/ai-prompt-templates/try', {
  access: ['system_admin'],
  opens: ['plan-opened', 'transcript-opened', 'template-executed'],
  changes: ['execution'],
  keepsFailures: true,
  summary: 'Try prompts on a session, or a version on an earlier execution; only logged',
  bodyBytes: maxTextBytes(2 * maxPromptCharacters),
  body: z.union([onSession.extend(provider), onExecution.extend(provider)]),
  errorCodes: ['not-found', 'conflict', 'no-consent', 'unprocessable'],
  response: z.object({
    executionId: rowId(),
    processedText: z.string(),
    executionTimeMs: z.number().int(),
    tokensUsed: z.number().int().nullable(),
    missing: z.array(z.string()),
  }),
})
