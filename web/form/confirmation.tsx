import { createContext, useContext } from 'react'
import { isConfirmationNeeded } from '#web/lib/error-kinds.ts'

/** Asks for the second factor again; resolves with whether the user confirmed. */
export type AskForConfirmation = () => Promise<boolean>

export const ConfirmationContext = createContext<AskForConfirmation>(async () => false)

/** Returns a function that repeats a call once the user has confirmed, where the server asks for it. */
export function useConfirmation() {
  const ask = useContext(ConfirmationContext)
  return async <Answer,>(send: () => Promise<Answer>) => {
    try {
      return await send()
    } catch (error) {
      if (isConfirmationNeeded(error) && (await ask())) return send()
      throw error
    }
  }
}
