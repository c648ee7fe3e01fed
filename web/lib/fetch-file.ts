import { ApiError } from './api.ts'

/** A file that the server makes, with the name that it gives it. */
export async function fetchFile(url: string) {
  const answer = await fetch(url)
  if (!answer.ok) throw new ApiError(answer.status, answer.statusText, await answer.text())
  const named = answer.headers.get('content-disposition') ?? ''
  const exact = /filename\*=UTF-8''([^;]+)/.exec(named)?.[1]
  const plain = /filename="([^"]*)"/.exec(named)?.[1] ?? ''
  return { name: exact ? decodeURIComponent(exact) : plain, content: await answer.blob() }
}
