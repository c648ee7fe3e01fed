import { serverIsBack } from './server-reach.ts'
import { createStore } from './store.ts'

/** What browsers say of code that could not be fetched. None of them says why. */
const isOfCode = /dynamically imported module|importing a module script|preload CSS/i

export const isMissingCode = (fault: unknown) =>
  fault instanceof Error && isOfCode.test(fault.message)

/**
 * Whether loading the page anew brings code that could not be fetched: the server was away until now, or has a newer release,
 * whose code has other names. A browser never asks again for a file that it did not get.
 */
export async function isWorthReloading() {
  if (!isWorth.get()) isWorth.set((await serverIsBack()) || (await isNewRelease()))
  return isWorth.get()
}
const isWorth = createStore(false)

async function isNewRelease() {
  const program = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  if (!program) return false
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    return answer.ok && !(await answer.text()).includes(new URL(program.src).pathname)
  } catch {
    return false
  }
}
