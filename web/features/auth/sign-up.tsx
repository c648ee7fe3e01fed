import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { lazyComponent } from '#web/parts/lazy-component.tsx'

/** Loaded on the first click, so that signing in does not wait for it. */
const SignUpDialog = lazyComponent(
  async () => (await import('./sign-up-dialog.tsx')).SignUpDialog,
  'Sign up could not be opened.',
)

export function SignUp() {
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const ask = () => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="secondary" className="w-full" onClick={ask}>
        Sign up
      </Button>
      {isWanted && <SignUpDialog isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
