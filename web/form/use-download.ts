import { type MutationCache, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { useApiMutation } from './use-api-mutation.ts'

/** Seconds after which the browser has surely begun to save a file that it was given. */
const kept = 60
/** Milliseconds that a write takes at most for a file to wait for it: a run of a model takes longer. */
const patience = 10_000

/**
 * Takes a file along that the server makes when it is asked: pending until it is there, and a refusal is told in words on
 * the page, which nobody leaves. What was being saved when it was asked for is in it. For what takes no more than seconds and
 * megabytes; an endless file is a link.
 */
export function useDownload(failed: string) {
  const writes = useQueryClient().getMutationCache()
  const { run, isPending } = useApiMutation({
    mutationFn: async ({ url, before }: { url: string; before: Writes }) => {
      await allEnded(writes, before)
      save(await fetchFile(url))
    },
    errorToast: failed,
  })
  const download = (url: string) => {
    const since = Date.now() - patience
    const isYoung = ({ state }: Writes[number]) => state.submittedAt > since
    run({ url, before: writes.findAll({ status: 'pending', predicate: isYoung }) })
  }
  return { download, isPending }
}

type Writes = ReturnType<MutationCache['findAll']>

const allEnded = (cache: MutationCache, writes: Writes) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (!writes.some(({ state }) => state.status === 'pending')) end()
    }
    const stop = cache.subscribe(look)
    const timer = setTimeout(end, patience)
    function end() {
      stop()
      clearTimeout(timer)
      resolve()
    }
    look()
  })

function save({ name, content }: { name: string; content: Blob }) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), kept * 1000)
}

/** A file that the server makes, with the name that it gives it. */
async function fetchFile(url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text())
  const named = answer.headers.get('content-disposition') ?? ''
  const exact = /filename\*=UTF-8''([^;]+)/.exec(named)?.[1]
  const plain = /filename="([^"]*)"/.exec(named)?.[1] ?? ''
  return { name: exact ? decodeURIComponent(exact) : plain, content: await answer.blob() }
}
