import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const nginx = '/usr/sbin/nginx'
export const hasNginx = existsSync(nginx)
const timeoutMs = 20_000

/** Starts nginx with these blocks of `http`; returns its origin once it passes requests on. Keeps its files in `folder`. */
export async function startNginx(folder: string, blocks: (port: number) => string) {
  const port = await freePort()
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log ${folder}/access.log;
      client_body_buffer_size 1m;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      ${blocks(port)}
    }`,
  )
  const child = spawn(nginx, ['-c', file, '-e', `${folder}/error.log`], { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'exit')
  }
  for (const end = Date.now() + timeoutMs; ; await sleep(100)) {
    if (await fetch(`${origin}/healthz`).catch(() => undefined)) return { origin, stop }
    if (child.exitCode === null && Date.now() < end) continue
    await stop()
    throw new Error('nginx does not start.')
  }
}
