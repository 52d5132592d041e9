import type { JoinMode, QuestionKind } from '../../api/types.ts'

export const JOIN_MODES: Record<JoinMode, { label: string; hint: string }> = {
  open: { label: 'Open', hint: 'Whoever applies is a partner at once.' },
  approval: { label: 'By approval', hint: 'Applications wait until somebody of the team decides.' },
  invitation: { label: 'By invitation only', hint: 'The page takes nobody but those you invite.' },
}

export const QUESTION_KINDS: Record<QuestionKind, { label: string }> = {
  text: { label: 'A line' },
  long_text: { label: 'A text' },
  choice: { label: 'One of some choices' },
  url: { label: 'An address' },
}
