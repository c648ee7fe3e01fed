import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The state of a dialog or menu that is not in the URL and closes on navigation. */
export function useOpenOnThisPage() {
  const { key } = useLocation()
  const type = useNavigationType()
  const [isOpen, setOpen] = useState(false)
  const [here, setHere] = useState(key)
  if (here !== key) {
    setHere(key)
    if (type !== 'REPLACE') setOpen(false)
  }
  return [isOpen, setOpen] as const
}
