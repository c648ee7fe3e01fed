import { sharedWords, shippedWords, type Spoken } from '#contract/metric-names.ts'
import { WordsField } from './words-field.tsx'

type MetricWordsProps = { metric: Spoken | undefined; others: readonly Spoken[] }

/** By which words people speak of a metric, beside its label; unless there are none, those that ship count no more. */
export function MetricWords({ metric, others }: MetricWordsProps) {
  const shipped = metric ? shippedWords(metric.label).join(', ') : ''
  return (
    <WordsField
      name="words"
      label="Words people use for it"
      hint={
        shipped
          ? `Beside its label. With none of its own: ${shipped}`
          : 'Beside its label, such as slept or rest at night; Enter or a comma ends one'
      }
      noteOf={(words) => {
        const shared = sharedWords(words, others).map(
          ({ word, labels }) => `“${word}” is also said of ${inWords.format(labels)}.`,
        )
        return shared.length
          ? `${shared.join(' ')} What two metrics share counts for neither.`
          : undefined
      }}
    />
  )
}

const inWords = new Intl.ListFormat('en-GB')
