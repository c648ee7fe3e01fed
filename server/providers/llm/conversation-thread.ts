// A thread of its own, started by built-in.ts with a raw transcript: answers the conversation.
import { parentPort, workerData } from 'node:worker_threads'
import { conversationOf } from './conversation.ts'

parentPort?.postMessage(conversationOf(workerData as string))
