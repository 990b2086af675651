# syntax=docker/dockerfile:1
# The image contains one static binary and nothing else. cli/container_test.go
# reads this file and runs the binary in the same way without a container engine.
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
ARG TARGETOS
ARG TARGETARCH
ARG VERSION=devel
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath \
    -ldflags "-s -w -X widerow/cli/verb.version=$VERSION" -o /out/widerow .
RUN mkdir /out/data

FROM scratch
LABEL org.opencontainers.image.title="Widerow" \
      org.opencontainers.image.description="Query-first data modeller for Apache Cassandra" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /out/widerow /widerow
COPY --from=build --chown=65532:65532 /out/data /data
ENV WIDEROW_LISTEN=0.0.0.0:8080
ENV WIDEROW_DATA=/data/widerow.db
ENV WIDEROW_LOG_FORMAT=json
USER 65532:65532
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=4s --start-period=10s CMD ["/widerow", "healthcheck"]
ENTRYPOINT ["/widerow"]
