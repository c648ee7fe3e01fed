import { z } from 'zod'
import { analysisTypes, type ValueFault, valueFault } from './analysis.ts'
import { line } from './bounds.ts'
import { endpoint } from './endpoint.ts'
import { valueDecision } from './found-values.ts'

/** Values that there must be, of both, before one version is compared with another. */
export const minComparedValues = 20
/** Versions at most: the newest. */
export const maxQualityVersions = 40
/** Metrics of a version at most, those with the most values; the others are put together. */
export const maxQualityMetrics = 100
/** Choices of each filter at most. */
export const maxQualityChoices = 200

/**
 * What became of a value, each in one of them: why it counts nowhere; otherwise what a person decided last; otherwise it
 * waits. What nothing shows cannot be confirmed, so it stays `unverified` whatever is decided about it.
 */
export const valueStates = [...valueDecision.options, 'waiting', ...valueFault.options] as const
export type ValueState = (typeof valueStates)[number]
export const isUnverified = (state: ValueState): state is ValueFault =>
  valueFault.safeParse(state).success

/** `too-few`: to say anything; `unclear`: the interval of the difference holds both a better and a worse one. */
export const comparison = z.enum(['worse', 'better', 'unclear', 'too-few'])
export type Comparison = z.infer<typeof comparison>

const share = z.object({
  /** Of so many values. */
  of: z.number().int(),
  /** 0 to 1, with the Wilson interval of 95 in 100; null under `minComparedValues` values. */
  share: z.number().nullable(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** With the version before; null without one. */
  compared: comparison.nullable(),
})
export type Share = z.infer<typeof share>

const spread = z.object({ quarter: z.number(), median: z.number(), threeQuarters: z.number() })
export type Spread = z.infer<typeof spread>

const figures = z.object({
  values: z.number().int(),
  states: z.record(z.enum(valueStates), z.number().int()),
  /** Confirmed as they were found, of all that a person decided. */
  confirmed: share,
  /** With words of the client that show them, of all that were found. */
  shown: share,
  /** By how much people corrected, up or down: in the unit of the metric, and of its range (0 to 1). */
  correction: z
    .object({
      values: z.number().int(),
      /** Null where metrics of several units are put together. */
      inUnit: spread.nullable(),
      ofRange: spread,
    })
    // None, or of fewer clients than may be shown.
    .nullable(),
})
export type QualityFigures = z.infer<typeof figures>

const metric = z.object({
  /** Null: several, each of too few clients, put together. '': what nobody asked for. */
  key: z.string().nullable(),
  label: z.string().nullable(),
  unit: z.string().nullable(),
  figures,
})
export type QualityMetric = z.infer<typeof metric>

const version = z.object({
  id: z.string(),
  type: z.enum(analysisTypes),
  /** Null with `isBuiltIn`, and where nobody knows any more what found the values. */
  name: z.string().nullable(),
  versionNumber: z.number().int().nullable(),
  isBuiltIn: z.boolean(),
  /** It is the present text of the active template. */
  isActive: z.boolean(),
  /** Who answered: a few of them. */
  models: z.array(z.string()),
  /** The text of the same template before it that found values; null without one. */
  before: z.object({ id: z.string(), versionNumber: z.number().int() }).nullable(),
  /** Null: of fewer clients than may be shown. */
  figures: figures.nullable(),
  metrics: z.array(metric),
  /** Metrics whose clients are too few to show them; they are in no sum either. */
  hiddenMetrics: z.number().int(),
})
export type QualityVersion = z.infer<typeof version>

export const analysisQuality = z.object({
  /** Newest first. */
  versions: z.array(version),
  /** Clients that a figure must be of. */
  minimumGroup: z.number().int(),
  choices: z.object({
    metrics: z.array(z.object({ key: z.string(), label: z.string() })),
    answerers: z.array(
      z.object({ provider: z.string(), label: z.string(), model: z.string().nullable() }),
    ),
    /** First and last month in which values were found; null where there are none. */
    months: z.object({ first: z.string(), last: z.string() }).nullable(),
  }),
})
export type AnalysisQuality = z.infer<typeof analysisQuality>

const month = line(7)
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month is written as 2026-03')
  .optional()

export const readAnalysisQuality = endpoint('GET /api/admin/analysis-quality', {
  access: ['system_admin'],
  shows: ['session', 'client', 'template', 'definition', 'setting', 'execution'],
  summary:
    'What people made of the values that analyses found, by version and metric: in shares, never of fewer clients than the minimum group',
  query: z.object({
    type: z.enum(analysisTypes).optional(),
    metric: line(100).optional(),
    /** Months of UTC, both of them in it. */
    from: month,
    to: month,
    provider: line(200).optional(),
    model: line(200).optional(),
  }),
  response: analysisQuality,
})
export type QualityFilters = z.output<typeof readAnalysisQuality.query>
