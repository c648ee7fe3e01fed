/** What the top bar, the mobile menu and the footer link to (specification part 1, section 2, "Landing page"). */
export const sections = [
  { id: 'product', label: 'Product' },
  { id: 'features', label: 'Features' },
  { id: 'marketplace', label: 'Marketplace' },
  { id: 'company', label: 'Company' },
] as const

export type SectionId = (typeof sections)[number]['id']
