import { useState } from 'react'
import { useLocation } from 'react-router'

/** What is open over a page, and closes when Back, Forward or a link bring another one: no address says that it is open. */
export function useOpenOnThisPage() {
  const { key } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const [here, setHere] = useState(key)
  if (here !== key) {
    setHere(key)
    setOpen(false)
  }
  return [isOpen, setOpen] as const
}
