import { useSyncExternalStore } from 'react'
import { recorder } from './recorder.ts'

// The recorder is code that only staff need, so only parts that are loaded on demand import this.
const subscribe = (listener: () => void) => recorder.subscribe(listener)

export const useRecorderState = () => useSyncExternalStore(subscribe, () => recorder.getState())
export const useKeptRecordings = () => useSyncExternalStore(subscribe, () => recorder.getKept())
/** The recording of another tab, if one records. */
export const useOtherTab = () => useSyncExternalStore(subscribe, () => recorder.getOtherTab())
