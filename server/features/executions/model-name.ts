import { providerForm } from '#contract/integrations/providers/providers.ts'

/** As shown to people: of the model, or of its provider where it did not report one. */
export const modelName = (model: string | null, provider: string | null) =>
  model ?? providerForm('ai_analysis', provider ?? '')?.label ?? provider
