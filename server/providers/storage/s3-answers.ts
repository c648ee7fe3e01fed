/** What stands in the first element of that name, as text; undefined where there is none. */
export function textIn(xml: string, element: string) {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
  return found === undefined ? undefined : unescaped(found)
}

/** What stands in each element of that name, as it is. */
export const partsIn = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, 'g'))].map(
    ([, inside = '']) => inside,
  )

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
const unescaped = (text: string) =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name
      ? (entities[String(name)] ?? whole)
      : String.fromCodePoint(hex ? Number.parseInt(String(hex), 16) : Number(decimal)),
  )

export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
