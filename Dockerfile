# brat with the pages of agreement. Collections and what is kept of them are volumes:
#
#   docker build -t brat-agreement .
#   docker run -p 8001:8001 -e BRAT_PASSWORD=... -v "$PWD/collections:/data" \
#       -v brat-agreement:/state brat-agreement
FROM python:3.12-slim AS build
WORKDIR /source
COPY . .
RUN python -m venv /opt/brat-agreement \
    && /opt/brat-agreement/bin/pip install --no-cache-dir '.[demo]'

FROM python:3.12-slim
COPY --from=build /opt/brat-agreement /opt/brat-agreement
RUN useradd --create-home --uid 1000 brat \
    && install -d -o brat -g brat /data /state
USER brat
ENV BRAT_USER=admin BRAT_DATA_DIR=/data BRAT_WORK_DIR=/state/work
VOLUME ["/data", "/state"]
EXPOSE 8001
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s \
    CMD ["/opt/brat-agreement/bin/python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8001/iaa/healthz')"]
ENTRYPOINT ["/opt/brat-agreement/bin/brat-agreement"]
CMD ["serve", "--host", "0.0.0.0", "--state-dir", "/state/agreement", "--managers", "admin"]
