import type { SelectHTMLAttributes } from 'react'
import { interfaceLanguage } from '../messages/message.ts'
import { Select } from '../ui/field.tsx'
import { LANGUAGES, type Language } from './language.ts'

/** Lists each language under its own name, so that users can find theirs. */
export function LanguageMenu({
  onChoose,
  ...control
}: { onChoose: (language: Language) => void } & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Select
      {...control}
      value={interfaceLanguage()}
      // safe because the options are the languages
      onChange={(event) => onChoose(event.target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([language, name]) => (
        <option key={language} value={language} lang={language}>
          {name}
        </option>
      ))}
    </Select>
  )
}
