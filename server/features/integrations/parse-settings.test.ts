import { expect, test } from 'vitest'
import { maskSecret } from '#contract/integrations/providers/settings.ts'
import { fillForm, otherSample, findSample, withFields } from '../../test/provider-forms.ts'
import { parseSettings } from './parse-settings.ts'

test.each(withFields)('the $provider form marks fields named as secrets as secret', ({ form }) => {
  for (const { label, isSecret } of Object.values(form.fields))
    expect([label, Boolean(isSecret)]).toEqual([
      label,
      /\b(?:key|token|secret|password)$/i.test(label),
    ])
})

test('where a stored secret goes is decided by every field but these', () => {
  const harmless = withFields
    .filter(({ form }) => Object.values(form.fields).some(({ isSecret }) => isSecret))
    .flatMap(({ provider, form }) =>
      Object.entries(form.fields)
        .filter(([, { isSecret, isDestination }]) => !isSecret && !isDestination)
        .map(([name]) => `${provider}: ${name}`),
    )
    .filter((it) => !it.endsWith('TemplateId'))
  expect(harmless).toMatchInlineSnapshot(`
    [
      "bunny: storagePath",
      "aws_s3: playback",
      "openai_whisper: model",
      "elevenlabs: webhookId",
      "elevenlabs: model",
      "whisper_server: model",
      "openai_gpt5: model",
      "anthropic_claude: model",
      "openai_compatible: model",
      "openai_compatible: contextTokens",
      "sendgrid: fromEmail",
      "twilio: fromPhone",
      "smtp: fromEmail",
    ]
  `)
})

test.each(
  withFields.flatMap((it) =>
    Object.entries(it.form.fields)
      .filter(([, field]) => field.isDestination)
      .map(([name, field]) => ({ ...it, name, field })),
  ),
)('a stored secret of $provider is not sent to another $name', ({ form, name, field }) => {
  const given = { ...fillForm(form), [name]: findSample(field) }
  const before = parseSettings(form, given, { settings: {}, secrets: {} })
  const masked = Object.fromEntries(
    Object.entries(before.secrets).map(([secret, value]) => [secret, maskSecret(value)]),
  )
  const kept = { ...given, ...masked }
  expect(parseSettings(form, kept, before)).toEqual(before)
  const moved = { ...kept, [name]: otherSample(field, given[name] ?? '') }
  expect(() => parseSettings(form, moved, before)).toThrow(/again, because the .+ has changed/)
  expect(parseSettings(form, { ...moved, ...before.secrets }, before).secrets).toEqual(
    before.secrets,
  )
})
