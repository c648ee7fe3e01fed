import { fetchFile } from '#web/lib/fetch-file.ts'
import { useWrite } from './use-write.ts'

/** Seconds after which the browser has surely begun to save a file that it was given. */
const kept = 60

/**
 * Takes a file along that the server makes when it is asked: pending until it is there, and a refusal is told in words on
 * the page, which nobody leaves. For what takes no more than seconds and megabytes; an endless file is a link.
 */
export function useDownload(failed: string) {
  const { run, isPending } = useWrite({
    write: async (url: string) => save(await fetchFile(url)),
    failed,
  })
  return { download: run, isPending }
}

function save({ name, content }: { name: string; content: Blob }) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), kept * 1000)
}
