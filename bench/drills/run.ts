import { failover } from './failover.ts'
import { kills } from './kills.ts'
import { rollingRestart } from './restart.ts'

// `npm run drill -- failover [seconds of load]`, `restart [rounds]` or `kills [how many]`: prints what happened.
// Ends with 1 where something acknowledged was lost, or a goal was missed.
const [name, size] = process.argv.slice(2)
const given = size === undefined ? undefined : Number(size)

const drills: Record<string, () => Promise<{ isPassed: boolean }>> = {
  failover: () => failover({ ...(given && { loadMs: given * 1000 }) }),
  restart: () => rollingRestart({ ...(given && { rounds: given }) }),
  kills: () => kills({ ...(given && { count: given }) }),
}
const drill = drills[name ?? '']
if (!drill) {
  console.error(`Usage: npm run drill -- ${Object.keys(drills).join(' | ')} [number]`)
  process.exit(1)
}
const result = await drill()
console.log(result)
process.exitCode = result.isPassed ? 0 : 1
