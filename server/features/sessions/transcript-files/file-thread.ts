import { parentPort, workerData } from 'node:worker_threads'
import { type Asked, fileOf } from './file-of.ts'

/** A thread of its own: it brings its libraries only when somebody wants a file, and nobody else waits for it. */
parentPort?.postMessage(await fileOf(workerData as Asked))
