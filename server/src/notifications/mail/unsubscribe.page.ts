import { createHash } from 'node:crypto'
import type { OptionalMail } from '../../core/enums.ts'
import { escapeHtml } from '../../core/http/html.rule.ts'
import type { Subscription } from './mail.ts'

const STYLE = `
:root{color-scheme:light dark}
body{margin:0;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto}
button{font:inherit;padding:.6rem 1.1rem}
`

/** Allows only a form that posts to this URL. */
export const UNSUBSCRIBE_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`

/** Renders the page of an unsubscribe link. Opening it changes nothing, because email clients prefetch links. */
export function unsubscribePage(
  of: Subscription & { programName: string; isOptedOut: boolean },
  token: string,
): string {
  const { recipient, programName, isOptedOut } = of
  const what = WHAT[of.kind]
  const words = isOptedOut
    ? {
        title: 'You get no more of these mails',
        text: `gets no mails any more ${what}, of`,
        button: 'Get them again',
        wish: 'subscribe',
      }
    : {
        title: 'No more mails like this?',
        text: `gets mails ${what}, of`,
        button: 'No more of these mails',
        wish: 'unsubscribe',
      }
  return page(
    words.title,
    `<p>${escapeHtml(recipient)} ${words.text} ${escapeHtml(programName)}.</p>
<form method="post" action="/mail/unsubscribe?token=${escapeHtml(encodeURIComponent(token))}">
<input type="hidden" name="wish" value="${words.wish}">
<button type="submit">${words.button}</button>
</form>`,
  )
}

const WHAT: Record<OptionalMail, string> = {
  webhook_disabled: 'that a webhook was disabled',
  new_application: 'of new applications',
  partner_statement: 'about the statement of a month',
  partner_first_click: 'about the first click',
  partner_sale: 'about what was earned',
}

export function deadLinkPage(): string {
  return page(
    'This link leads nowhere',
    '<p>It was not copied whole, or is of another installation, or of an account that was closed. Open it in the mail again.</p>',
  )
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
}
