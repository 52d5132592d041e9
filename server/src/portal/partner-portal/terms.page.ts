import type { Language } from '../../core/enums.ts'
import { escapeHtml } from '../../core/http/html.rule.ts'
import { dayText } from '../../core/i18n/format.rule.ts'
import { message } from '../../core/i18n/message.rule.ts'
import { PRINTED_STYLE } from '../../earnings/invoices/invoice.page.ts'

interface TermsPage {
  language: Language
  program: { name: string; time_zone: string }
  version: number
  /** Null if the partner never accepted them. */
  acceptedAt: Date | null
  /** Safe HTML, rendered from Markdown. */
  contentHtml: string
}

/** Renders a program's terms as a standalone page for reading and printing. */
export function termsPage({ language, program, version, acceptedAt, contentHtml }: TermsPage): string {
  const title = escapeHtml(message(language, 'join.termsOf', { program: program.name }))
  const state =
    acceptedAt === null
      ? message(language, 'terms.version', { version })
      : message(language, 'terms.accepted', {
          version,
          day: dayText(language, acceptedAt, program.time_zone),
        })
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${PRINTED_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(state)}</p>
${contentHtml}
</main>
</body>
</html>
`
}
