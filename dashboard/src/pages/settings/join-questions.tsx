import { Plus, Trash2 } from 'lucide-react'
import type { JoinPage, QuestionKind } from '../../api/types.ts'
import { enumOptions, enumValues } from '../../format/enums.ts'
import { t } from '../../messages/team-text.ts'
import { readChoice } from '../../search/read-search.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/check.tsx'
import { Field, Input, Select, TextArea } from '../../ui/field.tsx'
import { QUESTION_KINDS } from './join-labels.ts'

type Question = JoinPage['questions'][number]

/** A question that may not be saved yet; `key` identifies it on the page. */
export type DraftQuestion = Omit<Question, 'id'> & { id?: string; key: string }

const MAX_QUESTIONS = 10

/** The form's questions besides name, email and website. */
export function JoinQuestions({
  questions,
  onChange,
}: {
  questions: DraftQuestion[]
  onChange: (questions: DraftQuestion[]) => void
}) {
  const add = () =>
    onChange([
      ...questions,
      { key: crypto.randomUUID(), kind: 'text', text: '', required: false, choices: [] },
    ])
  return (
    <section aria-label={t('settings.questions')} className="flex flex-col gap-4">
      <h3 className="font-semibold">{t('settings.questions')}</h3>
      {questions.map((question, n) => (
        <QuestionFields
          key={question.key}
          question={question}
          number={n + 1}
          onChange={(newQuestion) => onChange(questions.map((one) => (one === question ? newQuestion : one)))}
          onRemove={() => onChange(questions.filter((one) => one !== question))}
        />
      ))}
      {questions.length < MAX_QUESTIONS && (
        <Button className="self-start" onClick={add}>
          <Plus aria-hidden="true" className="size-4" />
          {t('settings.addQuestion')}
        </Button>
      )}
    </section>
  )
}

function QuestionFields({
  question,
  number,
  onChange,
  onRemove,
}: {
  question: DraftQuestion
  number: number
  onChange: (question: DraftQuestion) => void
  onRemove: () => void
}) {
  const { kind, text, required, choices } = question
  const chosen = (value: string): QuestionKind => readChoice(value, enumValues(QUESTION_KINDS)) ?? kind
  return (
    <div className="flex flex-col gap-3 rounded-lg border p-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_12rem_auto] sm:items-end">
        <Field label={t('settings.questionNumber', { number })}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={300}
              value={text}
              onChange={({ target }) => onChange({ ...question, text: target.value })}
            />
          )}
        </Field>
        <Field label={t('settings.answerType')}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={({ target }) => onChange({ ...question, kind: chosen(target.value) })}
            >
              {enumOptions(QUESTION_KINDS).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <IconButton label={t('settings.removeQuestionNumber', { number })} onClick={onRemove}>
          <Trash2 aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {kind === 'choice' && (
        <Field label={t('settings.options')} hint={t('settings.onePerLineAtLeast')}>
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              value={choices.join('\n')}
              onChange={({ target }) => onChange({ ...question, choices: target.value.split('\n') })}
            />
          )}
        </Field>
      )}
      <Checkbox
        label={t('settings.required')}
        checked={required}
        onChange={({ target }) => onChange({ ...question, required: target.checked })}
      />
    </div>
  )
}
