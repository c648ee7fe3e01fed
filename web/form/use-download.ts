import { type Mutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/lib/api.ts'
import { useApiMutation } from './use-api-mutation.ts'

/** Seconds after which the browser has surely begun to save the file. */
const urlLifetime = 60
/** How long a download waits for a pending mutation, in milliseconds. */
const maxWaitMs = 10_000

/**
 * Downloads a file that the server generates, after pending mutations so that it includes them. A failure is a toast on
 * the page. Only for files of a few megabytes; anything larger is a link.
 */
export function useDownload(failed: string) {
  const mutations = useQueryClient().getMutationCache()
  const { run, isPending } = useApiMutation({
    mutationFn: async ({ url, pending }: { url: string; pending: Mutation[] }) => {
      await waitFor(pending)
      save(await fetchFile(url))
    },
    errorToast: failed,
  })
  const download = (url: string) => {
    const since = Date.now() - maxWaitMs
    run({
      url,
      pending: mutations.findAll({
        status: 'pending',
        predicate: ({ state }) => state.submittedAt > since,
      }),
    })
  }
  return { download, isPending }
}

async function waitFor(mutations: readonly Mutation[]) {
  const end = Date.now() + maxWaitMs
  while (mutations.some(({ state }) => state.status === 'pending') && Date.now() < end)
    // oxlint-disable-next-line no-await-in-loop -- it polls
    await new Promise((resolve) => setTimeout(resolve, 50))
}

function save({ name, content }: { name: string; content: Blob }) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), urlLifetime * 1000)
}

async function fetchFile(url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text())
  const named = answer.headers.get('content-disposition') ?? ''
  const exact = /filename\*=UTF-8''([^;]+)/.exec(named)?.[1]
  const plain = /filename="([^"]*)"/.exec(named)?.[1] ?? ''
  return { name: exact ? decodeURIComponent(exact) : plain, content: await answer.blob() }
}
