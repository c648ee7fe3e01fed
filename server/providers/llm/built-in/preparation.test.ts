import { expect, test } from 'vitest'
import { formatPreparation } from './preparation.ts'

const input = {
  preparationContext: 'Session: Weekly coaching on 2026-11-21, week 5\nIn treatment for 4 weeks',
  treatmentDuration: '4 weeks',
  riskLevel: 'medium',
  burnoutAnalysis: '52.5 of 100 in week 5, -8.5 since week 1',
  metricTrends: [
    'Energy: flat by 0.3',
    'Sleep: N/A',
    'Mood: up by 4.0',
    'Stress: down by 20.0',
  ].join('\n'),
  overdueAssignments: 'Sleep diary, due 2026-11-10',
  activeAssignments: 'Sleep diary, due 2026-11-10\nWalk outdoors',
  recentCompletedAssignments: 'Thought record, due 2026-11-12',
  assignmentCompletionRate: '33 % (1 of 3)',
  sessionHistory: ['14', '07', '01']
    .map((day) => `2026-11-${day} Weekly coaching (open)`)
    .join('\n'),
}

test('a session is prepared on one page, with what needs attention first', () => {
  expect(formatPreparation(input)).toBe(
    [
      'Preparation for Weekly coaching on 2026-11-21, week 5',
      '',
      'Where things stand',
      '- In treatment for 4 weeks',
      '- Risk: medium',
      '- Burnout: 52.5 of 100 in week 5, -8.5 since week 1',
      '',
      'What moved over the last weeks',
      '- Stress: down by 20.0',
      '- Mood: up by 4.0',
      '- Much the same: Energy',
      '',
      'Home assignments',
      '- Overdue: Sleep diary, due 2026-11-10',
      '- Open: Walk outdoors',
      '- Completed lately: Thought record, due 2026-11-12',
      '- Completed of all: 33 % (1 of 3)',
      '',
      'Earlier sessions',
      '- 2026-11-14 Weekly coaching (open)',
      '- 2026-11-07 Weekly coaching (open)',
      '- 2026-11-01 Weekly coaching (open)',
      '',
      'Questions to begin with',
      '- “Sleep diary” is overdue: what stood in the way, and is it still the right step?',
      '- “Thought record” is done: what did it change?',
      '- Stress went down by 20.0: what was different in those weeks?',
      '- What should be different when this session ends?',
    ].join('\n'),
  )
})

test('where nothing is known yet, nothing is made up', () => {
  expect(formatPreparation({})).toBe(
    'Preparation for the session\n\nWhere things stand\n- Risk: not assessed\n\nQuestions to begin with\n- What should be different when this session ends?',
  )
})

test('many lines are cut to a few, and how many more there are is told', () => {
  const sessionHistory = Array.from({ length: 40 }, (_, index) => `session ${index}`).join('\n')
  const page = formatPreparation({ sessionHistory })
  expect(page).toContain('- session 4\n- and 35 more')
  expect(page).not.toContain('session 5')
})

test('a metric whose name looks like a trend keeps its name', () => {
  const page = formatPreparation({ metricTrends: 'Ratio: up by 3: down by 2.5' })
  expect(page).toContain('- Ratio: up by 3: down by 2.5')
  expect(page).toContain('Ratio: up by 3 went down by 2.5')
})

test('what was said, promised, asked and where sources disagree stands on the page', () => {
  const page = formatPreparation({
    preparationContext: [
      'Session: Weekly coaching on 2026-11-21, week 5',
      'Said last:\n- “I slept badly.” (2026-11-14), of Sleep 30',
      'Promised:\n- The client: “I will call.” (2026-11-14)',
      'Earlier sessions:\n2026-11-14 Weekly coaching (open)',
    ].join('\n'),
    burnoutAnalysis: '45 of 100 in week 3\nWeek 3, person: 45 medium',
  })
  expect(page).toContain('What was said last\n- “I slept badly.” (2026-11-14), of Sleep 30\n\n')
  expect(page).toContain('What was promised\n- The client: “I will call.” (2026-11-14)\n\n')
  expect(page).not.toContain('Open questions')
  expect(page).toContain('- Burnout: 45 of 100 in week 3\n')
  expect(page).not.toContain('Week 3, person')
})
