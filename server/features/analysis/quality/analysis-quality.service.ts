import { riskScoreKey } from '#contract/prompts/golden-transcripts.ts'
import {
  type AnalysisQuality,
  isUnverified,
  type QualityFigures,
  type QualityFilters,
  type QualityVersion,
  type ValueState,
  valueStates,
} from '#contract/analysis/analysis-quality.ts'
import { providerForm } from '#contract/integrations/providers/providers.ts'
import type { Db } from '../../../platform/db/db.ts'
import { getMinimumGroup } from '../../settings/installation/settings.queries.ts'
import {
  listModelsAndMonths,
  type Cell,
  listCells,
  type Corrections,
  listCorrections,
  type FoundVersion,
  metricNames,
  toSpread,
  listVersions,
} from './analysis-quality.queries.ts'
import { estimateShare } from './compare-shares.ts'

/** Quality of analyses by version and metric, each compared with the version before it. */
export async function getAnalysisQuality(
  db: Db,
  filters: QualityFilters,
): Promise<AnalysisQuality> {
  const [minClients, found, named, { answerers, months }] = await Promise.all([
    getMinimumGroup(db),
    listVersions(db, filters),
    metricNames(db),
    listModelsAndMonths(db),
  ])
  const of = { versions: found.map(({ id }) => id), minClients }
  const [cells, corrections] = found.length
    ? await Promise.all([listCells(db, filters, of), listCorrections(db, filters, of)])
    : [[], []]
  const names = new Map(named.map((it) => [it.key, it]))
  const counted = new Map(
    found.map(({ id }) => [id, cells.filter(({ version }) => version === id)]),
  )
  return {
    minimumGroup: minClients,
    versions: found.map((it) => {
      const before = findPredecessor(it, found)
      return toVersion(it, {
        cells: counted.get(it.id) ?? [],
        names,
        minClients,
        before,
        cellsBefore: before && (counted.get(before.id) ?? []),
        corrections: corrections.filter(({ version }) => version === it.id),
      })
    }),
    choices: {
      metrics: [
        ...named.map(({ key, label }) => ({ key, label })),
        { key: riskScoreKey, label: riskLabel },
      ],
      answerers: answerers.map(({ provider, model }) => ({
        provider,
        model,
        label: providerForm('ai_analysis', provider)?.label ?? provider,
      })),
      months,
    },
  }
}

const riskLabel = 'Burnout risk'

/** The nearest earlier version of the same template that found something. */
const findPredecessor = ({ template, versionNumber }: FoundVersion, all: readonly FoundVersion[]) =>
  template === null || versionNumber === null
    ? undefined
    : all
        .filter(
          (it) =>
            it.template === template &&
            it.versionNumber !== null &&
            it.versionNumber < versionNumber,
        )
        .toSorted((a, b) => (b.versionNumber ?? 0) - (a.versionNumber ?? 0))[0]

type Of = {
  cells: readonly Cell[]
  cellsBefore: readonly Cell[] | undefined
  before: FoundVersion | undefined
  corrections: readonly Corrections[]
  names: ReadonlyMap<string, { label: string; unit: string | null }>
  minClients: number
}

function toVersion(
  { template: _template, ...it }: FoundVersion,
  { cells, cellsBefore, before, corrections, names, minClients }: Of,
): QualityVersion {
  const published = publishedCells(cells, minClients)
  const publishedBefore = cellsBefore && publishedCells(cellsBefore, minClients)
  const all = sumStates(published)
  const allBefore = publishedBefore && sumStates(publishedBefore)
  const findCorrection = (key: string | null) => corrections.find((one) => one.key === key)
  return {
    ...it,
    before: before ? { id: before.id, versionNumber: before.versionNumber ?? 0 } : null,
    figures: all && toFigures(all, allBefore, findCorrection(null), !!before, false),
    metrics: published
      .map((cell) => {
        const { key } = cell
        const name = key === null ? undefined : names.get(key)
        const same = key === null ? undefined : publishedBefore?.find((one) => one.key === key)
        return {
          key,
          label: key === riskScoreKey ? riskLabel : key ? (name?.label ?? key) : null,
          unit: name?.unit ?? null,
          figures: toFigures(
            cell,
            same,
            key === null ? undefined : findCorrection(key),
            !!before && key !== null,
            true,
          ),
        }
      })
      .toSorted((a, b) => getOrder(a.key) - getOrder(b.key) || b.figures.values - a.figures.values),
    hiddenMetrics: cells
      .filter((cell) => !published.includes(cell))
      .reduce((sum, { metrics }) => sum + metrics, 0),
  }
}

/** Metrics first, then small ones together, then metrics that were not requested. */
const getOrder = (key: string | null) => (key === null ? 1 : key === '' ? 2 : 0)

type States = Record<ValueState, number>

const publishedCells = (cells: readonly Cell[], minClients: number) =>
  cells.filter(({ clients }) => clients >= minClients)

function sumStates(cells: readonly States[]): States | null {
  if (!cells.length) return null
  return statesBy((state) => cells.reduce((sum, cell) => sum + cell[state], 0))
}

const statesBy = (by: (state: ValueState) => number) =>
  Object.fromEntries(valueStates.map((it) => [it, by(it)])) as States

const countValues = (states: States) => valueStates.reduce((sum, state) => sum + states[state], 0)
const decided = (it: States) => ({
  some: it.confirmed,
  all: it.confirmed + it.corrected + it.rejected,
})
const shown = (it: States) => ({
  some: valueStates.reduce((sum, state) => sum + (isUnverified(state) ? 0 : it[state]), 0),
  all: countValues(it),
})
const none = { some: 0, all: 0 }

function toFigures(
  now: States,
  before: States | null | undefined,
  correction: Corrections | undefined,
  hasBefore: boolean,
  isOfOneUnit: boolean,
): QualityFigures {
  const compared = (of: typeof decided) =>
    estimateShare(of(now), hasBefore ? (before ? of(before) : none) : undefined)
  return {
    values: countValues(now),
    states: statesBy((state) => now[state]),
    confirmed: compared(decided),
    shown: compared(shown),
    correction: correction
      ? {
          values: correction.values,
          inUnit: isOfOneUnit ? toSpread(correction.inUnit) : null,
          ofRange: toSpread(correction.ofRange),
        }
      : null,
  }
}
