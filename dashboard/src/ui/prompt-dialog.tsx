import type { ReactNode } from 'react'
import { t } from '../messages/shared-text.ts'
import { Field, Input, TextArea } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { JobView } from './job.tsx'
import { FieldErrors, readText, useForm } from './use-form.ts'

/** Asks for text before an action: a reason, a payment reference, a message. */
export function PromptDialog({
  title,
  label,
  hint,
  action,
  look = 'primary',
  isRequired = false,
  text: known,
  isLong = false,
  job,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  label: string
  hint?: ReactNode
  /** Button label: a verb and its object. */
  action: string
  look?: 'danger' | 'primary'
  isRequired?: boolean
  /** Initial text. */
  text?: string
  /** Multiline. */
  isLong?: boolean
  job?: JobView | undefined
  /** Receives the trimmed text, or undefined if empty. */
  onSubmit: (text: string | undefined) => Promise<unknown>
  onClose: () => void
  /** Explains the action. */
  children: ReactNode
}) {
  const form = useForm({
    fields: ['text'],
    readForm(typed) {
      const text = readText(typed, 'text')
      if (isRequired && text === '') return new FieldErrors({ text: t('ui.enterReason') })
      return { text: text === '' ? undefined : text }
    },
    save: ({ text }) => onSubmit(text),
    onSaved: onClose,
  })
  const text = { name: 'text', required: isRequired, defaultValue: known }
  return (
    <FormDialog
      title={title}
      description={children}
      form={form}
      action={action}
      look={look}
      noValidate
      // With an optional single-line field focused, pressing Enter twice would confirm an unread dialog.
      initialFocus={isRequired || isLong ? 'first field' : 'itself'}
      job={job}
      onClose={onClose}
    >
      <Field label={label} hint={hint} error={form.getError('text')}>
        {(control) =>
          isLong ? (
            <TextArea {...control} {...text} maxLength={2000} rows={5} />
          ) : (
            <Input {...control} {...text} maxLength={255} autoComplete="off" />
          )
        }
      </Field>
    </FormDialog>
  )
}
