import type { JoinMode, QuestionKind } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

export const JOIN_MODES: Record<JoinMode, { label: string; hint: string }> = {
  open: { label: t('settings.joinModes.open'), hint: t('settings.joinModes.open.hint') },
  approval: { label: t('settings.joinModes.approval'), hint: t('settings.joinModes.approval.hint') },
  invitation: { label: t('settings.joinModes.invitation'), hint: t('settings.joinModes.invitation.hint') },
}

export const QUESTION_KINDS: Record<QuestionKind, { label: string }> = {
  text: { label: t('settings.questionKinds.text') },
  long_text: { label: t('settings.questionKinds.longText') },
  choice: { label: t('settings.questionKinds.choice') },
  url: { label: t('settings.questionKinds.url') },
}
