import { expect, type APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import type { SignedIn } from '#contract/accounts.ts';
import type { Upload } from '#contract/uploads.ts';
import { PASSWORD, verified } from './member.ts';

const site = () => process.env.KOMAWARI_E2E_URL ?? '';

/** The header that says who calls. */
export function as({ auth }: SignedIn): { authorization: string } {
  return { authorization: `Bearer ${auth.access_token}` };
}

/** A member whom the admin gave a role. */
export async function withRole(
  request: APIRequestContext,
  chief: SignedIn,
  role: 'uploader' | 'moderator',
): Promise<SignedIn> {
  const {
    user: { username },
  } = await verified(request);
  expect(
    (await request.patch(`${site()}/api/admin/users/${username}`, { data: { role }, headers: as(chief) })).status(),
  ).toBe(200);
  return (await (
    await request.post(`${site()}/api/login`, { data: { username, password: PASSWORD } })
  ).json()) as SignedIn;
}

/** An upload of one page that waits for its uploader, as a program begins it. */
export async function uploaded(request: APIRequestContext, by: SignedIn, title: string): Promise<Upload> {
  const { id } = await call(request, by, 'post', '');
  const noise = { type: 'gaussian' as const, mean: 120 + Math.random() * 60, sigma: 30 };
  const bytes = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  const sent = await request.post(`${site()}/api/admin/uploads/${id}/tus`, {
    headers: {
      ...as(by),
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': `relativePath ${Buffer.from(`${title}/1.png`).toString('base64')}`,
      'content-type': 'application/offset+octet-stream',
    },
    data: bytes,
  });
  expect(sent.status(), await sent.text()).toBe(201);
  let upload = await call(request, by, 'get', `/${id}`);
  await expect
    .poll(
      async () => {
        upload = await call(request, by, 'get', `/${id}`);
        return upload.files.every(({ state }) => state === 'ready') && upload.works.length;
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  return upload;
}

/** A comic of one page that an uploader brought, as a program does it; its slug. Rated `suggestive`, tests that run beside this one do not meet it. */
export async function brought(
  request: APIRequestContext,
  by: SignedIn,
  title: string,
  rating: 'safe' | 'suggestive' = 'safe',
): Promise<string> {
  const {
    id,
    works: [work],
  } = await uploaded(request, by, title);
  await call(request, by, 'patch', `/${id}/works/${work!.id}`, { version: work!.version, rating });
  let upload = await call(request, by, 'get', `/${id}`);
  await call(request, by, 'post', `/${id}/commit`, { version: upload.version, publish: 'now', rights: true });
  await expect
    .poll(
      async () => {
        upload = await call(request, by, 'get', `/${id}`);
        return upload.works[0]!.became?.state;
      },
      { timeout: 60_000 },
    )
    .toBe('published');
  return upload.works[0]!.became!.slug;
}

async function call(
  request: APIRequestContext,
  by: SignedIn,
  method: 'get' | 'post' | 'patch',
  path: string,
  data?: object,
): Promise<Upload> {
  const answer = await request[method](`${site()}/api/admin/uploads${path}`, {
    headers: as(by),
    ...(data ? { data } : {}),
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Upload;
}
