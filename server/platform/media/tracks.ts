export type Track = { codec: string | null; codecDetail: string | null }

/** What a reader of containers found; `format` null: not a container that it knows. */
export type Tracks =
  | { format: null }
  | {
      format: string
      contentType: string
      video: Track | null
      audio: Track | null
      /** Seconds. */
      duration: number
      /** Seconds from the start of the file to the end of its sound. */
      soundDuration: number
      metaDuration: number | null
      /** The content ends before the stated length. */
      isCutOff: boolean
    }
