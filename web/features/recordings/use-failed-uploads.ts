import { useEffect, useRef } from 'react'
import { useToast } from '#web/ui/toast.tsx'
import { useUploadsUnderWay } from './uploads.ts'

/** "All errors show as a toast" (specification part 2, section 8), whichever page is open when an upload breaks off. */
export function useFailedUploads() {
  const toast = useToast()
  const underWay = useUploadsUnderWay()
  const told = useRef(new Map<string, string>())
  useEffect(() => {
    const failed = new Map(
      underWay.flatMap(({ sessionId, upload: { phase, error } }) =>
        phase === 'failed' && error ? [[sessionId, error] as const] : [],
      ),
    )
    for (const [sessionId, description] of failed)
      if (told.current.get(sessionId) !== description)
        toast({ title: 'Error', description, tone: 'destructive' })
    told.current = failed
  }, [toast, underWay])
}
