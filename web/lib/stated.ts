/** What the server puts into the page of its settings. */
export const stated = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The product's name. */
export const brandName = stated('application-name') || 'Maylab'
