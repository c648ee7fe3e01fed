import { hasNginx } from '#server/test/nginx.ts'
import { failover } from './failover.ts'
import { kills } from './kills.ts'
import { rollingRestart } from './restart.ts'

// `npm run drill -- failover [seconds of load]`, `restart [rounds]` or `kills [how many]`: prints what happened.
// Ends with 1 where something acknowledged was lost, or a goal was missed.
const [name, size] = process.argv.slice(2)
const given = size === undefined ? undefined : Number(size)

type Drill = (started: AsyncDisposableStack) => Promise<{ isPassed: boolean }>
const drills: Record<string, Drill> = {
  failover: (started) => failover(started, { ...(given && { loadMs: given * 1000 }) }),
  restart: (started) => rollingRestart(started, { ...(given && { rounds: given }) }),
  kills: (started) => kills(started, { ...(given && { count: given }) }),
}
const drill = drills[name ?? '']
if (!drill) {
  console.error(`Usage: npm run drill -- ${Object.keys(drills).join(' | ')} [number]`)
  process.exit(1)
}
if (name === 'restart' && !hasNginx) {
  console.error('This drill needs nginx. Install it, for example by: apt-get install nginx')
  process.exit(1)
}
await using started = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void started.disposeAsync().finally(() => process.exit(1)))
const result = await drill(started)
console.log(result)
process.exitCode = result.isPassed ? 0 : 1
