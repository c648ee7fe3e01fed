import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { sizeBudget } from './scripts/size-budget.ts'

/** What the server says of the installation (contract/installation.ts). */
type Installation = Record<'brandName' | 'timeZone' | 'currency', string> & { workingHours: object }

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
          .replaceAll(
            '%WORKING_HOURS%',
            JSON.stringify(told.workingHours).replaceAll('"', '&quot;'),
          )
      },
    },
    command === 'build' && withoutAbsent,
    command === 'build' && withoutFiles,
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
        codeSplitting: { groups: pieces },
        // The first piece names all others; what is by chance in their names cannot be compressed, least of all capitals.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        hashCharacters: 'base36',
      },
    },
  },
  server: { port: 5173, strictPort: true, proxy: { '/api': { target: server } } },
}))

/** What no page of a visitor shows: it stays out of the piece that all pages inside have. */
const rare =
  /select|combobox|option-list|ui\/rows|column|popover|switch|menu|tabs|virtual|search|filters|list-body|load-more|rows-skeleton|chip|chart|sort|use-(row-)?drag|grip-vertical|json|collapsible|placeholder|editor-theme|text-diff|diff-texts/

/** Signs that only plans show, and those that only clients see. */
const signsOfPlans = /icons\/(audio-lines|file-video|messages-square)\./
const signsOfClients = /icons\/(calendar-heart|footprints|clipboard-pen-line)\./

/**
 * Few pieces instead of one for each module that two pages share: one that every page begins with, one for the forms of
 * visitors (with what visitors and those inside share and is too small for a file), one for every page inside, and a few for
 * kinds of pages. What is left goes with its page.
 */
const pieces = [
  { name: 'start', priority: 9, tags: ['$initial' as const] },
  {
    name: 'forms',
    priority: 8,
    test: /react-hook-form|@hookform|contract\/onboarding|form\/(fields|api-form|use-api-form|use-api-mutation|conflict-notice)\.|auth\/(failure-banner|use-logout)|public-frame|lib\/(page-title|stated)|ui\/(checkbox|field|input|banner|card|button|optional)\.|icons\/menu\.|home\/fetch-home-page/,
  },
  {
    name: 'inside',
    priority: 7,
    minShareCount: 2,
    test: (id: string) =>
      /\/contract\/(?!schedule|clock|working-hours|retention|analytics|analysis|found-values|metric-|everyday-words|briefs|value-history|assignment-changes|assessments|transcripts|words|common-words|fit-words|conversation-turns|definitions|prompts|prompt-trials|placeholders|executions|installation|integrations|providers|messages|questionnaires|instruments|help-lines|my-plan|plan-events)|web\/(parts|lib)\/(?!both-clocks|filter-fields|place-selects|cities-of|local-time|working-hours|select-all|figures-state|(use-)?selection|guess|number-in|live-plan|live-updates-paused|events)|features\/(auth|recordings|transcriptions\/(watched|started|speaker))/.test(
        id,
      ) ||
      (/web\/ui\/|node_modules\/(lucide-react|@radix-ui|@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|aria-hidden)/.test(
        id,
      ) &&
        !rare.test(id) &&
        !signsOfPlans.test(id) &&
        !signsOfClients.test(id)),
  },
  {
    name: 'lists',
    priority: 6,
    minShareCount: 2,
    test: /ui\/(.*virtual|rows|column|list-body|search-input|active-filters|rows-skeleton|load-more|chip|sort-control|collapsible)|@tanstack\/(react-)?virtual|icons\/search-x/,
  },
  {
    name: 'chosen',
    priority: 6,
    minShareCount: 2,
    test: /parts\/(select-all|figures-state)|lib\/(use-)?selection/,
  },
  {
    name: 'dialogs',
    priority: 5,
    minShareCount: 2,
    test: /web\/(form|ui)\/(?!chart|switch|placeholder|editor-theme|text-diff|diff-texts|sortable|use-row-drag|field-table)/,
  },
  // After the dialogs, whose choice they are made of.
  {
    name: 'filters',
    priority: 4,
    minShareCount: 2,
    test: /parts\/(filter-fields|place-selects|cities-of)/,
  },
  // What the tabs of the settings share, with each other and the gallery.
  {
    name: 'settings',
    priority: 5,
    minShareCount: 2,
    test: /ui\/(switch|sortable|use-row-drag)|radix-ui\/react-switch|icons\/grip-vertical/,
  },
  {
    name: 'charts',
    priority: 6,
    minShareCount: 2,
    test: /ui\/(chart-|json-block)|contract\/analytics\./,
  },
  // Of what is said of prompts and their executions each tab of the settings has some.
  {
    name: 'prompts',
    priority: 6,
    minShareCount: 2,
    test: /contract\/(prompts|placeholders|executions)\./,
  },
  // What the tab of integrations and its dialogs say of each provider.
  {
    name: 'providers',
    priority: 6,
    minShareCount: 2,
    test: /contract\/(integrations|providers)/,
  },
  {
    name: 'diff',
    priority: 5,
    minShareCount: 2,
    test: /ui\/diff-texts|node_modules\/diff\//,
  },
  // What is answered, and what the plan shows of it.
  {
    name: 'questionnaires',
    priority: 7,
    minShareCount: 2,
    test: /contract\/(questionnaires|instruments|help-lines)\.|plan\/(questionnaire-(reads|rows)|change-in-words)/,
  },
  { name: 'fields', priority: 5, minShareCount: 2, test: /form\/(switch|field-table)/ },
  { name: 'analytics', priority: 5, minShareCount: 2, test: /features\/analytics\// },
  {
    name: 'plans',
    priority: 4,
    minShareCount: 2,
    test: (id: string) =>
      signsOfPlans.test(id) ||
      /features\/plan\/(values\/(?!value-sections)|[^/]+$)|pages\/plan\/|features\/sessions\/|transcriptions\/(transcript-(lines|time)|marked-)|contract\/words\.|(lib|parts)\/(guess|number-in|live-plan|live-updates-paused|events|both-clocks)\./.test(
        id,
      ),
  },
  // The grids of a plan, which what opens over it does not need.
  { name: 'weeks', priority: 3, minShareCount: 2, test: /features\/plan\// },
  {
    // What both a plan and the drawer over it use.
    name: 'hours',
    priority: 6,
    test: /contract\/(schedule|clock|working-hours)\.|features\/sessions\/schedule-|lib\/(working-hours|stated|format-in-both)|parts\/transcription-hints|form\/use-download/,
  },
  { name: 'coaches', priority: 4, minShareCount: 2, test: /features\/coaches\// },
  { name: 'organizations', priority: 4, minShareCount: 2, test: /features\/organizations\// },
]

/**
 * What no page runs, though its library imports it: what describes zod's schemas as JSON Schema (6 kB of every page, for
 * the server's document alone), zod's own sentences (contract/faults.ts has one for every fault; 0.8 kB), and what only the
 * router's framework mode comes to: fetching ahead of a link, and errors told by server components (2 kB).
 */
const absent =
  /\/zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$|\/react-router\/.*\/(dom\/ssr\/(components|links|single-fetch|markup)|lib\/errors)\.js$/

/** What a link of the router asks of fetching ahead outside of its framework mode: nothing is fetched, and its ref is its own. */
const withoutFetchingAhead = `
  import { createContext } from 'react'
  export const FrameworkContext = createContext(undefined)
  export const usePrefetchBehavior = () => [false, undefined, {}]
  export const mergeRefs = (own) => own
`

const withoutAbsent = {
  name: 'without-absent',
  transform(code: string, id: string) {
    if (!absent.test(id)) return undefined
    const instead = id.endsWith('/ssr/components.js') ? withoutFetchingAhead : ''
    const names = [
      ...code.matchAll(/^export (?:const|function|(?=default)) ?(\w+)|^export \{ (.*) \}/gm),
    ]
      .flatMap(([, one, several]) => one ?? several?.split(', ') ?? [])
      .map((name) => name.replace(/.* as /, ''))
      .filter((name) => !instead.includes(`export const ${name} `))
      .map((name) => `absent as ${name}`)
    return `${instead}const absent = () => undefined\nexport { ${names.join(', ')} }`
  },
}

/**
 * Mediabunny reads files of a machine by a module that browsers do without. As they usually leave it out, it would need what
 * joins CommonJS: a file more for every page.
 */
const withoutFiles = {
  name: 'without-files',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    source === './node.js' && importer?.includes('/mediabunny/') ? '\0without-files' : undefined,
  load: (id: string) => (id === '\0without-files' ? 'export const fs = undefined' : undefined),
}

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
