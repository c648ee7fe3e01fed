import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [
    react(),
    tailwindcss(),
    // The server fills its settings in when it serves the page; the development server does it here.
    command === 'serve' && {
      name: 'settings',
      transformIndexHtml: (html: string) =>
        html
          .replaceAll('%BRAND_NAME%', process.env['BRAND_NAME'] ?? 'Maylab')
          .replaceAll(
            '%TIME_ZONE%',
            process.env['TIME_ZONE'] ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
          ),
    },
    command === 'build' && {
      name: 'compressed-twins',
      writeBundle: ({ dir = '' }: { dir?: string }) => addCompressedTwins(path.join(dir, 'assets')),
    },
  ],
  build: { outDir: '../dist/web', emptyOutDir: true, target: 'es2023', chunkSizeWarningLimit: 700 },
  server: { port: 5173, strictPort: true, proxy: { '/api': { target: server } } },
}))

/** Beside each script and style, once for all visitors; the fonts are compressed as they are. */
function addCompressedTwins(folder: string) {
  for (const name of readdirSync(folder)) {
    if (!/\.(js|css)$/.test(name)) continue
    const file = path.join(folder, name)
    const bytes = readFileSync(file)
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, quality))
    writeFileSync(`${file}.gz`, gzipSync(bytes))
  }
}
