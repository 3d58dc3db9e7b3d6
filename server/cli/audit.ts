import type { Config } from '#server/config/config.ts';
import { openDeps } from '../deps.ts';
import { sealSome, verifyAudit } from '../features/audit/audit.ts';
import { createLog } from '../log.ts';
import type { Terminal } from './terminal.ts';

/** Exit status where the log is not as it was written. */
const BROKEN = 2;

/** Checks the audit log from its first entry to its last and says what was found. The exit status. Throws what opening throws. */
export async function verifyAuditCommand(config: Config, { say, out }: Terminal): Promise<number> {
  const deps = await openDeps(config, createLog('error'));
  try {
    while ((await sealSome(deps.db)) > 0) {
      /* until nothing waits */
    }
    const { sealed, head, broken } = await verifyAudit(deps.db);
    out.write(
      `${broken === null ? say('cli.audit.good', { count: sealed, head: head ?? '-' }) : say('cli.audit.broken', { entry: String(broken.entry), how: broken.how })}\n`,
    );
    return broken === null ? 0 : BROKEN;
  } finally {
    await deps.close();
  }
}
