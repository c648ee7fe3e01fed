import { DefinitionList } from './definition-list.tsx'
import { Deletions } from './deletions.tsx'

const stacked = 'flex flex-col gap-5'

export const MetricDefinitions = () => (
  <div className={stacked}>
    <Deletions kinds={['metricCategory', 'metricDefinition', 'sessionMetric']} />
    <DefinitionList kind="metricCategory" />
    <DefinitionList kind="metricDefinition" />
    <DefinitionList kind="sessionMetric" />
  </div>
)

export const SessionTypes = () => (
  <div className={stacked}>
    <Deletions kinds={['sessionDefinition']} />
    <DefinitionList kind="sessionDefinition" />
  </div>
)

export const AssignmentTypes = () => (
  <div className={stacked}>
    <Deletions kinds={['assignmentDefinition']} />
    <DefinitionList kind="assignmentDefinition" />
  </div>
)
