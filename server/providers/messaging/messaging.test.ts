import { describe, expect, test } from 'vitest'
import { newId } from '../../ids.ts'
import type { Messenger } from './messenger.ts'
import { outbox } from './outbox.ts'

const adapters: [string, Messenger][] = [['outbox', outbox]]

describe.each(adapters)('%s', (_, messenger) => {
  const message = {
    id: newId(),
    recipient: 'sarah@example.com',
    subject: 'Set a new password',
    body: 'Dear Sarah,\n\nhttps://wellbeing.example/x#token=a&b="c" – Søren ✓\n',
  }

  test('says of a message that it left only where it reaches people', async () => {
    const { signal } = new AbortController()
    expect(await messenger.deliver(message, signal)).toBe(messenger.reachesPeople ? 'sent' : 'kept')
  })

  test('the same message again is no fault', async () => {
    const { signal } = new AbortController()
    const first = await messenger.deliver(message, signal)
    expect(await messenger.deliver(message, signal)).toBe(first)
  })
})
