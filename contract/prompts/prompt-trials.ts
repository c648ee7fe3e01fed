import { z } from 'zod'
import { line, rowId } from '../bounds.ts'
import { maxTextBytes, endpoint } from '../endpoint.ts'
import { searched } from '../paging.ts'
import { maxPromptCharacters, templateForm, templateType } from './prompts.ts'

// Trials of unsaved prompts on a real session. They show what was said in it, so they are for system_admin only and are
// audited as opening its transcript.

const prompts = templateForm.pick({ systemPrompt: true, userPromptTemplate: true })

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

export const previewTemplate = endpoint('POST /api/admin/ai-prompt-templates/preview', {
  access: ['system_admin'],
  opens: ['plan-opened', 'transcript-opened'],
  changes: [],
  summary: 'The prompts as a model would receive them for a session; nothing is sent',
  bodyBytes: maxTextBytes(2 * maxPromptCharacters),
  body: prompts.extend({ sessionId: rowId() }),
  errorCodes: ['not-found'],
  response: z.object({
    systemPrompt: z.string(),
    userPrompt: z.string(),
    /** Placeholders in the prompts without a value for this session: N/A. */
    missing: z.array(z.string()),
    /** Unknown placeholders in the prompts, left as they are. */
    unknown: z.array(z.string()),
  }),
})

export const tryTemplate = endpoint('POST /api/admin/ai-prompt-templates/try', {
  access: ['system_admin'],
  opens: ['plan-opened', 'transcript-opened', 'template-executed'],
  changes: ['execution'],
  keepsFailures: true,
  summary: 'Run unsaved prompts on a session; logged, but nothing is saved to the session',
  bodyBytes: maxTextBytes(2 * maxPromptCharacters),
  body: prompts.extend({ type: templateType, name: line(200).optional(), sessionId: rowId() }),
  errorCodes: ['not-found', 'conflict', 'no-consent', 'unprocessable'],
  response: z.object({
    executionId: rowId(),
    processedText: z.string(),
    executionTimeMs: z.number().int(),
    tokensUsed: z.number().int().nullable(),
    missing: z.array(z.string()),
  }),
})
