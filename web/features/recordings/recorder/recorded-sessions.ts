import { createStore, useStore } from '#web/lib/store.ts'

/** `recording`: now, in this tab or another. `sending`: on its way to the server. `kept`: waits for somebody to finish it. */
export type RecordedHere = 'recording' | 'sending' | 'kept'

/** Sessions that this browser records or has a recording of, told by the recording bar: pages don't load the recorder for it. */
export const recordedSessions = createStore<ReadonlyMap<string, RecordedHere>>(new Map())

export const useRecordedHere = (sessionId: string) => useStore(recordedSessions).get(sessionId)
