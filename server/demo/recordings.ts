import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { analysisTypes } from '#contract/analysis/analysis.ts'
import type { Segment } from '#contract/transcriptions/transcriptions.ts'
import { newId } from '../platform/ids.ts'
import type { Integration } from '../providers/registry.ts'
import type { Storage } from '../providers/storage/storage.ts'
import { formatConversation } from '../features/analysis/built-in/conversation.ts'
import { formatRawText, toTranscriptColumns } from '../providers/transcript/transcript-text.ts'
import type { Db } from '../platform/db/db.ts'
import { type Recorded, recordingWithNumbers } from './plans.ts'

const folder = fileURLToPath(new URL('./media/', import.meta.url))
/** Seconds. */
const durations = { 'coaching-session': 142.52, 'check-in': 61.01 }

/** Inserts two short videos with synthetic voices, their transcripts, and conversations as their coaches saved them. */
export async function insertRecordings(
  db: Db,
  { id: integrationId, adapter: storage }: Integration<'video_storage'>,
  recorded: Recorded[],
) {
  for (const { sessionId, step, media } of recorded) {
    const id = newId()
    const storageKey = `${id}.webm`
    const posterKey = `${id}.jpg`
    const { size } = await stat(path.join(folder, `${media}.webm`))
    const copy = { storage, sessionId }
    await putCopy(copy, storageKey, `${media}.webm`, 'video/webm')
    await putCopy(copy, posterKey, `${media}.jpg`, 'image/jpeg')
    const { sessionDate: createdAt } = await db
      .selectFrom('session')
      .select('sessionDate')
      .where('id', '=', sessionId)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('recording')
      .values({
        id,
        sessionId,
        integrationId,
        storageKey,
        posterKey,
        fileName: `${media}.webm`,
        contentType: 'video/webm',
        sizeBytes: size,
        duration: durations[media],
        isPlayable: true,
        createdAt,
      })
      .execute()
    if (step !== 'recorded') await insertTranscript(db, sessionId, media, step === 'finished')
  }
}

const read = (name: string) => readFileSync(path.join(folder, name), 'utf8')

async function insertTranscript(
  db: Db,
  sessionId: string,
  media: Recorded['media'],
  isFinished: boolean,
) {
  const heard = JSON.parse(read(`${media}.json`)) as Segment[]
  const isCorrected = isFinished && media === 'check-in'
  const segments = isCorrected ? corrected(heard) : heard
  const { sessionDate } = await db
    .updateTable('session')
    .set({
      ...toTranscriptColumns(segments),
      ...(isCorrected && { originalSegments: JSON.stringify(heard) }),
      ...(isFinished && {
        transcribedTextScripted: isCorrected
          ? formatConversation(formatRawText(segments))
          : read('coaching-session.txt'),
        conversationMadeBy: 'rules',
        conversationCheckedAt: sql<string>`session_date + interval '2 hours'`,
        conversationCheckedBy: sql<string>`(
          select coach.user_id from client join coach on coach.id = client.coach_id where client.id = session.client_id
        )`,
      }),
    })
    .where('id', '=', sessionId)
    .returning('sessionDate')
    .executeTakeFirstOrThrow()
  if (isFinished) await shareWithClient(db, sessionId)
  if (isFinished && media === recordingWithNumbers) await askForAnalysis(db, sessionId)
  await db
    .insertInto('transcription')
    .values({
      id: newId(),
      sessionId,
      status: 'completed',
      progress: 1,
      createdAt: sessionDate,
      finishedAt: sessionDate,
    })
    .execute()
}

/** Queues the analysis, as saving a conversation does; it runs when the server starts. */
async function askForAnalysis(db: Db, sessionId: string) {
  const { userId: requestedBy, version: conversationVersion } = await db
    .selectFrom('session')
    .innerJoin('client', 'client.id', 'session.clientId')
    .innerJoin('coach', 'coach.id', 'client.coachId')
    .select(['coach.userId', 'session.version'])
    .where('session.id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const runs = analysisTypes.map((templateType) => ({
    ...{ id: newId(), sessionId, conversationVersion, requestedBy, templateType },
  }))
  await db.insertInto('automaticRun').values(runs).execute()
  await db
    .insertInto('pendingJob')
    .values(
      runs.map(({ id }) => ({ name: 'run-after-conversation', payload: JSON.stringify({ id }) })),
    )
    .execute()
}

/** Shares the conversation with the client, who reads it on their plan. */
const shareWithClient = (db: Db, sessionId: string) =>
  db
    .insertInto('conversationShare')
    .columns(['sessionId', 'sharedBy'])
    .expression((eb) =>
      eb
        .selectFrom('session')
        .innerJoin('client', 'client.id', 'session.clientId')
        .innerJoin('coach', 'coach.id', 'client.coachId')
        .select(['session.id', 'coach.userId'])
        .where('session.id', '=', sessionId),
    )
    .execute()

const correctedLines: Record<number, string> = {
  3: 'I stopped reading my mail in the evening. I put the phone in the kitchen and left it there.',
  5: 'The first evening I was nervous. After that it was almost a relief.',
  7: 'It is still high, but I have told my team leader that I need two quiet mornings every week.',
  8: 'That took some courage. What would you like to keep doing until next week?',
  10: 'Good. Let us look at how it went when we meet again.',
}

/** The check-in's transcript with the coach's corrections of speakers and words. */
const corrected = (heard: readonly Segment[]) =>
  heard.map(({ words, ...line }, index): Segment => {
    const speaker = line.speaker === 'Speaker 1' ? 'Coach' : 'Client'
    const text = correctedLines[index]
    return text === undefined ? { ...line, words, speaker } : { ...line, speaker, text }
  })

/** Stores a copy, because storage may move the file it is given. */
async function putCopy(
  { storage, sessionId }: { storage: Storage; sessionId: string },
  key: string,
  name: string,
  contentType: string,
) {
  const scratch = await mkdtemp(path.join(tmpdir(), 'demo-'))
  const copy = path.join(scratch, name)
  await copyFile(path.join(folder, name), copy)
  await storage.put(key, copy, contentType, { sessionId })
  await rm(scratch, { recursive: true, force: true })
}
