import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sizeBudget } from './scripts/size-budget.ts'

/** What the server says of the installation (contract/settings/settings.ts). */
type Installation = Record<'brandName' | 'timeZone' | 'currency', string> & {
  country: string | null
}

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    // The server fills its settings in when it serves the page; the development server does it here.
    command === 'serve' && {
      name: 'settings',
      transformIndexHtml: async (html: string) => {
        const told = (await (await fetch(`${server}/api/installation`)).json()) as Installation
        return html
          .replaceAll('%BRAND_NAME%', told.brandName)
          .replaceAll('%TIME_ZONE%', told.timeZone)
          .replaceAll('%CURRENCY%', told.currency)
          .replaceAll('%COUNTRY%', told.country ?? '')
      },
    },
    command === 'build' && sizeBudget,
    command === 'build' && {
      name: 'compressed-twins',
      writeBundle: ({ dir = '' }: { dir?: string }) => addCompressedTwins(path.join(dir, 'assets')),
    },
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // The entry lists all chunk names; short lower-case hashes compress best.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        hashCharacters: 'base36',
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': { target: server } } },
}))

/**
 * Shared code in a few chunks instead of one per shared module: what every page starts with, what pages before sign-in
 * use (so that they stay small), icons, what many pages share, the app shell, and the plan.
 */
const chunkGroups = [
  { name: 'start', priority: 5, tags: ['$initial' as const] },
  {
    name: 'public',
    priority: 4,
    test: /react-hook-form|@hookform|form\/(fields|api-form|use-api-form|use-api-mutation|confirmation|conflict-notice)\.|auth\/(failure-banner|provider-buttons|sign-in-errors|use-logout)|contract\/accounts\/provider-sign-in|public-frame|lib\/use-page-title|ui\/(checkbox|field|input|banner|card|button|badge|bar|sparkline|trend|tone|skip-link|spinner|skeleton|empty-state|error-state)\.|lib\/numbers\.|parts\/(colour-tones|lazy-component|read-state)\.|contract\/(rules\/value-colours|trust\/trust)\.|lib\/use-open-on-this-page\.|icons\/menu\.|home\/fetch-home-page/,
  },
  { name: 'icons', priority: 3, minShareCount: 2, test: /lucide-react/ },
  { name: 'shared', priority: 2, minShareCount: 6 },
  {
    name: 'shell',
    priority: 1,
    minShareCount: 2,
    test: /pages\/shell|features\/accounts\/auth|(skip-link|theme-switch|sheet|menu|use-open-on-this-page)\./,
  },
  { name: 'plan', minShareCount: 2, test: /(features\/plans\/(?!my-plan)|pages\/plan\/)/ },
]

/** Beside each script and style, once for all visitors; the fonts are compressed as they are. */
function addCompressedTwins(folder: string) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css)$/.test(name)) continue
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
