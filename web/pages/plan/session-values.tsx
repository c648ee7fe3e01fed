import { type RefObject, useCallback, useEffect } from 'react'
import type { SessionDetail } from '#contract/sessions/sessions.ts'
import { ValuesTab } from '#web/features/analysis/values-tab.tsx'
import { useUrlState } from '#web/lib/url-state.ts'
import { planAddress } from '#web/lib/plan-address.ts'
import { createStore } from '#web/lib/store.ts'
import { playFrom } from '#web/features/recordings/playback.ts'

type SessionValuesProps = {
  session: SessionDetail
  /** The drawer's one player, where there is something to play. */
  video: RefObject<HTMLVideoElement | null> | undefined
}

/** What was found in a session, heard with the player of the drawer. What the address asks for is played once. */
export function SessionValues({ session, video }: SessionValuesProps) {
  const { values, change } = useUrlState(planAddress)
  const play = useCallback(
    (part: { start: number; end: number }) => {
      if (video?.current) playPart(video.current, part)
    },
    [video],
  )
  useEffect(() => {
    if (values.play === undefined) return
    const [start = 0, end = 0] = values.play.split('-').map(Number)
    play({ start, end })
    change({ play: '' })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each address: a reload is silent
  }, [values.play])
  return <ValuesTab session={session} onPlay={video && play} />
}

/** Seconds played before and after a part, so that no word is cut off. */
const paddingSeconds = 0.4

const watching = createStore<AbortController | undefined>(undefined)

/**
 * Plays a part of the recording and stops after it, unless the user seeks elsewhere or plays another part.
 */
function playPart(video: HTMLVideoElement, { start, end }: { start: number; end: number }) {
  const [from, to] = [Math.max(0, start - paddingSeconds), end + paddingSeconds]
  watching.get()?.abort()
  const watch = new AbortController()
  watching.set(watch)
  const { signal } = watch
  video.addEventListener(
    'seeking',
    () => {
      if (video.currentTime < from - 1 || video.currentTime >= to) watch.abort()
    },
    { signal },
  )
  video.addEventListener(
    'timeupdate',
    () => {
      if (video.currentTime < to) return
      watch.abort()
      video.pause()
    },
    { signal },
  )
  playFrom(video, from)
}
