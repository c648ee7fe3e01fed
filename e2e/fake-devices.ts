import type { Page } from '@playwright/test'

type Permission = 'prompt' | 'denied' | 'dismissed'

/** What the page has opened; `live`: kinds of the tracks that are still open. */
type Opened = { asked: number; live: string[] }

/**
 * Gives the pages a microphone with a voice and a camera with a picture, as the Chromium of npm has no devices. Labels are known
 * after the permission, as in browsers.
 */
export const useFakeDevices = (page: Page, permission: Permission = 'prompt') =>
  page.addInitScript((first) => {
    let state: PermissionState = first === 'dismissed' ? 'prompt' : first
    const tracks: MediaStreamTrack[] = []
    const opened = { asked: 0, tracks }
    Object.assign(window, { opened })

    function voice() {
      const context = new AudioContext()
      const tone = context.createOscillator()
      const output = context.createMediaStreamDestination()
      tone.connect(output)
      tone.start()
      return output.stream.getAudioTracks()
    }
    function picture() {
      const canvas = document.createElement('canvas')
      const paint = canvas.getContext('2d')
      setInterval(() => paint?.fillRect(Math.random() * 300, Math.random() * 150, 20, 20), 60)
      return canvas.captureStream(15).getVideoTracks()
    }
    const device = (kind: MediaDeviceKind, deviceId: string, label: string) => ({
      ...{ kind, groupId: deviceId, label: state === 'granted' ? label : '' },
      deviceId: state === 'granted' ? deviceId : '',
      toJSON: () => ({}),
    })
    const query = navigator.permissions.query.bind(navigator.permissions)
    navigator.permissions.query = async (asked) =>
      ['microphone', 'camera'].includes(asked.name)
        ? Object.assign(new EventTarget(), { name: asked.name, state, onchange: null })
        : query(asked)
    Object.assign(navigator.mediaDevices, {
      enumerateDevices: async () => [
        device('audioinput', 'desk', 'Desk microphone'),
        device('audioinput', 'headset', 'Headset'),
        device('videoinput', 'front', 'Front camera'),
      ],
      // As when somebody closes the list of tabs.
      getDisplayMedia: async () => {
        throw new DOMException('Permission denied', 'NotAllowedError')
      },
      getUserMedia: async ({ audio, video }: MediaStreamConstraints) => {
        opened.asked += 1
        if (first !== 'prompt') throw new DOMException(`Permission ${first}`, 'NotAllowedError')
        state = 'granted'
        const wanted = typeof audio === 'object' ? audio.deviceId : undefined
        const deviceId = typeof wanted === 'object' && 'exact' in wanted ? wanted.exact : 'desk'
        const own = voice().map((it) => Object.assign(it, { getSettings: () => ({ deviceId }) }))
        const seen = video
          ? picture().map((it) => Object.assign(it, { getSettings: () => ({ deviceId: 'front' }) }))
          : []
        tracks.push(...own, ...seen)
        return new MediaStream([...own, ...seen])
      },
    })
  }, permission)

export const readOpened = (page: Page): Promise<Opened> =>
  page.evaluate(() => {
    const { opened } = window as unknown as {
      opened: { asked: number; tracks: MediaStreamTrack[] }
    }
    const live = opened.tracks.filter(({ readyState }) => readyState === 'live')
    return { asked: opened.asked, live: live.map(({ kind }) => kind) }
  })
