import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getUser, login } from '#contract/auth.ts'
import { listMyCoachClients } from '#contract/clients.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getSession, getSessionsAndMetrics } from '#contract/sessions.ts'
import { isInProgress, startTranscription } from '#contract/transcriptions.ts'
import { demoPassword } from '#server/features/accounts/sign-in/demo-password.ts'
import { demoAccounts } from '#server/demo/people.ts'

// How long GET /api/auth/user takes on an idle server, and while a recording is transcribed on the same machine.
// Needs the speech models (npm run models). One request at a time, `pauseMs` apart, as one person would.
const requests = Number(process.argv[2] ?? 1000)
const pauseMs = 5
const folder = mkdtempSync(path.join(tmpdir(), 'bench-answer-'))
const origin = 'http://127.0.0.1:3991'
let cookie = ''

const server = fork('server/main.ts', [], {
  env: { ...process.env, DATA_DIR: folder, PORT: new URL(origin).port },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
try {
  await ready()
  await signIn()
  await measure(200)
  const idle = await measure(requests)
  const { id, name } = await recordedSession()
  await ask(startTranscription, { id })
  while ((await progressOf(id)) === 0) await sleep(50)
  const busy = await measure(requests)
  const isStillBusy = isInProgress((await ask(getSession, { id })).transcription?.status)
  print('idle', idle)
  print(`while "${name}" is transcribed`, busy)
  console.log(
    `ratio: p50 ${(at(busy, 0.5) / at(idle, 0.5)).toFixed(2)}, p99 ${(at(busy, 0.99) / at(idle, 0.99)).toFixed(2)}`,
  )
  if (!isStillBusy)
    console.log('The transcription ended before the measurement did: ask for fewer requests.')
} finally {
  if (server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

async function ready() {
  while (server.exitCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('The server did not start.')
}

async function signIn() {
  const email = demoAccounts.find(({ role }) => role === 'coach_user')?.email
  const answer = await fetch(`${origin}${login.path}`, {
    method: login.method,
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function ask<E extends Endpoint>(endpoint: E, params: Record<string, string> = {}) {
  const url = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const { method, response } = endpoint
  const answer = await fetch(origin + url, { method, headers: { origin, cookie } })
  if (!answer.ok || typeof response === 'string') throw new Error(await answer.text())
  return response.parse(await answer.json()) as E['response'] extends { _output: infer O }
    ? O
    : never
}

/** The longest recording among the coach's clients. */
async function recordedSession() {
  const found = []
  for (const { id } of await ask(listMyCoachClients)) {
    const { sessions } = await ask(getSessionsAndMetrics, { id })
    for (const session of sessions.filter((it) => it.recordingUrl)) {
      const { recording } = await ask(getSession, { id: session.id })
      found.push({
        id: session.id,
        name: recording?.fileName ?? '',
        duration: recording?.duration ?? 0,
      })
    }
  }
  const [longest] = found.toSorted((a, b) => b.duration - a.duration)
  if (!longest) throw new Error('No session has a recording.')
  return longest
}

async function progressOf(id: string) {
  return (await ask(getSession, { id })).transcription?.progress ?? 0
}

/** Milliseconds of each request, shortest first. */
async function measure(count: number) {
  const times = []
  for (let index = 0; index < count; index++) {
    const since = performance.now()
    const answer = await fetch(origin + getUser.path, { headers: { cookie } })
    await answer.arrayBuffer()
    times.push(performance.now() - since)
    if (!answer.ok) throw new Error(`It answered ${answer.status}.`)
    await sleep(pauseMs)
  }
  return times.toSorted((a, b) => a - b)
}

function at(times: number[], share: number) {
  return times[Math.floor((times.length - 1) * share)] ?? Number.NaN
}

function print(name: string, times: number[]) {
  const shown = [0.5, 0.99].map((it) => `p${it * 100} ${at(times, it).toFixed(2)} ms`)
  console.log(`${name}: ${shown.join(', ')}`)
}
