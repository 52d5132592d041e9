import { createHash } from 'node:crypto'
import { escapeHtml } from '../../core/http/html.rule.ts'
import { DEFAULT_COLOR, textColorOn } from '../../core/text/text-color.rule.ts'
import { ANSWER_CHARS, FORM_CHARS, fieldOf, type TypedForm } from './application-form.rule.ts'
import type { JoinHead, Question } from './join-page.ts'

export interface JoinForm {
  /** The form's action. */
  path: string
  /** The proof-of-work challenge; undefined in a preview. */
  challenge: string | undefined
  typed: TypedForm
  /** Faults by field; '' is the whole form. */
  faults: Readonly<Record<string, string>>
  invitation: { token: string; inviterName: string; email: string | null } | undefined
}

/** A rendered page with its content security policy. */
export interface RenderedPage {
  html: string
  policy: string
}

/** Renders a join page with its form. */
export function joinPage(head: JoinHead, form: JoinForm, style: string): RenderedPage {
  const { programName, wordsHtml, sentences, termsHtml } = head
  const words = wordsHtml === '' ? '' : `<div class="card first">${wordsHtml}</div>`
  const earns = sentences.map((sentence) => `<li>${escapeHtml(sentence)}</li>`).join('')
  const invited =
    form.invitation === undefined
      ? ''
      : `<p class="quiet">${escapeHtml(form.invitation.inviterName)} invites you.</p>`
  return page(
    { title: `Join ${programName}`, head, style },
    `${invited}</header>
${words}
<section class="card${words === '' ? ' first' : ''}"><h2>What you earn</h2><ul class="earns">${earns}</ul></section>
<section class="card"><h2>${form.invitation === undefined ? 'Apply' : 'Join'}</h2>
${formHtml(head, form, termsHtml)}
</section>
${SIGN_IN}${form.challenge === undefined ? '' : '\n<script src="/join-page.js" defer></script>'}`,
  )
}

/** For existing partners who open a join page. */
const SIGN_IN = '<p class="quiet">Already a partner? <a href="/partner/sign-in">Sign in</a></p>'

/** A page without a form. */
export interface Words {
  title: string
  text: string
  /** Partners come here too, so it links to their sign-in. */
  isForPartners?: boolean
}

/** Renders a page with a single message, such as thanks or why there is no form. */
export function plainPage(
  { title, text, isForPartners = false, head }: Words & { head: JoinHead | undefined },
  style: string,
): RenderedPage {
  const content = `</header>\n<div class="card first"><p>${escapeHtml(text)}</p></div>`
  return page({ title, head, style }, isForPartners ? `${content}\n${SIGN_IN}` : content)
}

/** Renders the page on which an applicant replies to the team. */
export function answerPage(
  head: JoinHead,
  {
    path,
    question,
    typed,
    fault,
  }: { path: string; question: string; typed: string; fault: string | undefined },
  style: string,
): RenderedPage {
  const lines = question
    .split(/\r\n|[\n\r]/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')
  return page(
    { title: 'A question about your application', head, style },
    `<p class="quiet">From the team of ${escapeHtml(head.programName)}</p></header>
<div class="card first">${lines}</div>
<section class="card"><form method="post" action="${escapeHtml(path)}" novalidate>
${field({ name: 'answer', label: 'Your answer', required: true, fault }, (attributes) => `<textarea ${attributes}${fault === undefined ? '' : ' autofocus'} rows="6">${escapeHtml(typed)}</textarea>`)}
<button type="submit">Send the answer</button>
</form></section>`,
  )
}

function formHtml(head: JoinHead, form: JoinForm, termsHtml: string | undefined): string {
  const { invitation } = form
  const email = invitation?.email ?? null
  return `<form method="post" action="${escapeHtml(form.path)}" novalidate>
${summaryHtml(head, form)}
${line({ name: 'name', label: 'Name', required: true, chars: FORM_CHARS.name, autocomplete: 'name' }, form)}
${line({ name: 'email', label: 'E-mail', required: true, chars: FORM_CHARS.email, autocomplete: 'email', type: 'email', fixed: email }, form)}
${line({ name: 'website', label: 'Website', required: false, chars: FORM_CHARS.website, autocomplete: 'url', type: 'url' }, form)}
${head.questions.map((question) => questionHtml(question, form)).join('\n')}
${termsHtml === undefined ? '' : termsOf(head, termsHtml, form)}
<input type="hidden" name="terms-version" value="${head.termsVersion ?? ''}">
${invitation === undefined ? '' : `<input type="hidden" name="invitation" value="${escapeHtml(invitation.token)}">`}
${workHtml(form)}<p role="status" class="quiet"></p>
<button type="submit">${invitation === undefined ? 'Send the application' : 'Join'}</button>
</form>`
}

/** Lists faults above the form with links to their fields. Focused when the page opens. */
function summaryHtml({ questions }: JoinHead, { faults }: JoinForm): string {
  if (Object.keys(faults).length === 0) return ''
  const labels = [
    ['name', 'Name'],
    ['email', 'E-mail'],
    ['website', 'Website'],
    ...questions.map((question) => [fieldOf(question), question.text] as const),
    ['terms', 'Terms'],
  ] as const
  const links = labels.flatMap(([field, label]) =>
    faults[field] === undefined ? [] : [`<li><a href="#${field}">${escapeHtml(label)}</a></li>`],
  )
  const words = faults[''] ?? 'Something is missing, or is not right yet.'
  const list = links.length === 0 ? '' : `<ul>${links.join('')}</ul>`
  return `<div class="alert" role="alert" tabindex="-1" autofocus><p>${escapeHtml(words)}</p>${list}</div>`
}

/** The field the script fills in, and the message without JavaScript. */
function workHtml({ challenge }: JoinForm): string {
  if (challenge === undefined) return ''
  return `<input type="hidden" name="challenge" value="" data-challenge="${escapeHtml(challenge)}">
<noscript><p class="alert">Your browser runs no scripts. One is needed to prove that it is no robot: switch scripts on for this page.</p></noscript>
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
}

function line({ name, label, required, chars, autocomplete, type = 'text', fixed }: Line, form: JoinForm) {
  const value = fixed ?? form.typed[name] ?? ''
  return field({ name, label, required, fault: form.faults[name] }, (attributes) => {
    const more = [
      ...(autocomplete === undefined ? [] : [`autocomplete="${autocomplete}"`]),
      ...(typeof fixed === 'string' ? ['readonly'] : []),
    ]
    return `<input type="${type}" ${attributes} value="${escapeHtml(value)}" maxlength="${chars}" ${more.join(' ')}>`
  })
}

function questionHtml(question: Question, form: JoinForm): string {
  const { kind, text, required, choices } = question
  const name = fieldOf(question)
  const typed = form.typed[name] ?? ''
  const of = { name, label: text, required, fault: form.faults[name] }
  switch (kind) {
    case 'text':
    case 'url':
      return line({ ...of, chars: ANSWER_CHARS[kind], type: kind }, form)
    case 'long_text':
      return field(
        of,
        (attributes) =>
          `<textarea ${attributes} maxlength="${ANSWER_CHARS[kind]}" rows="5">${escapeHtml(typed)}</textarea>`,
      )
    case 'choice': {
      const options = ['', ...choices].map(
        (one) =>
          `<option value="${escapeHtml(one)}"${one === typed ? ' selected' : ''}>${escapeHtml(one === '' ? 'Choose …' : one)}</option>`,
      )
      return field(of, (attributes) => `<select ${attributes}>${options.join('')}</select>`)
    }
  }
}

function termsOf(
  { programName, termsVersion }: JoinHead,
  termsHtml: string,
  { typed, faults }: JoinForm,
): string {
  const fault = faults.terms
  return `<div class="field">
<h2>Terms</h2>
<section class="terms" tabindex="0" aria-label="Terms of ${escapeHtml(programName)}">${termsHtml}</section>
<label class="choice" for="terms"><input type="checkbox" id="terms" name="terms" value="accepted" required${typed.terms === 'accepted' ? ' checked' : ''}${describedBy('terms', fault)}><span>I accept these terms (version ${termsVersion}).</span></label>
${faultHtml('terms', fault)}
</div>`
}

function field(
  {
    name,
    label,
    required,
    fault,
  }: { name: string; label: string; required: boolean; fault: string | undefined },
  control: (attributes: string) => string,
): string {
  const attributes = `id="${name}" name="${name}"${required ? ' required' : ''}${describedBy(name, fault)}`
  return `<div class="field">
<label for="${name}">${escapeHtml(label)}${required ? '' : ' <span class="optional">(optional)</span>'}</label>
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

function page(
  { title, head, style }: { title: string; head: JoinHead | undefined; style: string },
  content: string,
): RenderedPage {
  const color = head?.color ?? DEFAULT_COLOR
  const css = `:root{--accent:${color};--on-accent:${textColorOn(color)}}\n${style}`
  const logo = head?.logoPath === undefined ? '' : `<img src="${escapeHtml(head.logoPath)}" alt="">`
  const html = `<!doctype html>
<html lang="en">
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
</main>
</body>
</html>
`
  return { html, policy: policyOf(css) }
}

function policyOf(css: string): string {
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
