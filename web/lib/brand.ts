/** The product's name as the server's settings have it. */
export const brandName =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? 'Maylab'
