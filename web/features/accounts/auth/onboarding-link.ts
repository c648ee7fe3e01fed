/**
 * The path of a pasted onboarding link, or undefined if it is not one of this installation
 * (docs/product.md, "Organizations").
 */
export function parseOnboardingLink(pasted: string, origin: string) {
  const text = pasted.trim()
  const here = new URL(origin)
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `${here.protocol}//${text}`)
  if (!url || url.host !== here.host) return undefined
  return /^\/onboard\/[^/]+\/[^/]+\/?$/.test(url.pathname) ? url.pathname : undefined
}
