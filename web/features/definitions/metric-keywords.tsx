import {
  sharedKeywords,
  defaultKeywords,
  type SpokenMetric,
} from '#contract/definitions/metric-names.ts'
import { KeywordsField } from './keywords-field.tsx'

type MetricKeywordsProps = { metric: SpokenMetric | undefined; others: readonly SpokenMetric[] }

/** Keywords of a metric in addition to its label. Without any, the shipped ones apply. */
export function MetricKeywords({ metric, others }: MetricKeywordsProps) {
  const shipped = metric ? defaultKeywords(metric.label).join(', ') : ''
  return (
    <KeywordsField
      name="words"
      label="Keywords"
      hint={
        shipped
          ? `In addition to the label. Default: ${shipped}`
          : 'In addition to the label, such as slept or rest at night. Press Enter after each.'
      }
      noteOf={(words) => {
        const shared = sharedKeywords(words, others).map(
          ({ word, labels }) => `“${word}” is also a keyword of ${list.format(labels)}.`,
        )
        return shared.length ? `${shared.join(' ')} Shared keywords are ignored.` : undefined
      }}
    />
  )
}

const list = new Intl.ListFormat('en-GB')
