import { createHash } from 'node:crypto'
import { escapeHtml } from '../../core/http/html.rule.ts'
import type { MailView } from './mail.ts'

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:1.5rem 1rem;font:1rem/1.5 system-ui,sans-serif}
main{max-width:48rem;margin:0 auto}
pre{white-space:pre-wrap;overflow-wrap:anywhere;padding:1rem;border:1px solid}
`

/** Shows emails as text, so that nothing in them runs or loads. */
export const DEVELOPMENT_MAILS_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Escapes the text and turns its addresses into links. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, place) => {
      const escaped = escapeHtml(part)
      return place % 2 === 0 ? escaped : `<a href="${escaped}">${escaped}</a>`
    })
    .join('')
}

/** Renders the emails that were not sent in development. */
export function developmentMailsPage(mails: readonly MailView[]): string {
  const items = mails.map(
    ({ at, to, subject, text }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}, <time>${at.toISOString()}</time></p>
<pre>${withLinks(text)}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Development emails</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Development emails</h1>
<p>Emails are not sent in development. They are shown here until the process ends.</p>
${items.length === 0 ? '<p>No emails yet.</p>' : items.join('\n')}
</main>
</body>
</html>
`
}
