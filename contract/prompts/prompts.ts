import { z } from 'zod'
import {
  idOnly,
  line,
  paragraph,
  rowId,
  transcriptCharacters,
  verbatim,
  wholeNumber,
} from '../bounds.ts'
import { maxTextBytes, endpoint } from '../endpoint.ts'
import { staff } from '../roles.ts'
import { rowVersion } from '../row-version.ts'

export const templateType = z.enum([
  'diarization',
  'metric_extraction',
  'burnout_assessment',
  'session_preparation',
])
export type TemplateType = z.infer<typeof templateType>

export const templateTypeLabel: Record<TemplateType, string> = {
  diarization: 'Diarization',
  metric_extraction: 'Metric extraction',
  burnout_assessment: 'Burnout assessment',
  session_preparation: 'Session preparation',
}

/** Types that staff may run; a system_admin may run all (docs/product.md, "Access"). */
export const staffTemplateTypes: readonly TemplateType[] = ['diarization', 'session_preparation']

/** Maximum characters of a prompt: ten times a long one. */
export const maxPromptCharacters = 100_000

/** Latest check against golden transcripts. A missing response says nothing about the prompt. */
export const lastCheck = z.object({
  ranAt: z.string(),
  /** It checked the current version of the template. */
  isCurrentVersion: z.boolean(),
  /** There were responses, and none has failures. */
  isPassed: z.boolean(),
  total: z.number().int(),
  failed: z.number().int(),
  unanswered: z.number().int(),
})
export type LastCheck = z.infer<typeof lastCheck>

/** Maximum characters of the reason to use a template or version whose check failed. */
export const reasonCharacters = 500
const reasoned = z.object({ reason: paragraph(reasonCharacters).optional() }).nullish()

/** Prompts are for system_admin only; the others see which templates exist. */
export const template = z.object({
  id: rowId(),
  name: z.string(),
  type: templateType,
  /** Free text: 1.0, beta. */
  version: z.string(),
  isActive: z.boolean(),
  description: z.string().nullable().optional(),
  systemPrompt: z.string().optional(),
  userPromptTemplate: z.string().optional(),
  /** Number of the current version; 1 is the first (`listTemplateVersions`). */
  versionNumber: z.number().int().optional(),
  /** Counts every change; an edit sends it back as `readVersion`. */
  rowVersion: rowVersion.optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
  /** Result of the latest check; null without one (`startTemplateCheck`). */
  lastCheck: lastCheck.nullable().optional(),
})
export type Template = z.infer<typeof template>

/** Allowed placeholders: `placeholderGroups`. */
export const templateForm = z.object({
  name: line(200).min(1, 'Name is required'),
  type: templateType,
  version: line(50).min(1, 'Version is required'),
  isActive: z.boolean(),
  description: paragraph(2000).nullish(),
  systemPrompt: verbatim(maxPromptCharacters).regex(/\S/, 'System prompt is required'),
  userPromptTemplate: verbatim(maxPromptCharacters).regex(/\S/, 'User prompt template is required'),
})

export const listTemplates = endpoint('GET /api/admin/ai-prompt-templates', {
  access: staff,
  shows: ['template'],
  summary: 'AI prompt templates; only system_admin reads the prompts',
  response: z.array(template),
})

export const createTemplate = endpoint('POST /api/admin/ai-prompt-templates', {
  access: ['system_admin'],
  changes: ['template'],
  isIdempotent: true,
  summary: 'Create a template; an active one replaces the active template of its type',
  bodyBytes: maxTextBytes(2 * maxPromptCharacters),
  body: templateForm.extend({
    version: templateForm.shape.version.default('1'),
    isActive: z.boolean().default(false),
  }),
  response: template,
})

export const updateTemplate = endpoint('PUT /api/admin/ai-prompt-templates/{id}', {
  access: ['system_admin'],
  changes: ['template'],
  summary: 'Change a template; changed prompts become a new version, older versions are kept',
  params: idOnly,
  bodyBytes: maxTextBytes(2 * maxPromptCharacters),
  body: templateForm
    .partial()
    .extend({ readVersion: rowVersion.optional() })
    .refine(
      ({ readVersion: _read, ...form }) => Object.values(form).some((it) => it !== undefined),
      {
        error: 'There is nothing to change',
      },
    ),
  errorCodes: ['stale', 'conflict'],
  response: template,
})

export const deleteTemplate = endpoint('DELETE /api/admin/ai-prompt-templates/{id}', {
  access: ['system_admin'],
  changes: ['template'],
  summary: 'Delete an inactive template; executions keep the prompts they used',
  params: idOnly,
  errorCodes: ['conflict'],
  response: idOnly,
})

export const activateTemplate = endpoint('POST /api/admin/ai-prompt-templates/{id}/activate', {
  access: ['system_admin'],
  changes: ['template'],
  summary: 'Make a template the active one of its type',
  params: idOnly,
  /** Optional reason, for the audit log, if its check failed. */
  body: reasoned,
  response: template,
})

export const templateVersion = z.object({
  id: rowId(),
  number: z.number().int(),
  version: z.string(),
  authorName: z.string().nullable(),
  createdAt: z.string(),
  /** It is or was the current version; false: saved as a draft, to be checked first. */
  isUsed: z.boolean(),
})
export type TemplateVersion = z.infer<typeof templateVersion>

export const templateVersionWithPrompts = templateVersion.extend({
  systemPrompt: z.string(),
  userPromptTemplate: z.string(),
})
export type TemplateVersionWithPrompts = z.infer<typeof templateVersionWithPrompts>

export const maxTemplateVersions = 100

export const listTemplateVersions = endpoint('GET /api/admin/ai-prompt-templates/{id}/versions', {
  access: ['system_admin'],
  shows: ['template'],
  summary: 'Versions of a template, newest first; at most 100, without their prompts',
  params: idOnly,
  response: z.array(templateVersion),
})

/** Fields of a version. */
const textForm = templateForm.pick({ version: true, systemPrompt: true, userPromptTemplate: true })

export const saveTemplateDraft = endpoint('POST /api/admin/ai-prompt-templates/{id}/versions', {
  access: ['system_admin'],
  changes: ['template'],
  summary:
    'Save a draft version, so that it can be checked before use; returns an identical draft that exists',
  params: idOnly,
  bodyBytes: maxTextBytes(2 * maxPromptCharacters),
  body: textForm.extend({ readVersion: rowVersion.optional() }),
  errorCodes: ['stale'],
  response: templateVersion,
})

const versionOf = idOnly.extend({ number: wholeNumber(1, 2_147_483_647) })

export const readTemplateVersion = endpoint(
  'GET /api/admin/ai-prompt-templates/{id}/versions/{number}',
  {
    access: ['system_admin'],
    shows: ['template'],
    summary: 'A version of a template with its prompts',
    params: versionOf,
    response: templateVersionWithPrompts,
  },
)

export const restoreTemplateVersion = endpoint(
  'POST /api/admin/ai-prompt-templates/{id}/versions/{number}/restore',
  {
    access: ['system_admin'],
    changes: ['template'],
    summary: 'Put a version into use; one that was used before is copied to a new version',
    params: versionOf,
    /** Optional reason, for the audit log, if its check failed and it is used for the first time. */
    body: reasoned,
    response: template,
  },
)

export const executeTemplate = endpoint('POST /api/admin/ai-prompt-templates/execute', {
  access: staff,
  opens: ['template-executed'],
  changes: ['execution'],
  keepsFailures: true,
  summary: 'Run a template on a session and log the execution',
  bodyBytes: maxTextBytes(transcriptCharacters),
  body: z.object({
    templateId: rowId(),
    inputData: z.object({
      audioTranscript: verbatim(transcriptCharacters).min(1),
      sessionId: rowId(),
    }),
  }),
  errorCodes: ['not-found', 'conflict', 'no-consent', 'unprocessable'],
  response: z.object({ executionId: rowId(), processedText: z.string() }),
})
