import type { SessionDetail } from '#contract/sessions/sessions.ts'
import type { DrawerTab } from '#web/lib/plan-address.ts'
import { Button } from '#web/ui/button.tsx'

type ReadLineProps = {
  session: SessionDetail
  tab: DrawerTab
  onShow: (tab: DrawerTab) => void
  /** Plays from a second of the recording; undefined where there is nothing to play. */
  onPlay: ((seconds: number) => void) | undefined
  onAcknowledge: () => void
}

/** Ways to what a client said about dying, and to acknowledging it. */
export function ReadLine({ session, tab, onShow, onPlay, onAcknowledge }: ReadLineProps) {
  const start = session.safetyMark?.lines.find((it) => it.start !== null)?.start
  const canPlay = onPlay && typeof start === 'number'
  return (
    <div className="flex flex-wrap gap-2">
      {canPlay ? (
        <Button variant="secondary" onClick={() => onPlay(start)}>
          Play
        </Button>
      ) : (
        tab !== 'transcripts' && (
          <Button variant="secondary" onClick={() => onShow('transcripts')}>
            Show transcript
          </Button>
        )
      )}
      <Button onClick={onAcknowledge}>Acknowledge</Button>
    </div>
  )
}
