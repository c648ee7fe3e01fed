import type { FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'
import { isSecure } from './cookies.ts'

/** The security headers of every response. Handlers may set stricter ones. */
export function securityHeaders(config: Pick<Config, 'appOrigin'>) {
  const isHttps = isSecure(config)
  return {
    'content-security-policy': [
      ...contentSecurityPolicy,
      ...(isHttps ? [upgradeRequests] : []),
    ].join(';'),
    ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // For recordings made here.
    'permissions-policy':
      'camera=(self), microphone=(self), display-capture=(self), screen-wake-lock=(self)',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    // The XSS filter of old browsers can be abused.
    'x-xss-protection': '0',
  }
}

/** Allows the page to play videos from these origins too. */
export function allowMedia(reply: FastifyReply, origins: readonly string[]) {
  const policy = reply.getHeader('content-security-policy')
  if (!origins.length || typeof policy !== 'string') return
  void reply.header(
    'content-security-policy',
    policy.replace(ownMedia, [ownMedia, ...origins].join(' ')),
  )
}

const ownMedia = "media-src 'self' blob:"
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "script-src-attr 'none'",
  // Radix places its poppers with inline style attributes; scripts stay strict.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  ownMedia,
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]
const upgradeRequests = 'upgrade-insecure-requests'
