import { createHash } from 'node:crypto'
import type { Language, OptionalMail } from '../../core/enums.ts'
import { escapeHtml } from '../../core/http/html.rule.ts'
import { message, teamMessage } from '../../core/i18n/message.rule.ts'
import type { Subscription } from './mail.ts'

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto}
button{font:inherit;padding:.6rem 1.1rem}
`

/** Allows only a form that posts to this URL. */
export const UNSUBSCRIBE_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** Renders the page for an unsubscribe link. Opening it changes nothing, because email clients prefetch links. */
export function unsubscribePage(
  { recipient, kind, programName, isOptedOut, language }: Subscription & UnsubscribePageData,
  token: string,
): string {
  const state = isOptedOut ? 'done' : 'ask'
  const args = { recipient, program: programName, kind: kindText(language, kind) }
  return renderPage(
    language,
    message(language, `unsubscribe.${state}.title`),
    `<p>${escapeHtml(message(language, `unsubscribe.${state}.text`, args))}</p>
<form method="post" action="/mail/unsubscribe?token=${escapeHtml(encodeURIComponent(token))}">
<input type="hidden" name="wish" value="${isOptedOut ? 'subscribe' : 'unsubscribe'}">
<button type="submit">${escapeHtml(message(language, `unsubscribe.${state}.button`))}</button>
</form>`,
  )
}

interface UnsubscribePageData {
  programName: string
  isOptedOut: boolean
  language: Language
}

function kindText(language: Language, kind: OptionalMail): string {
  switch (kind) {
    case 'webhook_disabled':
    case 'new_application':
      return teamMessage(`team.unsubscribe.${kind}`)
    default:
      return message(language, `unsubscribe.kind.${kind}`)
  }
}

export function invalidLinkPage(language: Language): string {
  return renderPage(
    language,
    message(language, 'unsubscribe.invalid.title'),
    `<p>${escapeHtml(message(language, 'unsubscribe.invalid.text'))}</p>`,
  )
}

function renderPage(language: Language, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`
}
