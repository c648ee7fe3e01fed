// Worker thread of built-in.ts.
import { parentPort, workerData } from 'node:worker_threads'
import type { SpokenMetric } from '#contract/definitions/metric-names.ts'
import { readNumbers } from '../numbers/read-numbers.ts'
import type { Metric } from '../../../providers/llm/llm.ts'
import type { ThreadInput } from './built-in.ts'
import { formatConversation } from './conversation.ts'

const { type, audioTranscript, metrics, otherMetrics } = workerData as ThreadInput
parentPort?.postMessage(
  type === 'metric_extraction'
    ? JSON.stringify(
        readNumbers(
          audioTranscript,
          JSON.parse(metrics) as Metric[],
          JSON.parse(otherMetrics) as SpokenMetric[],
        ),
      )
    : formatConversation(audioTranscript),
)
