import { z } from 'zod'
import { analysisTypes, type ValueFault, valueFault } from './analysis.ts'
import { line } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { valueDecision } from './found-values.ts'

/** Minimum number of values in each of two compared versions. */
export const minComparedValues = 20
/** Maximum number of versions: the newest. */
export const maxQualityVersions = 40
/** Maximum number of metrics of a version: those with the most values; the rest are combined. */
export const maxQualityMetrics = 100
/** Maximum number of choices in each filter. */
export const maxQualityChoices = 200

/**
 * Outcome of a value: why it does not count, else the latest decision, else `waiting`. Without evidence it cannot be
 * confirmed: it stays `unverified` whatever the decision.
 */
export const valueStates = [...valueDecision.options, 'waiting', ...valueFault.options] as const
export type ValueState = (typeof valueStates)[number]
export const isUnverified = (state: ValueState): state is ValueFault =>
  valueFault.safeParse(state).success

/** `too-few`: too few values; `unclear`: the confidence interval of the difference includes zero. */
export const comparison = z.enum(['worse', 'better', 'unclear', 'too-few'])
export type Comparison = z.infer<typeof comparison>

const share = z.object({
  /** Number of values. */
  of: z.number().int(),
  /** 0 to 1, with its 95% Wilson interval; null for fewer than `minComparedValues` values. */
  share: z.number().nullable(),
  from: z.number().nullable(),
  to: z.number().nullable(),
  /** Compared with the previous version; null without one. */
  compared: comparison.nullable(),
})
export type Share = z.infer<typeof share>

const spread = z.object({ quarter: z.number(), median: z.number(), threeQuarters: z.number() })
export type Spread = z.infer<typeof spread>

const figures = z.object({
  values: z.number().int(),
  states: z.record(z.enum(valueStates), z.number().int()),
  /** Confirmed unchanged, of all decided values. */
  confirmed: share,
  /** With evidence in the client's own words, of all values found. */
  shown: share,
  /** Size of corrections, up or down: in the unit of the metric, and as a share (0 to 1) of its range. */
  correction: z
    .object({
      values: z.number().int(),
      /** Null where metrics with different units are combined. */
      inUnit: spread.nullable(),
      ofRange: spread,
    })
    // Null without corrections, or for fewer clients than the minimum group.
    .nullable(),
})
export type QualityFigures = z.infer<typeof figures>

const metric = z.object({
  /** Null: several metrics with too few clients each, combined. '': not asked for in the prompt. */
  key: z.string().nullable(),
  label: z.string().nullable(),
  unit: z.string().nullable(),
  figures,
})
export type QualityMetric = z.infer<typeof metric>

const version = z.object({
  id: z.string(),
  type: z.enum(analysisTypes),
  /** Null with `isBuiltIn`, or where the source of the values is unknown. */
  name: z.string().nullable(),
  versionNumber: z.number().int().nullable(),
  isBuiltIn: z.boolean(),
  /** It is the current version of the active template. */
  isActive: z.boolean(),
  /** Some of the models that answered. */
  models: z.array(z.string()),
  /** The previous version of the same template that found values; null without one. */
  before: z.object({ id: z.string(), versionNumber: z.number().int() }).nullable(),
  /** Null for fewer clients than the minimum group. */
  figures: figures.nullable(),
  metrics: z.array(metric),
  /** Metrics with too few clients to show; no sum includes them. */
  hiddenMetrics: z.number().int(),
})
export type QualityVersion = z.infer<typeof version>

export const analysisQuality = z.object({
  /** Newest first. */
  versions: z.array(version),
  /** Minimum number of clients behind a figure. */
  minimumGroup: z.number().int(),
  choices: z.object({
    metrics: z.array(z.object({ key: z.string(), label: z.string() })),
    answerers: z.array(
      z.object({ provider: z.string(), label: z.string(), model: z.string().nullable() }),
    ),
    /** First and last month with values; null without values. */
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
    'How people judged the values found by analyses, by version and metric, as shares; never about fewer clients than the minimum group',
  query: z.object({
    type: z.enum(analysisTypes).optional(),
    metric: line(100).optional(),
    /** UTC months, both inclusive. */
    from: month,
    to: month,
    provider: line(200).optional(),
    model: line(200).optional(),
  }),
  response: analysisQuality,
})
export type QualityFilters = z.output<typeof readAnalysisQuality.query>
