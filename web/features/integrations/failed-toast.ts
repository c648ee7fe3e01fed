import { noSettingsToTest, noTestYet } from '#contract/integrations/integrations.ts'
import { describeError, serverMessage } from '#web/lib/api.ts'

/** A fixed sentence (docs/product.md, "Integrations") with the message of the server or service. */
export const failedToast = (title: string) => (error: Error) => ({
  title,
  description: describeError(error, 'Nothing was changed.'),
})

/** Two of its errors have a fixed sentence. */
export function testFailed(error: Error) {
  const message = serverMessage(error, '')
  return message === noTestYet || message === noSettingsToTest
    ? { title: message }
    : failedToast('Provider connection test failed.')(error)
}
