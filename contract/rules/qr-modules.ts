import { encode } from 'uqr'

/** "A light border of four modules around the symbol" (ISO/IEC 18004, quiet zone). */
const quietZone = 4

/** A QR code as one SVG path of dark squares, in a box of `size` by `size` modules. */
export function qrModules(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return { path, size }
}

/** The code as an SVG file: black on white, as scanners need it. */
export const qrFile = ({ path, size }: ReturnType<typeof qrModules>) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
