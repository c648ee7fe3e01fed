import type { DefinitionKind } from '#contract/definitions/definitions.ts'
import { DefinitionList } from './definition-list.tsx'
import { Deletions } from './deletions.tsx'

type Tab = 'metrics' | 'session types' | 'assignment types'

/** The tab of each kind, in display order. */
const tabByKind: Record<DefinitionKind, Tab> = {
  metricCategory: 'metrics',
  metricDefinition: 'metrics',
  sessionMetric: 'metrics',
  sessionDefinition: 'session types',
  assignmentDefinition: 'assignment types',
}

const Definitions = ({ tab }: { tab: Tab }) => {
  const kinds = (Object.keys(tabByKind) as DefinitionKind[]).filter(
    (kind) => tabByKind[kind] === tab,
  )
  return (
    <div className="flex flex-col gap-5">
      <Deletions kinds={kinds} />
      {kinds.map((kind) => (
        <DefinitionList key={kind} kind={kind} />
      ))}
    </div>
  )
}

export const MetricDefinitions = () => <Definitions tab="metrics" />
export const SessionTypes = () => <Definitions tab="session types" />
export const AssignmentTypes = () => <Definitions tab="assignment types" />
