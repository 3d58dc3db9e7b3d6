import { KEPT_KINDS, type StoredData } from '#contract/cookies.ts';
import { useTranslate } from '#web/platform/i18n/i18n.tsx';
import { Panel } from '#web/ui/basic/card.tsx';
import './stored-data-list.css';

/** Everything the site keeps in browsers, by where: its name, what for, how long, and who gets it. */
export function StoredDataList({ things }: { things: StoredData }) {
  const t = useTranslate();
  return KEPT_KINDS.map((kind) => (
    <Panel key={kind} title={t('law.cookies.kind', { kind })}>
      <table className="stored-data">
        <thead>
          <tr>
            <th scope="col">{t('law.cookies.name')}</th>
            <th scope="col">{t('law.cookies.purpose')}</th>
            <th scope="col">{t('law.cookies.lasts')}</th>
            <th scope="col">{t('law.cookies.by')}</th>
          </tr>
        </thead>
        <tbody>
          {things
            .filter((each) => each.kind === kind)
            .map(({ names, purpose, lasts, by }) => (
              <tr key={names[0]}>
                <th scope="row">
                  {names.map((name) => (
                    <div key={name}>
                      <code dir="ltr">{name}</code>
                    </div>
                  ))}
                </th>
                <td>{purpose}</td>
                <td className="muted">{lasts}</td>
                <td className="muted">
                  <bdi>{by}</bdi>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </Panel>
  ));
}
