import { expect, test } from 'vitest'

const sources = Object.entries(
  import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
).filter(([file]) => !file.includes('.test.'))

test.each([
  ['mutations', /\buseMutation\b/, ['./use-api-mutation.ts']],
  ['forms', /\buseForm[(<]/, ['./use-api-form.ts']],
  // Locks are requested from the browser.
  // A reset link is read by POST, so that its token is in no URL.
  [
    'requests',
    /(?<!\b(?:locks|wakeLock)\??\.)\brequest\(/,
    ['./use-api-mutation.ts', '../lib/api.ts', '../pages/public/reset-password-page.tsx'],
  ],
  // Free times that somebody else took meanwhile.
  [
    'refetches',
    /\binvalidateQueries\(/,
    [
      '../features/bookings/choose-time.tsx',
      '../features/bookings/session-requests.tsx',
      '../lib/refetch-affected.ts',
    ],
  ],
  ['raw error messages', /\b(?:error|failure|refusal|cause|reason)\.message\b/, []],
])('%s are used only in the modules that wrap them', (_, pattern, files) =>
  expect(sources.filter(([, source]) => pattern.test(source)).map(([file]) => file)).toEqual(files),
)
