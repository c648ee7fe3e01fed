/**
 * The text of a CSV file in the encodings that Excel writes: UTF-8, UTF-16 ("Unicode text") and Windows-1252 (a plain CSV in
 * western Europe).
 */
export function decodeTable(bytes: Uint8Array) {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
