# One image for the site and its worker, from a checkout or from an unpacked release. Everything comes from the package
# registry; nothing is fetched besides. `npm run prove -- image` takes these steps without an engine.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/run.mjs tools/
RUN node tools/run.mjs install
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/.cache

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 KOMAWARI_DATA=/data NODE_COMPILE_CACHE=/compiled
WORKDIR /app
RUN mkdir /data /compiled && chown node:node /data /compiled
COPY --from=build --chown=root:root /app /app
USER node
# What Node makes of the sources comes with the image: a start is shorter, and a process holds less. Node keeps it for each user by itself.
RUN node --max-semi-space-size=16 --input-type=module -e "await import('/app/server/deps.ts'); await import('/app/server/start.ts'); process.exit()"
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=8s --start-period=120s CMD ["node", "tools/health-check.mjs"]
# The image's own Node is the version the code needs, so no script stands between it and the signals.
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
