import { execFileSync } from 'node:child_process'

const restMs = 50

/** Measures the peak memory and number of all descendant processes; `stop` returns it. */
export function watchTree() {
  let bytes = 0
  let programs = 0
  const measure = () => {
    const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,comm='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .map(([pid, parent, kilobytes, name]) => ({
        pid: Number(pid),
        parent: Number(parent),
        bytes: Number(kilobytes) * 1024,
        name,
      }))
      .filter(({ name }) => name !== 'ps')
    const own = new Set([process.pid])
    for (let before = 0; before !== own.size;) {
      before = own.size
      for (const { pid, parent } of rows) if (own.has(parent)) own.add(pid)
    }
    own.delete(process.pid)
    const mine = rows.filter(({ pid }) => own.has(pid))
    bytes = Math.max(
      bytes,
      mine.reduce((sum, it) => sum + it.bytes, 0),
    )
    programs = Math.max(programs, mine.length)
  }
  const timer = setInterval(measure, restMs)
  return {
    stop() {
      clearInterval(timer)
      return { bytes, programs }
    },
  }
}
