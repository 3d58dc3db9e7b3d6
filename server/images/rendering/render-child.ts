import sharp from 'sharp';
import { isProblem } from '#contract/problems.ts';
import { answerQuestions } from '#server/child-processes/answer-questions.ts';
import { cleanChecked, type CleanRequest } from '#server/images/cleaning/clean-checked.ts';
import { cropPart } from './crop.ts';
import type { CropRequest } from './crop.ts';
import { derive, lookAt } from './derive.ts';
import type { DeriveRequest } from './derive.ts';
import type { AnalyseRequest } from './render.ts';
import { shareCard, type ShareRequest } from './share-card.ts';
import { cutSquare } from './square.ts';
import type { SquareRequest } from './square.ts';

// One page at a time on one thread: the pool decides how many processors are used.
sharp.concurrency(1);
sharp.cache(false);
// Decoders that pages do not need are attack surface only; SVG would even be rendered under the name of a PNG.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadNsgif',
    'VipsForeignLoadHeif',
  ],
});

type Request = DeriveRequest | SquareRequest | CropRequest | AnalyseRequest | ShareRequest | CleanRequest;

answerQuestions(async (request: Request) => {
  try {
    if ('sides' in request) return { ok: true, pictures: await cutSquare(request) };
    if ('share' in request) return { ok: true, picture: await shareCard(request) };
    if ('part' in request) return { ok: true, picture: await cropPart(request) };
    if ('cleanOnly' in request) return { ok: true, clean: await cleanChecked(request) };
    if ('lookOnly' in request) return { ok: true, ...(await lookAt(request.input, request)) };
    return { ok: true, ...(await derive(request)) };
  } catch (error) {
    if (isProblem(error)) return { ok: false, code: error.code, params: error.params };
    return { ok: false, code: 'page-undecodable', params: {} };
  }
});
