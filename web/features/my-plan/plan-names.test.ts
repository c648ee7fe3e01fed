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
})

test('a plan is named after its person, also when only one name is known', () => {
  expect(planName(plan('Sarah', 'Lindqvist'))).toBe('Sarah Lindqvist')
  expect(planName(plan('', 'Lindqvist'))).toBe('Lindqvist')
  expect(planName(plan('', ''))).toBe('You')
})

test('the own plan is My Plan, the others are who they are', () => {
  expect(relationLabel(plan('Sarah', 'Lindqvist'))).toBe('My Plan')
  expect(relationLabel(plan('Nora', 'Lindqvist', 'Daughter'))).toBe('Daughter')
})
