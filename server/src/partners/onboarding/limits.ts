/** Limits. Each name ends with its unit. */
export const onboardingLimits = {
  /** Of the words of a join page, and of its terms. */
  joinWordsChars: 20_000,
  /** That a process has read, as HTML. */
  joinTextsKept: 100,
  questionsPerPage: 10,
  /** Of a form that is sent, all in all; and of the proof of work in it. */
  joinFormBytes: 64 * 1024,
  joinFormFields: 40,
  challengeChars: 2_000,
  challengeMinutes: 60,
  /** An application is answered at a multiple of this, so that the time says nothing of what it came to. */
  joinAnswerMs: 250,
  /** So often it is noted that somebody applies again. */
  applicationsNoted: 10,
  decisionChars: 2_000,
  applicantAnswerChars: 5_000,
  applicantAnswerDays: 14,
  rejectedApplicationDays: 730,
  joinInvitationDays: 30,
  joinInvitationsOpen: 200,
  questionChars: 300,
  choicesPerQuestion: 10,
  choiceChars: 100,
} as const
