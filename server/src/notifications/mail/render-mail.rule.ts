import type { Language } from '../../core/enums.ts'
import { escapeHtml } from '../../core/http/html.rule.ts'
import { message } from '../../core/i18n/message.rule.ts'
import { textColorOn } from '../../core/text/text-color.rule.ts'
import type { MailContent, MailStyle, RenderedMail } from './mail-content.ts'

/**
 * Renders an email as HTML and text. All content is escaped, the logo is the only external resource, and styles are
 * inline because many email clients ignore style sheets.
 * @param unsubscribeUrl one-click unsubscribe; undefined for emails that can't be turned off
 */
export function renderMail(
  content: MailContent,
  {
    look,
    language,
    unsubscribeUrl,
  }: { look: MailStyle; language: Language; unsubscribeUrl: string | undefined },
): RenderedMail {
  return {
    subject: content.subject,
    html: renderHtml(content, look, { language, unsubscribeUrl }),
    text: renderText(content, look, { language, unsubscribeUrl }),
  }
}

interface MailLayout {
  language: Language
  unsubscribeUrl: string | undefined
}

function renderText(
  { paragraphs, facts, action, reason }: MailContent,
  { name }: MailStyle,
  { language, unsubscribeUrl }: MailLayout,
): string {
  const parts = [
    name,
    ...paragraphs,
    ...(facts.length === 0
      ? []
      : [facts.map(([fact, value]) => message(language, 'mail.factOf', { name: fact, value })).join('\n')]),
    ...(action === undefined ? [] : [`${withLabel(language, action.label)}\n${action.url}`]),
    '-- ',
    reason,
    ...(unsubscribeUrl === undefined
      ? []
      : [`${withLabel(language, message(language, 'mail.unsubscribe'))}\n${unsubscribeUrl}`]),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Formats a label before a URL on its own line. */
function withLabel(language: Language, label: string): string {
  return message(language, 'mail.factOf', { name: label, value: '' }).trimEnd()
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SECONDARY_STYLE = 'color:#5b6472;font-size:13px;line-height:20px'

function renderHtml(
  { subject, paragraphs, facts, action, reason }: MailContent,
  { name, color, logoUrl }: MailStyle,
  { language, unsubscribeUrl }: MailLayout,
): string {
  const line = (html: string, style = 'font-size:16px;line-height:24px') =>
    `<p style="margin:0 0 16px;${style}">${html}</p>`
  const rows = facts.map(
    ([fact, value]) =>
      `<tr><th scope="row" style="padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal;${SECONDARY_STYLE}">${escapeHtml(fact)}</th>` +
      `<td style="padding:4px 0;font-size:15px;line-height:20px;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  )
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;color:#16191f;${FONT}">
<div style="max-width:560px;margin:0 auto;padding:28px 24px;background:#ffffff;border-top:4px solid ${color};border-radius:6px">
${logoUrl === undefined ? '' : `<p style="margin:0 0 16px"><img src="${escapeHtml(logoUrl)}" alt="" height="40" style="display:block;height:40px;max-width:200px;object-fit:contain;object-position:left"></p>`}
${line(escapeHtml(name), 'font-size:14px;line-height:20px;font-weight:600')}
${paragraphs.map((text) => line(escapeHtml(text))).join('\n')}
${rows.length === 0 ? '' : `<table style="margin:0 0 16px;border-collapse:collapse">${rows.join('')}</table>`}
${action === undefined ? '' : buttonHtml(action, { color, orOpen: message(language, 'mail.orOpen') })}
</div>
<div style="max-width:560px;margin:16px auto 0;padding:0 24px">
<p style="margin:0 0 8px;${SECONDARY_STYLE}">${escapeHtml(reason)}</p>
${unsubscribeUrl === undefined ? '' : `<p style="margin:0;${SECONDARY_STYLE}"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#2f4fb3">${escapeHtml(message(language, 'mail.unsubscribe'))}</a></p>`}
</div>
</body>
</html>
`
}

function buttonHtml(
  action: { label: string; url: string },
  { color, orOpen }: { color: string; orOpen: string },
): string {
  const url = escapeHtml(action.url)
  return `<p style="margin:24px 0 16px"><a href="${url}" style="display:inline-block;padding:11px 20px;background:${color};color:${textColorOn(color)};font-size:15px;font-weight:600;text-decoration:none;border-radius:6px">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;${SECONDARY_STYLE}">${escapeHtml(orOpen)}<br><a href="${url}" style="color:#2f4fb3;overflow-wrap:anywhere">${url}</a></p>`
}
