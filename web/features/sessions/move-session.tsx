import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { type SessionDetail, sessionCan } from '#contract/sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { MoveSessionDialog } from './move-session-dialog.tsx'

type MoveSessionProps = {
  session: SessionDetail
  /** It is what to do next. */
  isNext?: boolean
}

/** The button, where the session can be moved; its dialog comes with the first press. */
export function MoveSession({ session, isNext = false }: MoveSessionProps) {
  const [isOpen, setOpen] = useState<boolean>()
  if (!sessionCan.move(session)) return null
  return (
    <>
      <Button
        {...(!isNext && { variant: 'secondary', size: 'sm', icon: CalendarClock })}
        onClick={() => setOpen(true)}
      >
        Reschedule
      </Button>
      {isOpen !== undefined && (
        <MoveSessionDialog session={session} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
