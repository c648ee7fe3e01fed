/**
 * The path of an onboarding link that somebody pasted, or undefined when it is none of this installation: the form is
 * site-origin/onboard/organization id/invite token (specification part 1, section 2).
 */
export function parseOnboardingLink(pasted: string, origin: string) {
  const text = pasted.trim()
  const here = new URL(origin)
  const url = parsed(/^[a-z]+:\/\//i.test(text) ? text : `${here.protocol}//${text}`)
  if (!url || url.host !== here.host) return undefined
  return /^\/onboard\/[^/]+\/[^/]+\/?$/.test(url.pathname) ? url.pathname : undefined
}

const parsed = (text: string) => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
