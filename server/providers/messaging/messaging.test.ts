import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDb } from '../../db/db.ts'
import { newId } from '../../ids.ts'
import { openDoor } from '../../outbound/door.ts'
import { cloneDatabase } from '../../test/database.ts'
import { mailServer } from '../../test/services/mail-server.ts'
import type { Message, Messenger, Settings } from './messenger.ts'
import { outbox } from './outbox.ts'
import { smtp } from './smtp.ts'

const cloned = await cloneDatabase(inject('database'))
const errors: Error[] = []
const { db } = openDb(cloned.url, (error) => errors.push(error), 3)
const mail = await mailServer()
afterAll(async () => {
  await mail.close()
  await db.destroy()
  await cloned.drop()
})
afterEach(() => expect(errors.splice(0)).toEqual([]))

/** The way out of one provider, to a service on this machine. */
async function doorTo(provider: string, address: string, settings: Settings) {
  const integrationId = newId()
  await db
    .insertInto('integration')
    .values({ id: integrationId, type: 'email_sms', provider })
    .execute()
  return openDoor(
    { db, addresses: { [provider]: address }, onError: (error) => errors.push(error) },
    { integrationId, provider, label: provider, secrets: Object.values(settings) },
  )
}
type Adapter = {
  open: () => Promise<Messenger>
  /** What people at the other end got. */
  received: () => string[]
}

const signIn = { username: 'mailer', password: 'pass-word', fromEmail: 'care@maylab.test' }
const adapters: Record<string, Adapter> = {
  smtp: {
    open: async () => {
      const address = `smtp://127.0.0.1:${mail.port}`
      return smtp(signIn, await doorTo('smtp', address, signIn))
    },
    received: () => mail.mails.map(({ source }) => source),
  },
  outbox: { open: async () => outbox, received: () => [] },
}

describe.each(Object.entries(adapters))('%s', (_, { open, received }) => {
  let messenger: Messenger
  beforeAll(async () => (messenger = await open()))
  const message = (): Message => ({
    ...{ id: newId(), kind: 'passwordReset', subject: 'Set a new password', calendar: null },
    recipient: messenger.way === 'text' ? '+4512345678' : 'sarah@example.com',
    body: 'Dear Sarah,\n\nhttps://wellbeing.example/x#token=a&b="c" – Søren ✓\n',
    values: { firstName: 'Sarah', brandName: 'Maylab', link: 'https://wellbeing.example/x' },
  })
  const { signal } = new AbortController()

  test('says of a message that it left only where it reaches people', async () => {
    const before = received().length
    expect(await messenger.deliver(message(), signal)).toBe(messenger.way ? 'sent' : 'kept')
    expect(received().length - before).toBe(messenger.way ? 1 : 0)
  })

  test('the same message again is no fault', async () => {
    const it = message()
    const first = await messenger.deliver(it, signal)
    expect(await messenger.deliver(it, signal)).toBe(first)
  })

  test('a calendar file is no fault, whether or not the way can carry one', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n'
    expect(await messenger.deliver({ ...message(), calendar }, signal)).toBe(
      messenger.way ? 'sent' : 'kept',
    )
  })

  test('nobody who stops waiting is kept', async () => {
    if (!messenger.way) return
    const stop = AbortSignal.abort(new Error('stopping'))
    await expect(messenger.deliver(message(), stop)).rejects.toThrow('stopping')
  })
})
