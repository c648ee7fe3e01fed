import { canSendAgain } from '#contract/messages/messages.ts'
import { tokenOfLink } from '#contract/accounts/onboarding.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/mount.ts'
import {
  lockMessage,
  messageRow,
  deleteMessage,
  requeueMessage,
} from '../../messages/messages.queries.ts'
import { hashToken } from '../../../platform/keys/keys.ts'
import { hasSignedIn } from '../sign-in/auth.queries.ts'
import { invite } from './invite.ts'
import { findUserOfResetLink } from '../password-reset/password-reset.queries.ts'

type Needs = Pick<Deps, 'db' | 'queue' | 'installation'>
type Asked = { id: string; actor: Actor; origin: string }

/**
 * Sends a message again to the user's current address. An invitation gets a new link, as the old one may have expired.
 * Throws conflict for messages that were sent or are queued, and for those that are obsolete.
 */
export const sendMessageAgain = (deps: Needs, { id, actor, origin }: Asked) =>
  inTransaction(deps.db, async (tx) => {
    const { kind, status, userId, placeholderValues, isExpired } = await lockMessage(tx, id)
    const refuse = (sentence: string) => {
      throw new AppError('conflict', sentence)
    }
    if (!canSendAgain({ kind, status }))
      refuse(status === 'sent' ? 'This message was already sent.' : 'This message is being sent.')
    if (kind === 'passwordReset' && !(await isLinkValid(tx, placeholderValues.link)))
      refuse(deadLink)
    if (kind !== 'invitation' && isExpired) refuse(tooLate)
    await audit(tx, actor, {
      action: 'message-sent-again',
      table: 'message',
      rowId: id,
      details: { kind },
    })
    if (kind !== 'invitation' || userId === null) {
      await requeueMessage(tx, id)
      await deps.queue.add(tx, 'deliver', { id })
      return messageRow(tx, id)
    }
    if (await hasSignedIn(tx, userId)) refuse(needsNone)
    const anew = await invite(tx, deps, { userId, actor, origin })
    if (anew === undefined) return refuse(isOut)
    if (status !== 'sent') await deleteMessage(tx, id)
    return messageRow(tx, anew)
  })

const deadLink =
  'The link in this message is no longer valid. Whoever needs a new one chooses "Forgot your password?" on the sign-in page.'
const tooLate = 'This message is out of date.'
const needsNone =
  'This user has already signed in. They can use "Forgot your password?" on the sign-in page.'
const isOut = 'This account is deactivated. Please reactivate it under Users first.'

const isLinkValid = async (tx: Db, link: string | undefined) =>
  link !== undefined &&
  (await findUserOfResetLink(tx, hashToken(tokenOfLink(link)), new Date())) !== undefined
