import { extractText, getMeta } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { auditEntries, makeSession } from '../../../test/make.ts'
import { testApp } from '../../../test/test-app.ts'
import { unzipped } from '../../../test/unzipped.ts'

const { db, call, signIn, emails, clientId, sessionDefinitionId, coachUserId } = await testApp()
const coach = await signIn(emails.coach)

const words = 'Jeg har det bedre nu — æøå, žluťoučký, Ελληνικά & <b>Кириллица</b>'
const segments = [
  { start: 1.25, end: 3.5, speaker: 'Speaker 1', text: 'How are you?' },
  { start: 65, end: 70, speaker: 'Søren', text: words },
]
const make = (values = {}) =>
  makeSession(db, {
    clientId,
    sessionDefinitionId,
    sessionDate: '2026-03-04T12:00:00.000Z',
    transcribedTextRaw: 'raw',
    segments: JSON.stringify(segments),
    transcribedTextScripted: `Coach: How are you?\n\nSøren: ${words}`,
    ...values,
  })
const download = (id: string, what: string, format: string, cookie = coach) =>
  call({ url: `/api/sessions/${id}/transcript-file?what=${what}&format=${format}` }, cookie)
const downloadsOf = (rowId: string) =>
  auditEntries(db, { rowId, action: 'transcript-downloaded' }, ['clientId', 'details'])

const textOfPdf = async (bytes: Buffer) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ')

describe('a transcript as a file', () => {
  test('is text with times and speakers', async () => {
    const answer = await download(await make(), 'transcript', 'txt')
    expect(answer.headers).toMatchObject({ 'content-type': 'text/plain; charset=utf-8' })
    const [title, about, ...lines] = answer.body.split('\n')
    expect(title).toBe('Raw transcript')
    expect(about).toMatch(/^Weekly coaching · Mar 4, 2026 · /)
    expect(lines).toEqual([
      '',
      '[0:00:01] Speaker 1: How are you?',
      `[0:01:05] Søren: ${words}`,
      '',
    ])
  })

  test('is WebVTT with escaped text', async () => {
    const answer = await download(await make(), 'transcript', 'vtt')
    expect(answer.headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(answer.body).toBe(
      `WEBVTT

00:00:01.250 --> 00:00:03.500
<v Speaker 1>How are you?

00:01:05.000 --> 00:01:10.000
<v Søren>${words.replace('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}
`,
    )
  })

  test('is WebVTT of a conversation, with each sentence at the time of its words', async () => {
    const id = await make({
      transcribedTextScripted: `Coach: Hm! How are YOU?\n\n**Søren:** ${words}. So it is.`,
    })
    const answer = await download(id, 'conversation', 'vtt')
    expect(answer.headers['content-type']).toBe('text/vtt; charset=utf-8')
    expect(answer.body.split('\n').filter((line) => /Coach|are YOU|Søren|-->/.test(line))).toEqual([
      '00:00:00.000 --> 00:00:01.250',
      '<v Coach>Hm!',
      '00:00:01.250 --> 00:00:03.500',
      '<v Coach>How are YOU?',
      expect.stringMatching(/^00:01:05\.\d{3} --> 00:01:(?:09|10)\.\d{3}$/),
      expect.stringMatching(/^<v Søren>Jeg har/),
      '00:01:10.000 --> 00:01:14.000',
      '<v Søren>So it is.',
    ])
  })

  test('is a document for word processors', async () => {
    const answer = await download(await make(), 'transcript', 'docx')
    expect(answer.headers['content-type']).toContain('wordprocessingml.document')
    const xml = unzipped(answer.rawPayload, 'word/document.xml')
    const text = xml.replaceAll(/<[^>]+>/g, '')
    expect(text).toContain('Søren: ')
    expect(text).toContain(
      words.replace('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    )
    expect(unzipped(answer.rawPayload, 'docProps/core.xml')).not.toContain('clara')
  })

  test('is written from right to left in a document for word processors, line by line', async () => {
    const transcribedTextScripted = 'Coach: How are you?\nדנה: טוב, 3 ימים. OK?'
    const id = await make({ transcribedTextScripted })
    const docx = (await download(id, 'conversation', 'docx')).rawPayload
    const paragraphs = unzipped(docx, 'word/document.xml').split('</w:p>')
    const written = (words: string) => paragraphs.find((it) => it.includes(words))
    expect(written('How are')).not.toMatch(/<w:(bidi|rtl)\/>/)
    expect(written('3 ימים')).toMatch(/<w:bidi\/>.*<w:rtl\/>.*3 ימים/)
  })

  test('is a PDF', async () => {
    const answer = await download(await make(), 'conversation', 'pdf')
    expect(answer.headers['content-type']).toBe('application/pdf')
    const text = await textOfPdf(answer.rawPayload)
    expect(text).toContain('How are you?')
    expect(text).toContain(`Søren: ${words}`)
    expect(text).not.toContain('clara')
  })

  test('notes missing glyphs in the PDF, and is complete in the other formats', async () => {
    const warning = 'Some characters cannot be shown in this PDF'
    const odd = 'Søren says 你好 and سلام 👨‍👩‍👧, soft\u00adly,\u2009fine.'
    const id = await make({ transcribedTextScripted: `Coach: ${odd}` })
    const bytes = (await download(id, 'conversation', 'pdf')).rawPayload
    const { text: layer } = await extractText(new Uint8Array(bytes), { mergePages: true })
    expect(layer).toContain(warning)
    expect(layer.replaceAll(/\s+/g, ' ')).toMatch(/Søren says □□ and [^□]*softly, fine\./)
    expect(layer).not.toContain('\0')
    expect((await download(id, 'conversation', 'txt')).body).toContain(odd)
    const docx = (await download(id, 'conversation', 'docx')).rawPayload
    expect(unzipped(docx, 'word/document.xml')).toContain('你好 and سلام 👨‍👩‍👧')

    const plain = await make({
      transcribedTextScripted: 'Coach: Soft\u00adly, “žluťoučký”\u2009…\u200d',
    })
    expect(
      await textOfPdf((await download(plain, 'conversation', 'pdf')).rawPayload),
    ).not.toContain(warning)
  })

  test('has a file name without the name of a person', async () => {
    const id = await make()
    const { headers } = await download(id, 'conversation', 'txt')
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Conversation 2026-03-04 Weekly coaching.txt"; filename*=UTF-8''Conversation%202026-03-04%20Weekly%20coaching.txt`,
    )
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  test('is audited for each kind of file, without its text', async () => {
    const id = await make()
    await download(id, 'transcript', 'txt')
    await download(id, 'conversation', 'txt')
    await download(id, 'conversation', 'txt')
    const conversation = { clientId, details: { what: 'conversation', format: 'txt' } }
    expect(await downloadsOf(id)).toEqual([
      { clientId, details: { what: 'transcript', format: 'txt' } },
      conversation,
    ])
  })

  test('says that it is empty, in every format', async () => {
    const id = await make({ transcribedTextRaw: '', segments: '[]' })
    const empty = 'The transcript is empty: no speech was found in the recording.'
    expect((await download(id, 'transcript', 'txt')).body).toContain(empty)
    expect((await download(id, 'transcript', 'vtt')).body).toBe('WEBVTT\n')
    const docx = await download(id, 'transcript', 'docx')
    expect(unzipped(docx.rawPayload, 'word/document.xml')).toContain(empty)
    const pdf = await download(id, 'transcript', 'pdf')
    expect(await textOfPdf(pdf.rawPayload)).toContain(empty)
  })

  test('is rejected without a transcript, or for subtitles without times', async () => {
    const id = await make({ transcribedTextRaw: null, segments: null })
    const answer = await download(id, 'transcript', 'pdf')
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ error: 'This session has no transcript to download.' })
    const without = await make({ transcribedTextScripted: null })
    expect((await download(without, 'conversation', 'docx')).json()).toMatchObject({
      error: 'This session has no conversation to download.',
    })
    const untimed = await download(id, 'conversation', 'vtt')
    expect(untimed.statusCode).toBe(409)
    expect(untimed.json()).toMatchObject({
      error: 'This conversation has no timing, so it cannot be downloaded as subtitles.',
    })
    expect(await downloadsOf(id)).toEqual([])
  })

  test('is not found for users who may not change the session', async () => {
    const id = await make()
    const codeOf = async (email: string) =>
      (await download(id, 'transcript', 'txt', await signIn(email))).statusCode
    expect(await codeOf(emails.otherCoach)).toBe(404)
    expect(await codeOf(emails.admin)).toBe(200)
    expect((await download(newId(), 'transcript', 'txt')).statusCode).toBe(404)
  })

  test('of a long conversation does not block other requests', async () => {
    const line = `Client: ${'Words that were said one after the other. '.repeat(10)}\n`
    const id = await make({ transcribedTextScripted: line.repeat(300) })
    let answered = 0
    const making = download(id, 'conversation', 'pdf')
    let isMade = false
    void making.finally(() => (isMade = true))
    for (; !isMade; answered++) await call({ url: '/api/auth/user' }, coach)
    expect((await making).statusCode).toBe(200)
    expect(answered).toBeGreaterThan(5)
  })

  test.each([
    ['one endless word', 'a'],
    ['marks on one letter', '\u0301'],
  ])('of %s is created in time', async (_name, piece) => {
    // Took minutes when the rest of a word was measured again for each of its lines.
    const text = piece.repeat(50_000 / piece.length)
    const id = await make({ transcribedTextScripted: `Coach: a${text}` })
    expect((await download(id, 'conversation', 'pdf')).statusCode).toBe(200)
    expect((await download(id, 'conversation', 'docx')).statusCode).toBe(200)
  })
})

describe('a conversation that a machine made', () => {
  const byModel = { conversationMadeBy: 'model', conversationModel: 'gpt-5 <a&b>' }
  const sentence = 'Written by AI (gpt-5 <a&b>) from the transcript; not yet checked by a person.'
  const plain = sentence.replaceAll(/[<>&]/g, '')
  const escaped = sentence.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

  test('says so in every format, in words and in the metadata', async () => {
    const id = await make(byModel)
    expect((await download(id, 'conversation', 'txt')).body).toContain(
      `${sentence}\nConversation\n`,
    )
    expect((await download(id, 'conversation', 'vtt')).body).toContain(
      `WEBVTT\n\nNOTE ${escaped}\n\n`,
    )

    const docx = (await download(id, 'conversation', 'docx')).rawPayload
    expect(unzipped(docx, 'word/document.xml')).toContain(escaped)
    expect(unzipped(docx, 'docProps/core.xml')).toContain(
      `<cp:keywords>AI-generated</cp:keywords><dc:description>${escaped}</dc:description>`,
    )
    expect(unzipped(docx, 'docProps/custom.xml')).toContain(sourceType)

    const pdf = (await download(id, 'conversation', 'pdf')).rawPayload
    expect(await textOfPdf(pdf)).toContain(sentence)
    const { info, metadata } = await getMeta(new Uint8Array(pdf))
    expect(info).toMatchObject({ Subject: plain, Keywords: 'AI-generated' })
    expect(metadata.get('iptc4xmpext:digitalsourcetype')).toBe(sourceType)
    expect(metadata.get('dc:description')).toBe(plain)
  })

  test('says who checked it', async () => {
    const id = await make({
      ...byModel,
      conversationCheckedBy: coachUserId,
      conversationCheckedAt: '2026-03-05T12:00:00.000Z',
    })
    expect((await download(id, 'conversation', 'txt')).body).toMatch(
      /^Written by AI \(gpt-5 <a&b>\) from the transcript; checked by anna coach on Mar 5, 2026\.\n/,
    )
  })

  test('by rules is not said to be by AI', async () => {
    const id = await make({ conversationMadeBy: 'rules' })
    const rules = 'Arranged by rules, without AI, from the transcript; not yet checked by a person.'
    const pdf = (await download(id, 'conversation', 'pdf')).rawPayload
    expect(await textOfPdf(pdf)).toContain(rules)
    const { info, metadata } = await getMeta(new Uint8Array(pdf))
    expect(info).toMatchObject({ Subject: rules })
    expect(info).not.toHaveProperty('Keywords')
    expect(metadata.get('iptc4xmpext:digitalsourcetype')).toBeNull()
    const docx = (await download(id, 'conversation', 'docx')).rawPayload
    expect(unzipped(docx, 'docProps/custom.xml')).not.toContain(sourceType)
  })

  test('says nothing about the raw transcript, or a conversation that people wrote', async () => {
    expect((await download(await make(byModel), 'transcript', 'txt')).body).toMatch(
      /^Raw transcript/,
    )
    expect((await download(await make(), 'conversation', 'txt')).body).toMatch(/^Conversation\n/)
  })
})

test('a transcript with text only has the lines of the text', async () => {
  const id = await make({
    transcribedTextRaw: '[00:00:05] Speaker 2: Hello.\nSomething else',
    segments: null,
  })
  expect((await download(id, 'transcript', 'txt')).body).toContain(
    '[0:00:05] Speaker 2: Hello.\nSomething else\n',
  )
  expect(await download(id, 'transcript', 'vtt')).toMatchObject({
    body: 'WEBVTT\n\n00:00:05.000 --> 00:00:09.000\n<v Speaker 2>Hello.\n',
  })
})
