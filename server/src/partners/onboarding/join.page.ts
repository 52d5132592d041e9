import { createHash } from 'node:crypto'
import type { Question } from '../../core/database/schema.ts'
import { LANGUAGES, type Language } from '../../core/enums.ts'
import { escapeHtml } from '../../core/http/html.rule.ts'
import type { PartnerMessageKey } from '../../core/i18n/catalogs.ts'
import { LANGUAGE_NAMES } from '../../core/i18n/language-names.ts'
import { type MessageArgs, message } from '../../core/i18n/message.rule.ts'
import { DEFAULT_COLOR, textColorOn } from '../../core/text/text-color.rule.ts'
import { ANSWER_CHARS, FORM_CHARS, questionFieldName, type TypedForm } from './application-form.rule.ts'
import type { JoinHead } from './join-page.ts'

export interface JoinForm {
  /** URL path that the form is sent to. */
  path: string
  /** The proof-of-work challenge; undefined in a preview. */
  challenge: string | undefined
  typed: TypedForm
  /** Faults by field. The key '' stands for the whole form. */
  faults: Readonly<Record<string, string>>
  invitation: { token: string; inviterName: string; email: string | null } | undefined
  menu?: LanguageMenu
}

/** The page's URL in each language, without `lang`. */
export interface LanguageMenu {
  path: string
  query: Readonly<Record<string, string>>
}

/** A rendered page with its content security policy. */
export interface RenderedPage {
  html: string
  policy: string
}

/** Renders a join page with its form. */
export function joinPage(head: JoinHead, form: JoinForm, style: string): RenderedPage {
  const { language } = head
  const { programName, contentHtml, sentences, paymentSentences, termsHtml } = head
  const content = contentHtml === '' ? '' : `<div class="card first">${contentHtml}</div>`
  const listItems = (texts: readonly string[]) => texts.map((text) => `<li>${escapeHtml(text)}</li>`).join('')
  const [termItems, paymentItems] = [listItems(sentences), listItems(paymentSentences)]
  const invited =
    form.invitation === undefined
      ? ''
      : `<p class="quiet">${html(language, 'join.invitedBy', { name: form.invitation.inviterName })}</p>`
  return renderPage(
    {
      title: message(language, 'join.title', { program: programName }),
      head,
      language,
      style,
      menu: form.menu,
    },
    `${invited}</header>
${content}
<section class="card${content === '' ? ' first' : ''}"><h2>${html(language, 'join.earnings')}</h2><ul class="earns">${termItems}</ul></section>
<section class="card"><h2>${html(language, 'join.terms.paid')}</h2><ul class="earns">${paymentItems}</ul></section>
<section class="card"><h2>${html(language, form.invitation === undefined ? 'join.apply' : 'join.join')}</h2>
${formHtml(head, form, termsHtml)}
</section>
${signInHtml(head, language)}${form.challenge === undefined ? '' : '\n<script src="/join-page.js" defer></script>'}`,
  )
}

/** Link for existing partners who open a join page. */
const signInHtml = (head: JoinHead | undefined, language: Language) =>
  `<p class="quiet">${html(language, 'join.alreadyPartner')} <a href="/partner/sign-in${head?.slug == null ? '' : `?program=${head.slug}`}">${html(language, 'join.signIn')}</a></p>`

const html = (language: Language, key: PartnerMessageKey, args?: MessageArgs) =>
  escapeHtml(message(language, key, args))

/** A page without a form. */
export interface Labels {
  title: string
  text: string
  /** Whether to link to the partner sign-in, because existing partners also open this page. */
  isForPartners?: boolean
}

/** Renders a page with a single message, such as thanks or why there is no form. */
export function plainPage(
  {
    title,
    text,
    isForPartners = false,
    head,
    language,
  }: Labels & { head: JoinHead | undefined; language: Language },
  style: string,
): RenderedPage {
  const content = `</header>\n<div class="card first"><p>${escapeHtml(text)}</p></div>`
  return renderPage(
    { title, head, language, style },
    isForPartners ? `${content}\n${signInHtml(head, language)}` : content,
  )
}

/** Renders the page on which an applicant replies to the team. */
export function answerPage(
  head: JoinHead,
  {
    path,
    question,
    typed,
    fault,
    menu,
  }: {
    path: string
    question: string
    typed: string
    fault: string | undefined
    menu: LanguageMenu
  },
  style: string,
): RenderedPage {
  const { language } = head
  const lines = question
    .split(/\r\n|[\n\r]/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')
  return renderPage(
    { title: message(language, 'join.question.title'), head, language, style, menu },
    `<p class="quiet">${html(language, 'join.question.from', { program: head.programName })}</p></header>
<div class="card first">${lines}</div>
<section class="card"><form method="post" action="${escapeHtml(path)}" novalidate>
${field({ name: 'answer', label: message(language, 'join.question.answer'), required: true, fault, language }, (attributes) => `<textarea ${attributes}${fault === undefined ? '' : ' autofocus'} rows="6">${escapeHtml(typed)}</textarea>`)}
<button type="submit">${html(language, 'join.question.submit')}</button>
</form></section>`,
  )
}

function formHtml(head: JoinHead, form: JoinForm, termsHtml: string | undefined): string {
  const { invitation } = form
  const { language } = head
  const email = invitation?.email ?? null
  return `<form method="post" action="${escapeHtml(form.path)}" novalidate>
${summaryHtml(head, form)}
${line({ name: 'name', label: message(language, 'join.name'), required: true, chars: FORM_CHARS.name, autocomplete: 'name', language }, form)}
${line({ name: 'email', label: message(language, 'join.email'), required: true, chars: FORM_CHARS.email, autocomplete: 'email', type: 'email', fixed: email, language }, form)}
${line({ name: 'website', label: message(language, 'join.website'), required: false, chars: FORM_CHARS.website, autocomplete: 'url', type: 'url', language }, form)}
${head.questions.map((question) => questionHtml(question, form, language)).join('\n')}
${termsHtml === undefined ? '' : termsSection(head, termsHtml, form)}
<input type="hidden" name="terms-version" value="${head.termsVersion ?? ''}">
${invitation === undefined ? '' : `<input type="hidden" name="invitation" value="${escapeHtml(invitation.token)}">`}
${workHtml(form, language)}<p role="status" class="quiet"></p>
<button type="submit">${html(language, invitation === undefined ? 'join.submit' : 'join.join')}</button>
</form>`
}

/** Lists faults above the form with links to their fields. It is focused when the page opens. */
function summaryHtml({ questions, language }: JoinHead, { faults }: JoinForm): string {
  if (Object.keys(faults).length === 0) return ''
  const labels = [
    ['name', message(language, 'join.name')],
    ['email', message(language, 'join.email')],
    ['website', message(language, 'join.website')],
    ...questions.map((question) => [questionFieldName(question), question.text] as const),
    ['terms', message(language, 'join.terms')],
  ] as const
  const links = labels.flatMap(([field, label]) =>
    faults[field] === undefined ? [] : [`<li><a href="#${field}">${escapeHtml(label)}</a></li>`],
  )
  const content = faults[''] ?? message(language, 'join.fixFields')
  const list = links.length === 0 ? '' : `<ul>${links.join('')}</ul>`
  return `<div class="alert" role="alert" tabindex="-1" autofocus><p>${escapeHtml(content)}</p>${list}</div>`
}

/** Renders the field that the script fills in, and the message for browsers without JavaScript. */
function workHtml({ challenge }: JoinForm, language: Language): string {
  if (challenge === undefined) return ''
  return `<input type="hidden" name="challenge" value="" data-challenge="${escapeHtml(challenge)}" data-working="${html(language, 'join.working')}">
<noscript><p class="alert">${html(language, 'join.noScript')}</p></noscript>
`
}

interface Line {
  name: string
  label: string
  required: boolean
  chars: number
  autocomplete?: string
  type?: 'text' | 'email' | 'url'
  /** A value that can't be edited. */
  fixed?: string | null
  language: Language
}

function line(
  { name, label, required, chars, autocomplete, type = 'text', fixed, language }: Line,
  form: JoinForm,
) {
  const value = fixed ?? form.typed[name] ?? ''
  return field({ name, label, required, fault: form.faults[name], language }, (attributes) => {
    const inputAttributes = [
      ...(autocomplete === undefined ? [] : [`autocomplete="${autocomplete}"`]),
      ...(typeof fixed === 'string' ? ['readonly'] : []),
    ]
    return `<input type="${type}" ${attributes} value="${escapeHtml(value)}" maxlength="${chars}" ${inputAttributes.join(' ')}>`
  })
}

function questionHtml(question: Question, form: JoinForm, language: Language): string {
  const { kind, text, required, choices } = question
  const name = questionFieldName(question)
  const typed = form.typed[name] ?? ''
  const fieldOptions = { name, label: text, required, fault: form.faults[name], language }
  switch (kind) {
    case 'text':
    case 'url':
      return line({ ...fieldOptions, chars: ANSWER_CHARS[kind], type: kind }, form)
    case 'long_text':
      return field(
        fieldOptions,
        (attributes) =>
          `<textarea ${attributes} maxlength="${ANSWER_CHARS[kind]}" rows="5">${escapeHtml(typed)}</textarea>`,
      )
    case 'choice': {
      const options = ['', ...choices].map(
        (one) =>
          `<option value="${escapeHtml(one)}"${one === typed ? ' selected' : ''}>${escapeHtml(one === '' ? message(language, 'join.choose') : one)}</option>`,
      )
      return field(fieldOptions, (attributes) => `<select ${attributes}>${options.join('')}</select>`)
    }
  }
}

function termsSection(
  { programName, termsVersion, language }: JoinHead,
  termsHtml: string,
  { typed, faults }: JoinForm,
): string {
  const fault = faults.terms
  return `<div class="field">
<h2>${html(language, 'join.terms')}</h2>
<section class="terms" tabindex="0" aria-label="${html(language, 'join.termsOf', { program: programName })}">${termsHtml}</section>
<label class="choice" for="terms"><input type="checkbox" id="terms" name="terms" value="accepted" required${typed.terms === 'accepted' ? ' checked' : ''}${describedBy('terms', fault)}><span>${html(language, 'join.acceptTerms', { version: termsVersion ?? '' })}</span></label>
${faultHtml('terms', fault)}
</div>`
}

function field(
  {
    name,
    label,
    required,
    fault,
    language,
  }: { name: string; label: string; required: boolean; fault: string | undefined; language: Language },
  control: (attributes: string) => string,
): string {
  const attributes = `id="${name}" name="${name}"${required ? ' required' : ''}${describedBy(name, fault)}`
  return `<div class="field">
<label for="${name}">${escapeHtml(label)}${required ? '' : ` <span class="optional">${html(language, 'join.optional')}</span>`}</label>
${control(attributes)}
${faultHtml(name, fault)}
</div>`
}

function describedBy(name: string, fault: string | undefined): string {
  return fault === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-fault"`
}

function faultHtml(name: string, fault: string | undefined): string {
  return fault === undefined ? '' : `<p class="fault" id="${name}-fault">${escapeHtml(fault)}</p>`
}

function renderPage(
  {
    title,
    head,
    language,
    style,
    menu,
  }: {
    title: string
    head: JoinHead | undefined
    language: Language
    style: string
    menu?: LanguageMenu | undefined
  },
  content: string,
): RenderedPage {
  const color = head?.color ?? DEFAULT_COLOR
  const css = `:root{--accent:${color};--on-accent:${textColorOn(color)}}\n${style}`
  const logo = head?.logoPath === undefined ? '' : `<img src="${escapeHtml(head.logoPath)}" alt="">`
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${css}</style>
</head>
<body>
<main>
<header>${logo}<h1>${escapeHtml(title)}</h1>
${content}
${menu === undefined ? '' : menuHtml(menu, language)}</main>
</body>
</html>
`
  return { html, policy: contentSecurityPolicy(css) }
}

function menuHtml({ path, query }: LanguageMenu, current: Language): string {
  const links = LANGUAGES.map((language) => {
    const href = `${path}?${new URLSearchParams({ ...query, lang: language })}`
    const currentAttribute = language === current ? ' aria-current="true"' : ''
    return `<li><a href="${escapeHtml(href)}" lang="${language}" hreflang="${language}"${currentAttribute}>${LANGUAGE_NAMES[language]}</a></li>`
  })
  return `<nav aria-label="${html(current, 'join.language')}"><ul class="languages">${links.join('')}</ul></nav>\n`
}

function contentSecurityPolicy(css: string): string {
  const hash = createHash('sha256').update(css).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "script-src 'self'",
    "worker-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
