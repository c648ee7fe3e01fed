import { expect, test } from 'vitest'
import { formatPreparation } from './preparation.ts'

test('a preparation is one page, with overdue assignments and the largest changes first', () => {
  const input = {
    preparationContext: [
      'Session: Weekly coaching on 2026-11-21, week 5',
      'In treatment for 4 weeks',
      'Said last:\n- “I slept badly.” (2026-11-14), of Sleep 30',
      'Promised:\n- The client: “I will call.” (2026-11-14)',
      'Earlier sessions:\n2026-11-14 Weekly coaching (open)',
    ].join('\n'),
    treatmentDuration: '4 weeks',
    riskLevel: 'medium',
    burnoutAnalysis: '52.5 of 100 in week 5, -8.5 since week 1\nWeek 3, person: 45 medium',
    metricTrends: [
      ...[
        'Energy: flat by 0.3 since week 1',
        'Sleep: N/A',
        'Ratio: up by 3: up by 4.0 since week 2',
      ],
      'Stress: down by 20.0 since week 1',
    ].join('\n'),
    overdueAssignments: 'Sleep diary, due 2026-11-10',
    activeAssignments: 'Sleep diary, due 2026-11-10\nWalk outdoors',
    recentCompletedAssignments: 'Thought record, due 2026-11-12',
    assignmentCompletionRate: '33 % (1 of 3)',
    sessionHistory: Array.from({ length: 40 }, (_, index) => `session ${index}`).join('\n'),
  }
  expect(formatPreparation(input)).toBe(`Preparation for Weekly coaching on 2026-11-21, week 5

Current status
- In treatment for 4 weeks
- Risk: medium
- Burnout: 52.5 of 100 in week 5, -8.5 since week 1

Last said
- “I slept badly.” (2026-11-14), of Sleep 30

Agreed
- The client: “I will call.” (2026-11-14)

Changes
- Stress: down by 20.0 since week 1
- Ratio: up by 3: up by 4.0 since week 2
- Little change: Energy

Home assignments
- Overdue: Sleep diary, due 2026-11-10
- Open: Walk outdoors
- Recently completed: Thought record, due 2026-11-12
- Completion rate: 33 % (1 of 3)

Earlier sessions
- session 0
- session 1
- session 2
- session 3
- session 4
- and 35 more

Suggested questions
- “Sleep diary” is overdue: what got in the way, and is it still the right step?
- “Thought record” is completed: what difference did it make?
- Stress went down by 20.0 since week 1: what was different?
- What would you like to be different by the end of this session?`)
})

test('an empty plan results in an empty preparation', () => {
  expect(formatPreparation({})).toBe(
    'Preparation for the session\n\nCurrent status\n- Risk: not assessed\n\nSuggested questions\n- What would you like to be different by the end of this session?',
  )
})
