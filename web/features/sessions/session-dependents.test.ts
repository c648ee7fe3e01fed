import { expect, test } from 'vitest'
import { listDependents, remainingAssignments } from './session-dependents.ts'

const bare = {
  ...{ recording: null, hasRawTranscript: false, hasConversation: false, metrics: [] },
  ...{ sharing: null, hasBurnoutRisk: false },
}
const sharing = { sharedAt: '2026-11-02T09:00:00Z', sharedBy: null, changedAt: null }
const metric = {
  ...{ id: '1', definitionName: 'Stress', categoryName: 'Mind', value: 40, unit: null },
  ...{ lowest: 0, highest: 100, isMoreBetter: null, check: null },
}

test('an empty session has no dependents', () => {
  expect(listDependents(bare)).toEqual([])
})

test('dependents are named and counted', () => {
  expect(
    listDependents({ ...bare, hasRawTranscript: true, hasConversation: true, metrics: [metric] }),
  ).toEqual(['its raw transcript', 'its conversation', 'its metric value'])
  expect(listDependents({ ...bare, metrics: [metric, metric] })).toEqual(['its 2 metric values'])
  expect(listDependents({ ...bare, hasConversation: true, sharing, hasBurnoutRisk: true })).toEqual(
    ['its conversation, which the client can read', 'its burnout risk score'],
  )
})

test('home assignments of the session stay in the plan', () => {
  expect(remainingAssignments(1)).toBe('Its home assignment stays in the plan.')
  expect(remainingAssignments(3)).toBe('Its 3 home assignments stay in the plan.')
})
