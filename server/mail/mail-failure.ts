/** Why a mail did not leave; each has a sentence `mail.failed.<reason>`. */
export type MailFailureReason = 'name' | 'unreachable' | 'slow' | 'encryption' | 'login' | 'refused' | 'odd';

/** A failure as nodemailer, Node or OpenSSL tells it, as far as it is looked at. */
interface Failure {
  code?: string;
  message: string;
  response?: string;
  responseCode?: number;
  command?: string;
  cause?: { code?: string };
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'EPIPE',
  'ECONNECTION',
]);

/**
 * Why a mail did not leave, and what the mail server said of it, 500 characters at most.
 *
 * Whoever names a server may be asking what answers there: what did not greet as a mail server is never quoted, and was sent
 * nothing.
 */
export function explainMailFailure(error: unknown): { reason: MailFailureReason; said: string | null } {
  const { code = '', message, response, responseCode, cause } = error as Failure;
  const said = (response ?? message).slice(0, 500);
  if (code === 'EPROTOCOL' || /greeting/i.test(message)) {
    return /never received|timeout/i.test(message) ? { reason: 'slow', said: null } : { reason: 'odd', said: null };
  }
  if (code === 'EAUTH' || code === 'ENOAUTH') return { reason: 'login', said };
  if (responseCode !== undefined) return { reason: code === 'ETLS' ? 'encryption' : 'refused', said };
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { reason: 'name', said };
  if (code === 'ETIMEDOUT' || message.startsWith('no answer in')) return { reason: 'slow', said: null };
  if (code === 'ETLS' || isAboutTls(code, message) || isAboutTls(cause?.code ?? '', '')) {
    return { reason: 'encryption', said };
  }
  if (UNREACHABLE.has(code) || code === 'ESOCKET') return { reason: 'unreachable', said };
  return { reason: 'refused', said };
}

function isAboutTls(code: string, message: string): boolean {
  return (
    /^(?:ERR_(?:TLS|SSL)|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code) ||
    /certificate|SSL|TLS|wrong version number/.test(message)
  );
}
