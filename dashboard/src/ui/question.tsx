import type { ReactNode } from 'react'
import { t } from '../messages/shared-text.ts'
import { Field, Input, TextArea } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { JobView } from './job.tsx'
import { Misread, textOf, useForm } from './use-form.ts'

/** Asks for some text before something is done: a reason, the name of a payment, lines that somebody is going to read. */
export function QuestionDialog({
  title,
  label,
  hint,
  action,
  look = 'primary',
  isRequired = false,
  text: known,
  isLong = false,
  job,
  onAnswer,
  onClose,
  children,
}: {
  title: string
  /** What is asked for. */
  label: string
  hint?: ReactNode
  /** What the button says: a verb and its object. */
  action: string
  look?: 'danger' | 'primary'
  isRequired?: boolean
  /** What stands there at first. */
  text?: string
  /** Several lines. */
  isLong?: boolean
  job?: JobView | undefined
  /** Gets the text without the spaces around it; undefined when it was left empty. */
  onAnswer: (text: string | undefined) => Promise<unknown>
  onClose: () => void
  /** What the action does. */
  children: ReactNode
}) {
  const form = useForm({
    fields: ['text'],
    readForm(typed) {
      const text = textOf(typed, 'text')
      if (isRequired && text === '') return new Misread({ text: t('ui.enterReason') })
      return { text: text === '' ? undefined : text }
    },
    save: ({ text }) => onAnswer(text),
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
      // In a line that may stay empty, a second Enter would answer what nobody has read.
      beginsAt={isRequired || isLong ? 'first field' : 'itself'}
      job={job}
      onClose={onClose}
    >
      <Field label={label} hint={hint} error={form.errorOf('text')}>
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
