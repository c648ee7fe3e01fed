import { expect, test } from 'vitest'
import {
  type BrowserName,
  canRecordCalls,
  findBrowser,
  findProblem,
  isIos,
  type MediaProblem,
  problemWords,
} from './media-problems.ts'

const refusal = {
  ...{ name: 'NotAllowedError', message: '', permissions: [] as PermissionState[] },
  ...{ isAllowedByPolicy: true, isOfCall: false },
}

type Case = [problem: MediaProblem, given: Partial<typeof refusal>]
const cases: Case[] = [
  ['denied', { permissions: ['denied', 'prompt'] }],
  ['dismissed', { permissions: ['prompt', 'prompt'] }],
  ['denied', { permissions: [] }],
  ['denied', { permissions: ['granted', 'denied'] }],
  ['denied-by-system', { message: 'Permission denied by system', permissions: ['granted'] }],
  ['policy', { permissions: ['denied'], isAllowedByPolicy: false }],
  ['call-not-shared', { permissions: ['granted', 'granted'], isOfCall: true }],
  ['call-in-use', { name: 'NotReadableError', isOfCall: true }],
  ['no-call-sound', { name: 'NotFoundError', isOfCall: true }],
  ['not-found', { name: 'NotFoundError' }],
  ['in-use', { name: 'NotReadableError' }],
  ['in-use', { name: 'AbortError' }],
  ['gone', { name: 'OverconstrainedError' }],
  ['no-room', { name: 'QuotaExceededError' }],
  ['unsupported', { name: 'NotSupportedError' }],
  ['failed', { name: 'Error' }],
]

test.each(cases)('%s is found by %o', (problem, given) =>
  expect(findProblem({ ...refusal, ...given })).toBe(problem),
)

test('every problem has a sentence of its own and steps for each browser', () => {
  const words = Object.values(problemWords)
  expect(new Set(words.map(({ says }) => says)).size).toBe(words.length)
  for (const { says, steps } of words)
    for (const text of [says, ...Object.values(steps)]) expect(text).toMatch(/^[A-Z].*\.$/)
})

const agents: Record<string, [BrowserName, isIos: boolean, canRecordCalls: boolean]> = {
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36':
    ['chrome', false, true],
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0':
    ['edge', false, true],
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36':
    ['chrome', false, false],
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:146.0) Gecko/20100101 Firefox/146.0': [
    ...(['firefox', false, false] as const),
  ],
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15':
    ['safari', false, false],
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1':
    ['chrome', true, false],
}

test.each(Object.entries(agents))('%s', (userAgent, [name, isOnIos, canCall]) => {
  const browser = { userAgent, maxTouchPoints: 0 }
  expect(findBrowser(browser)).toBe(name)
  expect(isIos(browser)).toBe(isOnIos)
  const devices = { getDisplayMedia: () => Promise.reject(new Error('not asked')) }
  expect(canRecordCalls(browser, devices)).toBe(canCall)
  expect(canRecordCalls(browser, undefined)).toBe(false)
})

test('an iPad that asks for pages as a Mac is known by its touch screen', () => {
  const userAgent = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.1 Safari/605.1.15'
  expect(isIos({ userAgent, maxTouchPoints: 5 })).toBe(true)
})
