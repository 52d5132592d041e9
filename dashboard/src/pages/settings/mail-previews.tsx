import { useState } from 'react'
import type { MailSettings } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { PreviewFrame } from '../../ui/preview-frame.tsx'
import { MAIL_KINDS } from './mail-labels.ts'

/** Previews of each email with sample data. */
export function MailPreviews({ previews }: { previews: MailSettings['previews'] }) {
  const [kind, setKind] = useState(previews[0]?.kind)
  const selectedPreview = previews.find((preview) => preview.kind === kind)
  return (
    <Card>
      <CardHeader title={t('settings.emailPreviews')} description={t('settings.shownWithSampleDataEmail')} />
      <CardBody className="flex flex-col gap-4">
        <Field label={t('settings.email')}>
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
        {selectedPreview !== undefined && (
          <>
            <p>
              <span className="text-ink-3">{`${t('settings.subject')} `}</span>
              {selectedPreview.subject}
            </p>
            <PreviewFrame
              html={selectedPreview.html}
              title={t('settings.previewLabel', { label: MAIL_KINDS[selectedPreview.kind].label })}
              className="h-[34rem] bg-white"
            />
            <details>
              <summary className="cursor-pointer text-accent-text">{t('settings.plainText')}</summary>
              <pre className="wrap-anywhere mt-2 whitespace-pre-wrap font-mono text-xs">
                {selectedPreview.text}
              </pre>
            </details>
          </>
        )}
      </CardBody>
    </Card>
  )
}
