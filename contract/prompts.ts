import { z } from 'zod'
import { transcriptCharacters, verbatim } from './bounds.ts'
import { bytesOfText, endpoint } from './endpoint.ts'
import { staff } from './roles.ts'

export const templateType = z.enum([
  'diarization',
  'metric_extraction',
  'burnout_assessment',
  'session_preparation',
])
export type TemplateType = z.infer<typeof templateType>

/** What a system_admin may run is not narrowed; the others may run these (product decisions, section 3). */
export const staffTemplateTypes: readonly TemplateType[] = ['diarization', 'session_preparation']

/** Prompts themselves are for system_admin alone; the others read which templates exist. */
export const template = z.object({
  id: z.uuid(),
  name: z.string(),
  type: templateType,
  version: z.string(),
  isActive: z.boolean(),
  description: z.string().nullable().optional(),
  systemPrompt: z.string().optional(),
  userPromptTemplate: z.string().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
})
export type Template = z.infer<typeof template>

export const listTemplates = endpoint('GET /api/admin/ai-prompt-templates', {
  access: staff,
  shows: ['template'],
  summary: 'AI prompt templates; only system_admin reads the prompts',
  response: z.array(template),
})

export const executeTemplate = endpoint('POST /api/admin/ai-prompt-templates/execute', {
  access: staff,
  changes: [],
  summary: 'Run a template on a session and log the execution',
  bodyBytes: bytesOfText(transcriptCharacters),
  body: z.object({
    templateId: z.uuid(),
    inputData: z.object({
      audioTranscript: verbatim(transcriptCharacters).min(1),
      sessionId: z.uuid(),
    }),
  }),
  refuses: ['not-found', 'unprocessable'],
  response: z.object({ executionId: z.uuid(), processedText: z.string() }),
})
