const mebi = 1024 * 1024

/** Bytes as people read them: 640 KB, 12.4 MB, 480 MB. */
export function byteSize(bytes: number) {
  if (bytes < mebi) return `${Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / 1024))} KB`
  const size = bytes / mebi
  return `${size < 100 ? size.toFixed(1) : Math.round(size)} MB`
}
