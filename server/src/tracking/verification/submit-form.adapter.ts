import type { Locator, Page } from 'playwright-core'
import { type FormField, fillField } from './form-values.rule.ts'
import { verificationLimits } from './limits.ts'
import { BUTTON_NAMES } from './page-names.rule.ts'
import { press } from './press.adapter.ts'

/** `incomplete` is the name of a field that the browser still rejects. */
export type SubmitResult = { kind: 'form' | 'button'; incomplete: string | undefined } | { kind: 'nothing' }

const FIELDS = 'input, select, textarea'
const SUBMIT = 'button:not([type=button]):not([type=reset]), input[type=submit], input[type=image]'

/**
 * Fills in the first visible form and submits it. Without a form, clicks the first button that looks like a submit
 * button.
 */
export async function submitForm(page: Page, id: string): Promise<SubmitResult> {
  const form = await findForm(page)
  if (form === undefined) {
    const button = await findButton(page)
    if (button === undefined) return { kind: 'nothing' }
    await press(button)
    return { kind: 'button', incomplete: undefined }
  }
  await fillForm(form, id)
  const button =
    (await firstVisible(form.locator(SUBMIT))) ??
    (await firstVisible(form.getByRole('button', { name: BUTTON_NAMES.submit })))
  const incomplete = await incompleteField(form)
  if (button !== undefined) await press(button)
  else await form.evaluate((one) => one.requestSubmit())
  return { kind: 'form', incomplete }
}

export async function hasForm(page: Page): Promise<boolean> {
  return ((await findForm(page)) ?? (await findButton(page))) !== undefined
}

function findButton(page: Page): Promise<Locator | undefined> {
  return firstVisible(page.getByRole('button', { name: BUTTON_NAMES.submit }))
}

/** Prefers an account form over a search or newsletter form that comes first. */
async function findForm(page: Page): Promise<Locator | undefined> {
  const forms = page.locator('form:not([role=search])').filter({ visible: true })
  const withPassword = forms.filter({ has: page.locator('input[type=password]') })
  const withFields = forms.filter({ hasNot: page.locator('input[type=search]') })
  for (const candidates of [withPassword, withFields, forms]) {
    if ((await candidates.count()) > 0) return candidates.first()
  }
  return undefined
}

async function firstVisible(locator: Locator): Promise<Locator | undefined> {
  const first = locator.filter({ visible: true }).first()
  return (await first.count()) > 0 ? first : undefined
}

async function fillForm(form: Locator, id: string): Promise<void> {
  const fields = form.locator(FIELDS)
  const described = readFields(await fields.evaluateAll(describeFields, verificationLimits.verifyFields))
  for (const [index, field] of described.entries()) {
    if (field === undefined) continue
    const action = fillField(field, id)
    const target = fields.nth(index)
    const options = { timeout: verificationLimits.verifyFieldMs }
    try {
      if (action.kind === 'fill') await target.fill(action.value, options)
      else if (action.kind === 'select') await target.selectOption(action.value, options)
      // Styled checkboxes are often invisible.
      else if (action.kind === 'check') await target.check({ ...options, force: true })
    } catch {
      // If the field matters, the browser or the shop rejects the form, which is reported.
    }
  }
}

async function incompleteField(form: Locator): Promise<string | undefined> {
  const invalid = await form.evaluate((one) => {
    const field = one.noValidate ? null : one.querySelector('input:invalid, select:invalid, textarea:invalid')
    return field && (field.name || field.id || field.type)
  })
  return typeof invalid === 'string' ? invalid : undefined
}

/**
 * Runs in the page. Skips fields that are disabled, invisible, or already filled in, and all but the first radio
 * button. Has no named functions, because compilers may add a call to a function that doesn't exist in the page.
 */
function describeFields(fields: FieldElement[], limit: number) {
  return fields.slice(0, limit).map((field) => {
    const { type, name, localName } = field
    const group = fields.filter((one) => one.type === 'radio' && one.name === name)
    const isSet =
      type === 'radio'
        ? group[0] !== field || group.some(({ checked }) => checked)
        : type === 'checkbox'
          ? field.checked
          : field.value !== '' && type !== 'range'
    const isVisible = field.getClientRects().length > 0 || type === 'radio' || type === 'checkbox'
    if (field.disabled || field.readOnly || !isVisible || isSet) return null
    const labels = Array.from(field.labels ?? []).map(({ textContent }) => textContent)
    const label = field.getAttribute('aria-label')
    return {
      type: localName === 'input' ? type : localName,
      hints: [name, field.id, field.autocomplete, field.placeholder, label, ...labels]
        .join(' ')
        .slice(0, 500),
      isRequired: field.required || field.getAttribute('aria-required') === 'true',
      min: field.min,
      max: field.max,
      minLength: field.minLength,
      maxLength: field.maxLength,
      options: Array.from(field.options ?? [])
        .filter(({ disabled }) => !disabled)
        .map(({ value }) => value)
        .slice(0, 50),
    }
  })
}

/**
 * The properties of an input, select or textarea that are read. Declared here because the server's types don't include
 * the DOM.
 */
interface FieldElement {
  type: string
  name: string
  id: string
  localName: string
  value: string
  checked?: boolean
  disabled: boolean
  readOnly?: boolean
  required: boolean
  autocomplete: string
  placeholder?: string
  min?: string
  max?: string
  minLength?: number
  maxLength?: number
  labels: Iterable<{ textContent: string }> | null
  options?: Iterable<{ value: string; disabled: boolean }>
  getAttribute(name: string): string | null
  getClientRects(): { length: number }
}

/** Checks the value that the page returned, because the page's scripts may have changed it. */
function readFields(value: unknown): (FormField | undefined)[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, verificationLimits.verifyFields).map((one) => {
    if (one === null || typeof one !== 'object') return undefined
    const text = (name: string) => String(Reflect.get(one, name) ?? '').slice(0, 500)
    const number = (name: string) => Number(Reflect.get(one, name)) || 0
    const options: unknown = Reflect.get(one, 'options')
    return {
      type: text('type'),
      hints: text('hints'),
      isRequired: Reflect.get(one, 'isRequired') === true,
      min: text('min'),
      max: text('max'),
      minLength: number('minLength'),
      maxLength: number('maxLength'),
      options: Array.isArray(options) ? options.map(String) : [],
    }
  })
}
