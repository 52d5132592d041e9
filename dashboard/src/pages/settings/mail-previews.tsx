import { useState } from 'react'
import type { MailSettings } from '../../api/types.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { PreviewFrame } from '../../ui/preview-frame.tsx'
import { MAIL_KINDS } from './mail-words.ts'

/** What each mail looks like, with sample data. */
export function MailPreviews({ previews }: { previews: MailSettings['previews'] }) {
  const [kind, setKind] = useState(previews[0]?.kind)
  const shown = previews.find((preview) => preview.kind === kind)
  return (
    <Card>
      <CardHeader
        title="What they look like"
        description="With sample data; mailboxes that show no HTML show the text."
      />
      <CardBody className="flex flex-col gap-4">
        <Field label="Mail">
          {(control) => (
            <Select
              {...control}
              className="max-w-60"
              value={kind}
              onChange={({ target }) =>
                setKind(previews.find((preview) => preview.kind === target.value)?.kind)
              }
            >
              {previews.map((preview) => (
                <option key={preview.kind} value={preview.kind}>
                  {MAIL_KINDS[preview.kind].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {shown !== undefined && (
          <>
            <p>
              <span className="text-ink-3">Subject: </span>
              {shown.subject}
            </p>
            <PreviewFrame
              html={shown.html}
              title={`${MAIL_KINDS[shown.kind].label}, as a mailbox shows it`}
              className="h-[34rem] bg-white"
            />
            <details>
              <summary className="cursor-pointer text-accent-text">As text</summary>
              <pre className="wrap-anywhere mt-2 whitespace-pre-wrap font-mono text-xs">{shown.text}</pre>
            </details>
          </>
        )}
      </CardBody>
    </Card>
  )
}
