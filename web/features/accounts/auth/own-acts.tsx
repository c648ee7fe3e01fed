import type { ReactNode } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { useSignedInUser } from './current-user.ts'

const why = 'Only the person can do this, not somebody signed in as them.'

type OwnActsProps = {
  children: ReactNode
  /** While impersonating: `disabled` (default) explains above, `button` as a tooltip, and `hidden` shows the explanation only. */
  show?: 'disabled' | 'button' | 'hidden'
}

/** Wraps controls whose endpoints are `isOwnAct`: an administrator who is signed in as somebody else cannot use them. */
export function OwnActs({ children, show = 'disabled' }: OwnActsProps) {
  const { isImpersonating } = useSignedInUser()
  if (!isImpersonating) return children
  return (
    <>
      {show !== 'button' && (
        <Banner tone="blue" className={show === 'disabled' ? 'mb-4' : ''}>
          {why}
        </Banner>
      )}
      {show !== 'hidden' && (
        <fieldset disabled title={why} className="contents">
          {children}
        </fieldset>
      )}
    </>
  )
}
