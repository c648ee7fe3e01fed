import { type Described, describedIn, type Field } from './fields.ts'
import { type ApiDocument, introduction } from './document.ts'
import { escapeHtml } from '../web.ts'

/** The document as a page that is read without any script. */
export function page(brandName: string, document: ApiDocument) {
  const groups = describedIn(document)
  return `<!doctype html>
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
<p>The same as <a href="/api/openapi.json">OpenAPI</a>, for tools that make a client of it.</p>
${introduction.map((it) => `<p>${withCode(it)}</p>`).join('\n')}
<nav aria-label="Groups"><ul>${groups
    .map(({ name }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`)
    .join('')}</ul></nav>
${groups.map(section).join('\n')}
</main>
</body>
</html>
`
}

/** What stands between backticks is code. */
const withCode = (text: string) => escapeHtml(text).replaceAll(/`([^`]*)`/g, '<code>$1</code>')

const section = ({ name, operations }: ReturnType<typeof describedIn>[number]) => `<section>
<h2 id="${escapeHtml(name)}">${escapeHtml(name)}</h2>
${operations.map(article).join('\n')}
</section>`

const article = ({ operationId, method, path, ...it }: Described) => `<article id="${operationId}">
<h3><code>${method} ${escapeHtml(path)}</code></h3>
<p>${withCode(it.summary)}. ${escapeHtml(it.description)} <code>${operationId}</code></p>
${it.sent.map(({ where, fields }) => table(where, fields)).join('\n')}
${it.answered.length ? `<details><summary>Answer</summary>${table('Answer', it.answered)}</details>` : ''}
${it.refusals.length ? `<p>Refuses with ${it.refusals.join(', ')}.</p>` : ''}
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
