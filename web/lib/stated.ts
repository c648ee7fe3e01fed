/** What the server puts into the page of its settings. */
export const stated = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
