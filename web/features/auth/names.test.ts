import { expect, test } from 'vitest'
import { greetingName } from './names.ts'

test.each([
  [{ firstName: 'Maja', email: 'maja@example.com' }, 'Maja'],
  [{ firstName: '  ', email: 'maja.holm@example.com' }, 'maja.holm'],
  [{ firstName: '', email: '' }, 'User'],
])('%o is greeted as %s', (user, name) => expect(greetingName(user)).toBe(name))
