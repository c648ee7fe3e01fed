/** What the server puts into the page of its settings, for those who need it later than every page (installation.ts). */
export const stated = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
