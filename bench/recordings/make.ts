// Creates a recording and its truth from a conversation in talks.json, with the voices given as arguments.
//
//     node bench/recordings/make.ts OUT TALK read|fluent SEED [reverb] [noise=180] NAME=VOICE …
//
// A voice is `flite:slt`, `espeak:en-us+f2:60` (with its pitch) or `festival:kal_diphone`, optionally shifted by cents
// (pitch and formants, hence age and sex) and tempo: `flite:rms:350:1.05`. `read` leaves the pauses to the synthesizer.
// `fluent` imitates spontaneous speech: no pause after a third of the sentences, and pauses inside sentences.
// Needs flite, espeak-ng, festival, sox and ffmpeg (Debian packages).
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const [out = '', talk = '', style = '', seed = '', ...more] = process.argv.slice(2)
const options = Object.fromEntries(
  more.map((it) => [it.split('=')[0], it.slice(it.indexOf('=') + 1)]),
)
const talks = JSON.parse(readFileSync(new URL('./talks.json', import.meta.url), 'utf8')) as Record<
  string,
  [string, string][]
>
const rate = 16_000
const scratch = mkdtempSync(path.join(tmpdir(), 'maylab-recording-'))
const random = randomFrom(Number(seed))

const chunks: Buffer[] = []
let length = 0
const turns: { start: number; end: number; speaker: string; text: string }[] = []
pause(0.7)
for (const [speaker, text] of talks[talk] ?? []) {
  const voice = options[speaker]
  if (!voice) throw new Error(`Who speaks for ${speaker}?`)
  const start = seconds()
  if (style === 'read') add(spoken(voice, text))
  else speakFluently(voice, text)
  turns.push({ start, end: seconds(), speaker, text })
  pause(0.15 + random() * 0.8)
}
write()
rmSync(scratch, { recursive: true })
console.log(`${out}: ${seconds()} s`)

function speakFluently(voice: string, text: string) {
  for (const [index, sentence] of (text.match(/[^.?!]+[.?!]/g) ?? []).entries()) {
    if (index > 0) {
      const kind = random()
      if (kind < 0.35) pause(0.02 + random() * 0.12)
      else if (kind < 0.75) pause(0.2 + random() * 0.35)
      else pause(0.55 + random() * 0.6)
    }
    const words = sentence
      .trim()
      .replaceAll(/,/g, (comma) => (random() < 0.5 ? '' : comma))
      .split(' ')
    let part: string[] = []
    for (const [at, word] of words.entries()) {
      if (at > 1 && at < words.length - 1 && random() < 0.06) {
        add(spoken(voice, part.join(' ')))
        pause(0.1 + random() * 0.4)
        part = []
      }
      part.push(word)
    }
    add(spoken(voice, part.join(' ')))
  }
}

/** Synthesizes a sentence with small variations of pitch, tempo and loudness. */
function spoken(voice: string, text: string) {
  const [engine, name = '', ...rest] = voice.split(':')
  const file = path.join(scratch, 'spoken.wav')
  const pitch = engine === 'espeak' ? rest.shift() : undefined
  if (engine === 'espeak')
    execFileSync('espeak-ng', ['-v', name, '-p', pitch ?? '50', '-s', '155', '-w', file, text])
  else if (engine === 'flite') execFileSync('flite', ['-voice', name, '-t', text, '-o', file])
  else execFileSync('text2wave', ['-eval', `(voice_${name})`, '-o', file], { input: text })
  const cents = Number(rest[0] ?? 0) + (random() - 0.5) * 60
  const tempo = Number(rest[1] ?? 1) * (1 + (random() - 0.5) * 0.1)
  const trim = ['silence', '1', '0.02', '0.5%', 'reverse']
  return execFileSync(
    'sox',
    [
      ...[file, '-r', String(rate), '-c', '1', '-b', '16', '-t', 'raw', '-'],
      ...['pitch', cents.toFixed(0), 'tempo', '-s', tempo.toFixed(3)],
      ...['norm', (-4 - random() * 4).toFixed(1), ...trim, ...trim],
    ],
    { maxBuffer: 1e9 },
  )
}

function add(sound: Buffer) {
  chunks.push(sound)
  length += sound.length / 2
}
function pause(duration: number) {
  add(Buffer.alloc(2 * Math.round(duration * rate)))
}
function seconds() {
  return Math.round((1000 * length) / rate) / 1000
}

function write() {
  const sound = Buffer.concat(chunks)
  const level = Number(options['noise'] ?? 180)
  for (let at = 0, noise = 0; at < sound.length; at += 2) {
    noise = 0.7 * noise + 0.3 * (random() - 0.5)
    const sample = sound.readInt16LE(at) + noise * level
    sound.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample))), at)
  }
  const wav = path.join(scratch, 'whole.wav')
  const room = 'reverb' in options ? ['gain', '-3', 'reverb', '25', '50', '40'] : []
  const raw = ['-t', 'raw', '-r', String(rate), '-e', 'signed', '-b', '16', '-c', '1', '-']
  execFileSync('sox', [...raw, wav, ...room], { input: sound })
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-y', '-i', wav, '-c:a', 'libopus', '-b:a', '18k', '-ac', '1'],
    `${out}.webm`,
  ])
  writeFileSync(`${out}.truth.json`, JSON.stringify({ duration: seconds(), turns }))
}

/** Repeatable pseudo-random numbers from 0 to 1. */
function randomFrom(start: number) {
  let state = start
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
