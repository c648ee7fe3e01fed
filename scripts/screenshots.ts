import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { launchOptions } from '../e2e/browser.ts'
import { everyPage } from '../e2e/every-page.ts'
import { OwnServer } from '../e2e/server.ts'

// `npm run screenshots [-- WORD …]`: takes screenshots of every page with demo data (light, dark, 390 px wide) into a
// folder that git ignores. Words select pages by name.
const out = 'screenshots'
const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { name: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const

const words = process.argv.slice(2)
const dataDir = path.resolve('test-results/screenshot-data')
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const server = new OwnServer({ dataDir })
await server.start()
const browser = await chromium.launch(await launchOptions())
const wanted = ({ name }: { name: string }) =>
  !words.length || words.some((word) => name.includes(word))
try {
  for (const { name, as, path: addressOf } of everyPage.filter(wanted)) {
    for (const { name: look, ...settings } of looks) {
      const context = await browser.newContext({
        ...settings,
        baseURL: server.origin,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      if (as)
        await page.request.post('/api/auth/login', {
          headers: { origin: server.origin },
          data: { email: `${as}@demo.maylab.test`, password: 'wellbeing-demo' },
        })
      await page.goto(await addressOf(page))
      await page.waitForLoadState('networkidle')
      const file = `${name.replaceAll(' ', '-')}.${look}.png`
      await page.screenshot({ path: path.join(out, file) })
      await context.close()
    }
    console.log(name)
  }
} finally {
  await browser.close()
  await server.stop()
}
