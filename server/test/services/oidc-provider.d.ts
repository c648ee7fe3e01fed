/** What the tests use of it; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  class Grant {
    constructor(of: { clientId: string | undefined; accountId: string | undefined })
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }
  type Context = {
    oidc: {
      provider: Provider
      client?: { clientId: string }
      session?: { accountId?: string }
    }
  }
  type Options = {
    findAccount: (context: Context, accountId: string) => object
    interactions: { url: (context: Context, interaction: { uid: string }) => string }
    loadExistingGrant: (context: Context) => Promise<Grant>
  } & Record<string, unknown>

  export default class Provider {
    constructor(issuer: string, options: Options)
    readonly Grant: typeof Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
    ): Promise<void>
  }
}
