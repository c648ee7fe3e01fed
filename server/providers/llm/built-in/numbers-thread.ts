// A thread of its own, started by built-in.ts with what was said and the metrics asked for: answers their values.
import { parentPort, workerData } from 'node:worker_threads'
import type { SpokenMetric } from '#contract/metric-names.ts'
import type { ThreadInput } from './built-in.ts'
import { readNumbers } from '../numbers/read-numbers.ts'
import type { Metric } from '../numbers/topics.ts'

const { audioTranscript, metrics, otherMetrics } = workerData as ThreadInput
const values = readNumbers(
  audioTranscript,
  JSON.parse(metrics) as Metric[],
  JSON.parse(otherMetrics) as SpokenMetric[],
)
parentPort?.postMessage(JSON.stringify(values))
