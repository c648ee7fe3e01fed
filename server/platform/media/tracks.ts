export type Track = { codec: string | null; codecDetail: string | null }

/** Result of a container reader; `format` is null for an unknown container. */
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
      /** The content ends before the declared length. */
      isCutOff: boolean
    }
