/** Milliseconds after which a part is sent although it could be larger. */
const patienceMs = 6000

/** A file that is still being recorded, as a source for tus: reading waits for what is not there yet. */
export class GrowingFile {
  size = 0
  isEnded = false
  readonly #read: (start: number, end: number) => Promise<ArrayBuffer>
  readonly #listeners = new Set<() => void>()
  #drops = 0

  constructor(read: (start: number, end: number) => Promise<ArrayBuffer>) {
    this.#read = read
  }

  grow(size: number) {
    this.size = size
    this.#tell()
  }

  end() {
    this.isEnded = true
    this.#tell()
  }

  /** Resolves when the file has a first byte, or is complete without one. */
  waitForBytes() {
    return this.#until(() => this.size > 0)
  }

  waitForEnd() {
    return this.#until(() => false)
  }

  /** Reads that are under way never resolve: the request that they were for is gone. */
  dropReads() {
    this.#drops += 1
  }

  async slice(start: number, end: number) {
    const drops = this.#drops
    let isLate = false
    const patience = setTimeout(() => {
      isLate = true
      this.#tell()
    }, patienceMs)
    await this.#until(() => this.size >= end || (isLate && this.size > start))
    clearTimeout(patience)
    const last = Math.min(end, this.size)
    // Copied: a Blob of a file that grows cannot be read.
    const bytes = last > start ? await this.#read(start, last) : new ArrayBuffer()
    if (drops !== this.#drops) return new Promise<never>(() => {})
    return { value: new Blob([bytes]), done: this.isEnded && last >= this.size }
  }

  /** It may be opened again. */
  close() {}

  #tell() {
    for (const listener of this.#listeners) listener()
  }

  async #until(isReady: () => boolean) {
    if (this.isEnded || isReady()) return
    await new Promise<void>((resolve) => {
      const check = () => {
        if (!this.isEnded && !isReady()) return
        this.#listeners.delete(check)
        resolve()
      }
      this.#listeners.add(check)
    })
  }
}
