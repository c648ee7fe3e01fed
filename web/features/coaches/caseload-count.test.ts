import { expect, test } from 'vitest'
import { caseloadOf } from './caseload-count.ts'

test('a caseload counts its clients by risk, and their open sessions', () => {
  const caseload = caseloadOf([
    { riskLevel: 'high', openSessions: 2 },
    { riskLevel: 'low', openSessions: 0 },
    { riskLevel: null, openSessions: 1 },
    { riskLevel: 'low', openSessions: 1 },
  ])
  expect(caseload).toEqual({
    clients: 4,
    openSessions: 4,
    risks: [
      { level: 'high', count: 1 },
      { level: 'medium', count: 0 },
      { level: 'low', count: 2 },
      { level: null, count: 1 },
    ],
  })
})
