import { readTracks } from './read-tracks.mjs'

// Started by probe.ts with the path of the file; writes one line of JSON.
const [path] = process.argv.slice(2)
if (!path) throw new Error('which file?')
process.stdout.write(`\n${JSON.stringify(await readTracks(path))}`)
