import { expect, test } from 'vitest'
import { parseOnboardingLink } from './onboarding-link.ts'

const origin = 'https://wellbeing.example'
const path = '/onboard/0198c2f0-5d3f-7c9e-9c5b-000000000001/q7Zk-token_1'

test.each([
  [`${origin}${path}`],
  [`  ${origin}${path}\n`],
  [`${origin}${path}?from=mail#top`],
  [`wellbeing.example${path}`],
  [`HTTPS://Wellbeing.Example${path}`],
])('%j is an onboarding link', (pasted) => expect(parseOnboardingLink(pasted, origin)).toBe(path))

test.each([
  [''],
  ['hello'],
  [`https://elsewhere.example${path}`],
  [`${origin}.elsewhere.example${path}`],
  [`${origin}@elsewhere.example${path}`],
  [`javascript:alert(1)//wellbeing.example${path}`],
  [`${origin}/onboard/only-the-organization`],
  [`${origin}${path}/more`],
  [`${origin}/login`],
])('%j is not an onboarding link of this installation', (pasted) =>
  expect(parseOnboardingLink(pasted, origin)).toBeUndefined(),
)
