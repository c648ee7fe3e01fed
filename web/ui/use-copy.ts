import { useToast } from './toast.tsx'

type Words = { title: string; description?: string; failed: string }

/** Puts a text into the clipboard, and says whether that went well. */
export function useCopy({ title, description, failed }: Words) {
  const toast = useToast()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title, ...(description && { description }) })
    } catch {
      toast({ title: 'Error', description: failed, tone: 'destructive' })
    }
  }
}
