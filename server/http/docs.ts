import type { FastifyInstance } from 'fastify'
import { usualBodyBytes } from '#contract/endpoint.ts'
import { statusOf } from '#contract/errors.ts'
import { documentOf, type Field, fieldsOf, type Operation } from './docs-fields.ts'
import { usualPatience } from './patience.ts'
import { escapeHtml } from './web.ts'

/** The contract for those who write programs: as OpenAPI, and as a page to read that needs no script. */
export function docsRoutes(app: FastifyInstance, { brandName }: { brandName: string }) {
  const hidden = { schema: { hide: true } }
  app.get('/api/openapi.json', hidden, async () => app.swagger())
  app.get('/api/docs', hidden, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page(brandName, documentOf(app.swagger()))),
  )
}

const page = (brandName: string, groups: Map<string, Operation[]>) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(brandName)} API</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(brandName)} API</h1>
<p>JSON over HTTP, ids are UUID, instants are ISO 8601 in UTC. The same as <a href="/api/openapi.json">OpenAPI</a>.</p>
<p>Sign in with <code>POST /api/auth/login</code> and send its cookie with each call. Calls other than <code>GET</code>
must come from the product's own address: a program sends an <code>Origin</code> header with it, a browser does so by itself.
A body of JSON has at most ${usualBodyBytes / 1024} kB, more only where it holds a transcript, and arrives within ${usualPatience.bodyMs / 1000} seconds.</p>
<p>A refusal has the body <code>{ "error", "code", "fields"?, "requestId" }</code>; <code>error</code> is a sentence that
a person can read, <code>code</code> one of ${Object.entries(statusOf)
  .map(([code, status]) => `<code>${code}</code> (${status})`)
  .join(', ')}.</p>
<nav aria-label="Groups"><ul>${[...groups.keys()]
  .map((name) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`)
  .join('')}</ul></nav>
${[...groups].map(([name, operations]) => section(name, operations)).join('\n')}
</main>
</body>
</html>
`

const section = (name: string, operations: Operation[]) => `<section>
<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>
${operations.map(article).join('\n')}
</section>`

const article = ({ method, path, summary, description, sent, answer }: Operation) => `<article>
<h3><code>${method} ${escapeHtml(path)}</code></h3>
<p>${escapeHtml(summary)}. ${escapeHtml(description)}</p>
${sent.map(({ where, fields }) => table(where, fields)).join('\n')}
${answer ? `<details><summary>Answer</summary>${table('Answer', fieldsOf(answer))}</details>` : ''}
</article>`

const table = (caption: string, fields: Field[]) => `<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Needed</th></tr></thead>
<tbody>
${fields
  .map(
    ({ name, type, isNeeded }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(type)}</td><td>${isNeeded ? 'yes' : 'no'}</td></tr>`,
  )
  .join('\n')}
</tbody></table>`

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; list-style: none; padding: 0; }
a { padding: 0.25rem 0; display: inline-block; color: light-dark(#0f5c55, #7fd1c7); }
p a { display: inline; }
article { border-top: 1px solid light-dark(#d6d3d1, #44403c); padding: 0.5rem 0 1rem; }
h3 { margin: 0.5rem 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0; table-layout: fixed; }
caption { text-align: left; font-weight: 600; }
th, td { text-align: left; padding: 0.25rem 0.5rem 0.25rem 0; vertical-align: top; overflow-wrap: anywhere; font-weight: 400; }
thead th { color: light-dark(#57534e, #a8a29e); }
td:last-child, th:last-child { width: 5rem; }
summary { cursor: pointer; }
`
