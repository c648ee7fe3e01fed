import { ApiError } from './api.ts'

/** A file that the server makes, with the name that it gives it. */
export async function fetchFile(url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text())
  const name = /filename\*=UTF-8''([^;]+)/.exec(
    answer.headers.get('content-disposition') ?? '',
  )?.[1]
  return { name: decodeURIComponent(name ?? ''), content: await answer.blob() }
}
