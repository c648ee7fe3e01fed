import { EditorView } from '@codemirror/view'

export const editorTheme = EditorView.theme({
  '&': { color: 'var(--color-ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: '9rem',
    maxHeight: '22rem',
    fontFamily: 'var(--font-mono)',
    lineHeight: '1.6',
    overflow: 'auto',
  },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--color-ink)' },
  '.cm-line': { padding: '0 0.75rem' },
  '.cm-known, .cm-unknown': { borderRadius: '0.25rem' },
  '.cm-known': { backgroundColor: 'var(--color-brand-soft)', color: 'var(--color-brand-ink)' },
  '.cm-unknown': {
    backgroundColor: 'var(--color-red-soft)',
    color: 'var(--color-red-ink)',
    textDecoration: 'underline wavy',
    textUnderlineOffset: '0.2em',
  },
  '.cm-tooltip, .cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--color-outline)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-ink)',
    boxShadow: 'var(--shadow-float)',
    fontSize: 'var(--text-sm)',
  },
  '.cm-tooltip.cm-tooltip-hover': { zIndex: 60 },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxHeight: '15rem',
    maxWidth: 'min(26rem, calc(100vw - 4rem))',
    padding: '0.25rem',
    fontFamily: 'var(--font-mono)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    minHeight: '2rem',
    padding: '0.25rem 0.5rem',
    borderRadius: 'var(--radius-md)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-brand-soft)',
    color: 'var(--color-brand-ink)',
    // Visible in forced colors.
    outline: '2px solid transparent',
    outlineOffset: '-2px',
  },
  '.cm-completionMatchedText': {
    textDecoration: 'none',
    fontWeight: 'var(--font-weight-semibold)',
  },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '1rem',
    fontFamily: 'var(--font-sans)',
    fontStyle: 'normal',
    fontSize: 'var(--text-xs)',
    color: 'var(--color-muted)',
  },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-tooltip.cm-completionInfo': { maxWidth: '16rem', padding: '0' },
  // Without room beside the list it would cover it.
  '.cm-completionInfo-left-narrow, .cm-completionInfo-right-narrow': { display: 'none' },
  '.cm-named': { maxWidth: '20rem', padding: '0.5rem 0.75rem', fontSize: 'var(--text-xs)' },
  '.cm-named p + p': { marginTop: '0.25rem', color: 'var(--color-muted)' },
  '.cm-named p': { overflowWrap: 'anywhere' },
})
