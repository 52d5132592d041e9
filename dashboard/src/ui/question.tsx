import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { Field, Input } from './field.tsx'
import { FormError } from './states.tsx'

/** Asks for one line of text before something is done: a reason, the name of a payment. */
export function QuestionDialog({
  title,
  label,
  hint,
  action,
  look = 'primary',
  isRequired = false,
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
  /** Gets the text without the spaces around it; undefined when it was left empty. */
  onAnswer: (text: string | undefined) => Promise<unknown>
  onClose: () => void
  /** What the action does. */
  children: ReactNode
}) {
  const [isBusy, setIsBusy] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    setIsMissing(isRequired && text === '')
    if (isRequired && text === '') return
    setIsBusy(true)
    try {
      await onAnswer(text === '' ? undefined : text)
      onClose()
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} description={children}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={label} hint={hint} error={isMissing ? 'Write a few words.' : undefined}>
          {(control) => (
            <Input {...control} name="text" maxLength={255} autoComplete="off" required={isRequired} />
          )}
        </Field>
        <FormError error={error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} isBusy={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
