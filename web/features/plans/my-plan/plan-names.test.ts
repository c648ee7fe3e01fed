import { expect, test } from 'vitest'
import { planName, relationLabel } from './plan-names.ts'

const plan = (
  userFirstName: string,
  userLastName: string,
  familyRelation: string | null = null,
) => ({
  id: 'p1',
  userFirstName,
  userLastName,
  familyRelation,
  lastSessionDate: null,
  nextSessionDate: null,
  openSessions: 0,
  coachingEndedAt: null,
  createdAt: '2026-11-01T00:00:00Z',
  version: 1,
  isUnused: false,
  coachName: null,
  coachEmail: null,
  nextSessionName: null,
  nextStep: null,
  questionnaires: [],
  help: null,
  join: null,
})

test('a plan is named after its client, even if only one name is known', () => {
  expect(planName(plan('Sarah', 'Lindqvist'))).toBe('Sarah Lindqvist')
  expect(planName(plan('', 'Lindqvist'))).toBe('Lindqvist')
  expect(planName(plan('', ''))).toBe('You')
})

test('your own plan is called My Plan, and others by their family relation', () => {
  expect(relationLabel(plan('Sarah', 'Lindqvist'))).toBe('My Plan')
  expect(relationLabel(plan('Nora', 'Lindqvist', 'Daughter'))).toBe('Daughter')
})
