import { expect, test } from 'vitest'
import { mentionsStrain } from './mentions-strain.ts'

test.each([
  'I am exhausted',
  'I hardly sleep and I answer mails at night',
  'My energy is very low',
  "I can't switch off in the evening",
  'I have trouble sleeping',
  'I am not less stressed than before',
  'I was tired before lunch on most days',
  'Everything is too much for me',
  'Jeg er helt udmattet, og jeg sover dårligt',
  'Ich schlafe kaum noch',
  'Jag är så trött',
  'Ik ben doodop en slaap slecht',
  'Je suis épuisée',
  'No duermo bien',
])('speaks of a strain: %s', (text) => expect(mentionsStrain(text)).toBe(true))

test.each([
  'I slept well and my family helps me a lot',
  'I would say an eight',
  'I am not tired and I sleep well',
  'My stress is gone',
  'I am much less stressed than in spring',
  'There was no pressure at all this week',
  'The stress is better now',
  'We went to the lake with the children',
  'Jeg sover godt, og jeg er ikke træt',
  'Ich bin nicht mehr erschöpft',
  'Je ne suis pas fatiguée',
  'My sleep was not bad',
])('does not: %s', (text) => expect(mentionsStrain(text)).toBe(false))
