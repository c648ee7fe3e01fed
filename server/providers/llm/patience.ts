/** Milliseconds within which a model has answered a question. */
export const answerMs = 120_000
