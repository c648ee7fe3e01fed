// A thread of its own, started by built-in.ts with what was said and the metrics asked for: answers their values.
import { parentPort, workerData } from 'node:worker_threads'
import type { Work } from './built-in.ts'
import { readNumbers } from './numbers/read-numbers.ts'
import type { Metric } from './numbers/topics.ts'

const { audioTranscript, metrics } = workerData as Work
const values = readNumbers(audioTranscript, JSON.parse(metrics) as Metric[])
parentPort?.postMessage(JSON.stringify(values))
