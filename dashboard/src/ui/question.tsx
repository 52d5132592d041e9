import type { ReactNode } from 'react'
import { Field, Input } from './field.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { JobView } from './job.tsx'
import { Misread, textOf, useForm } from './use-form.ts'

/** Asks for one line of text before something is done: a reason, the name of a payment. */
export function QuestionDialog({
  title,
  label,
  hint,
  action,
  look = 'primary',
  isRequired = false,
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
      if (isRequired && text === '') return new Misread({ text: 'Write a few words.' })
      return { text: text === '' ? undefined : text }
    },
    save: ({ text }) => onAnswer(text),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={title}
      description={children}
      form={form}
      action={action}
      look={look}
      noValidate
      job={job}
      onClose={onClose}
    >
      <Field label={label} hint={hint} error={form.errorOf('text')}>
        {(control) => (
          <Input {...control} name="text" maxLength={255} autoComplete="off" required={isRequired} />
        )}
      </Field>
    </FormDialog>
  )
}
