import { testApp } from './test-app.ts'

type Sending = {
  method?: string
  headers?: Record<string, string>
  body?: RequestInit['body']
  cookie?: string
  signal?: AbortSignal
}

/** The test application on a real port, for streamed and interrupted bodies. */
export async function listeningApp(...options: Parameters<typeof testApp>) {
  const tested = await testApp(...options)
  const origin = await tested.app.listen({ host: '127.0.0.1', port: 0 })

  /** Sends a request as the browser would, over a real connection. */
  const send = (path: string, { cookie, headers, ...rest }: Sending = {}) =>
    fetch(origin + path, {
      ...rest,
      headers: { origin, ...(cookie && { cookie }), ...headers },
      duplex: 'half',
    } as RequestInit)

  return { ...tested, origin, send }
}
