/** Browsers whose steps differ; the others of their engines follow Chrome's or Safari's. */
export type BrowserName = 'chrome' | 'edge' | 'firefox' | 'safari'

export type MediaProblem =
  | 'insecure'
  | 'unsupported'
  | 'policy'
  | 'denied'
  | 'denied-by-system'
  | 'dismissed'
  | 'not-found'
  | 'in-use'
  | 'gone'
  | 'call-not-shared'
  | 'call-in-use'
  | 'no-call-sound'
  | 'no-room'
  | 'failed'

type Words = {
  /** What happened. */
  says: string
  /** What to do. */
  steps: Record<BrowserName, string>
}

const everywhere = (step: string): Words['steps'] => ({
  ...{ chrome: step, edge: step, firefox: step, safari: step },
})

export const problemWords: Record<MediaProblem, Words> = {
  insecure: {
    says: 'Browsers record only at an address that begins with https.',
    steps: everywhere(
      'Ask an administrator to set up https, or record elsewhere and upload the file.',
    ),
  },
  unsupported: {
    says: 'This browser can’t record.',
    steps: {
      chrome: 'Update Chrome, or record elsewhere and upload the file.',
      edge: 'Update Edge, or record elsewhere and upload the file.',
      firefox: 'Update Firefox, or record elsewhere and upload the file.',
      safari: 'Update macOS or iOS, or use Chrome, Edge or Firefox on a computer.',
    },
  },
  policy: {
    says: 'A rule of this page or your organization blocks recording.',
    steps: {
      chrome:
        'Open chrome://policy, look for AudioCaptureAllowed, and ask your IT to allow this address.',
      edge: 'Open edge://policy, look for AudioCaptureAllowed, and ask your IT to allow this address.',
      firefox: 'Open about:policies, look for Permissions, and ask your IT to allow this address.',
      safari: 'Ask your IT whether a profile on this device blocks the microphone or camera.',
    },
  },
  denied: {
    says: 'The microphone or camera is blocked for this site.',
    steps: {
      chrome:
        'Select the icon to the left of the address, allow Microphone and Camera, then try again.',
      edge: 'Select the lock to the left of the address, set Microphone and Camera to Allow, then try again.',
      firefox:
        'Select the crossed-out microphone or camera in the address bar, remove Blocked, then try again.',
      safari:
        'Choose Safari, Settings for this website (on iPhone the icon in the address bar, then Website settings), allow Microphone and Camera, then try again.',
    },
  },
  'denied-by-system': {
    says: 'This computer doesn’t let the browser use the microphone, camera or screen.',
    steps: {
      chrome: 'Open the system’s privacy settings, allow Chrome to use them, and restart Chrome.',
      edge: 'Open the system’s privacy settings, allow Edge to use them, and restart Edge.',
      firefox:
        'Open the system’s privacy settings, allow Firefox to use them, and restart Firefox.',
      safari:
        'Open System Settings, Privacy & Security, allow Safari to use them, and restart Safari.',
    },
  },
  dismissed: {
    says: 'The browser’s question was closed without an answer.',
    steps: {
      chrome: 'Try again and choose “Allow while visiting the site”.',
      edge: 'Try again and choose Allow.',
      firefox: 'Try again, tick “Remember this decision” and choose Allow.',
      safari: 'Try again and choose Allow.',
    },
  },
  'not-found': {
    says: 'No microphone or camera was found.',
    steps: everywhere(
      'Plug one in or switch it on, then try again. Without a camera, choose “Microphone only”.',
    ),
  },
  'in-use': {
    says: 'Another program is using the microphone or camera.',
    steps: {
      chrome: 'Close other calls and tabs that use it, then try again.',
      edge: 'Close other calls and tabs that use it, then try again.',
      firefox:
        'Close other calls and browsers that use it, or choose another device, then try again.',
      safari: 'End the call or close the app that uses it, then try again.',
    },
  },
  gone: {
    says: 'The chosen microphone or camera isn’t connected.',
    steps: everywhere('Connect it, or choose another one, then try again.'),
  },
  'call-not-shared': {
    says: 'No tab or window was shared, so nothing is being recorded.',
    steps: {
      chrome:
        'Try again and choose the tab or window of the call. On a Mac, Chrome also needs Screen Recording in Privacy & Security.',
      edge: 'Try again and choose the tab or window of the call. On a Mac, Edge also needs Screen Recording in Privacy & Security.',
      firefox: 'Use Chrome or Edge on a computer to record a call.',
      safari: 'Use Chrome or Edge on a computer to record a call.',
    },
  },
  'call-in-use': {
    says: 'The picture or sound of the call couldn’t be recorded.',
    steps: everywhere('Open the call in a tab of this browser and choose that tab.'),
  },
  'no-call-sound': {
    says: 'The call was shared without its sound.',
    steps: {
      chrome: 'Try again, choose the tab of the call and switch on “Also share tab audio”.',
      edge: 'Try again, choose the tab of the call and switch on “Also share tab audio”.',
      firefox: 'Use Chrome or Edge on a computer to record a call.',
      safari: 'Use Chrome or Edge on a computer to record a call.',
    },
  },
  'no-room': {
    says: 'This device has too little free space for a recording.',
    steps: everywhere('Free about 500 MB, then try again.'),
  },
  failed: {
    says: 'The recording couldn’t be started.',
    steps: everywhere('Reload the page and try again, or record elsewhere and upload the file.'),
  },
}

type BrowserFacts = { userAgent: string; maxTouchPoints: number }

export function findBrowser({ userAgent }: Pick<BrowserFacts, 'userAgent'>): BrowserName {
  if (/\bEdg(?:A|iOS)?\//.test(userAgent)) return 'edge'
  if (/\b(?:Firefox|FxiOS)\//.test(userAgent)) return 'firefox'
  if (/\bSafari\//.test(userAgent) && !/(?:Chrome|Chromium|CriOS)\//.test(userAgent))
    return 'safari'
  return 'chrome'
}

/** An iPad asks for pages as a Mac. */
export const isIos = ({ userAgent, maxTouchPoints }: BrowserFacts) =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)

/** Only Chromium on desktops records the sound of another tab or window. */
export const canRecordCalls = (
  browser: BrowserFacts,
  devices: Partial<Pick<MediaDevices, 'getDisplayMedia'>> | undefined,
) =>
  devices?.getDisplayMedia !== undefined &&
  ['chrome', 'edge'].includes(findBrowser(browser)) &&
  !/Android|Mobile/.test(browser.userAgent) &&
  !isIos(browser)

type Refusal = {
  name: string
  message: string
  /** Of what was asked for, as far as the browser tells. */
  permissions: readonly PermissionState[]
  isAllowedByPolicy: boolean
  /** It asked for another tab or window. */
  isOfCall: boolean
}

/** The problem behind a DOMException of getUserMedia, getDisplayMedia or the start of a recording. */
export function findProblem(refusal: Refusal): MediaProblem {
  const { name, message, permissions, isAllowedByPolicy, isOfCall } = refusal
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      if (!isAllowedByPolicy) return 'policy'
      // Chromium says so in words only.
      if (/by system/i.test(message)) return 'denied-by-system'
      if (isOfCall) return 'call-not-shared'
      if (permissions.includes('denied')) return 'denied'
      return permissions.includes('prompt') ? 'dismissed' : 'denied'
    case 'NotFoundError':
      return isOfCall ? 'no-call-sound' : 'not-found'
    case 'OverconstrainedError':
      return 'gone'
    case 'NotReadableError':
    case 'AbortError':
      return isOfCall ? 'call-in-use' : 'in-use'
    case 'QuotaExceededError':
      return 'no-room'
    case 'NotSupportedError':
    case 'TypeError':
      return 'unsupported'
    default:
      return 'failed'
  }
}
