import { type RefObject, useCallback, useEffect } from 'react'
import type { SessionDetail } from '#contract/sessions.ts'
import { ValuesTab } from '#web/features/analysis/values-tab.tsx'
import { playPart } from '#web/features/recordings/play-part.ts'
import { useUrlState } from '#web/lib/url-state.ts'
import { planAddress } from '#web/lib/plan-address.ts'

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
