# The product in one image: `node server/main.ts` for the app, `node server/worker.ts` for a worker.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /app
COPY package.json package-lock.json LICENSE NOTICE.md ./
# The image brings Node itself; scripts of packages only link libraries of the embedded PostgreSQL.
RUN npm ci --omit=dev --no-audit --no-fund
COPY contract contract
COPY server server
COPY web web
COPY scripts scripts
COPY vite.config.ts tsconfig.base.json ./
RUN node_modules/.bin/vite build \
  && find server contract web -name '*.test.ts*' -delete \
  && rm -rf server/test node_modules/node node_modules/.cache

FROM ${BASE}
LABEL org.opencontainers.image.title="Maylab"
WORKDIR /app
COPY --from=build /app /app
RUN groupadd --gid 10001 maylab \
  && useradd --uid 10001 --gid maylab --home-dir /data --shell /usr/sbin/nologin maylab \
  && install -d -o maylab -g maylab -m 0711 /data /models
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MODELS_DIR=/models
USER maylab
VOLUME ["/data", "/models"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/healthz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "server/main.ts"]
