// A thread of its own, started by built-in.ts with a raw transcript: answers the conversation.
import { parentPort, workerData } from 'node:worker_threads'
import type { Work } from './built-in.ts'
import { conversationOf } from './conversation.ts'

const { audioTranscript } = workerData as Work
parentPort?.postMessage(conversationOf(audioTranscript))
