import { expect, test } from 'vitest'
import { warningWords } from './recorder-warnings.ts'

// Its type asks for every warning of the recorder.
const words = Object.entries(warningWords)

test.each(words)('%s says what is wrong and what to do, in sentences of its own', (name, own) => {
  expect(own.says).toMatch(/^[A-Z].*\.$/)
  expect(own.step).toMatch(/^[A-Z].*\.$/)
  const others = words.filter(([other]) => other !== name).map(([, { says }]) => says)
  expect(others).not.toContain(own.says)
})
