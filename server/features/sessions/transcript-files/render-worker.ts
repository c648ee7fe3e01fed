import { parentPort, workerData } from 'node:worker_threads'
import { type FileRequest, renderFile } from './render-file.ts'

/** Runs in a worker thread, so that requests do not wait for slow formats. */
parentPort?.postMessage(await renderFile(workerData as FileRequest))
