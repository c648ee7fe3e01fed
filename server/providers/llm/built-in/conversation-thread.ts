// A thread of its own, started by built-in.ts with a raw transcript: answers the conversation.
import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadInput } from './built-in.ts'
import { formatConversation } from './conversation.ts'

const { audioTranscript } = workerData as ThreadInput
parentPort?.postMessage(formatConversation(audioTranscript))
