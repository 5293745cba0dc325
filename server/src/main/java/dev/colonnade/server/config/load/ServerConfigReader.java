package dev.colonnade.server.config.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.session.AnalyzeLimits;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.server.config.AnalyzeConfig;
import dev.colonnade.server.config.AuthenticationMode;
import dev.colonnade.server.config.FlightConfig;
import dev.colonnade.server.config.HttpConfig;
import dev.colonnade.server.config.ListenConfig;
import dev.colonnade.server.config.MetricsConfig;
import dev.colonnade.server.config.NetworkConfig;
import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.config.SecurityConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.server.config.SetupConfig;
import dev.colonnade.server.config.StatementLogConfig;
import dev.colonnade.server.config.ThreadConfig;
import dev.colonnade.server.config.TransportKind;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.trace.TracerOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reader of the server's settings; {@link EngineConfigReader} reads those of the database. */
final class ServerConfigReader {
  /** Keys of settings whose default depends on the machine, or on another setting. */
  static final Set<String> AUTO_KEYS =
      Set.of(
          "memory.direct-max",
          "memory.request-max",
          "memory.row-max",
          "pg.message-max",
          "transaction.write-memory-max",
          "transaction.all-write-memory-max",
          "transaction.lock-memory-max",
          "store.block-cache",
          "store.disk-reserve",
          "scan.threads",
          "scan.degree",
          "scan.column-cache",
          "scan.column-segments",
          "split.range-min-bytes",
          "split.range-hard-max-bytes",
          "threads.io",
          "threads.requests");

  private final SettingReader reader;
  private final ServerConfig defaults;

  ServerConfigReader(SettingReader reader) {
    this.reader = requireNonNull(reader, "reader is null");
    // The folder has no default; EngineSettings requires it.
    this.defaults = ServerConfig.at(Path.of(""));
  }

  ServerConfig read() {
    ListenConfig listen = listen();
    StorageConfig engine = new EngineConfigReader(reader, defaults.engine()).read();
    return new ServerConfig(
        listen,
        engine,
        network(),
        threads(),
        http(),
        metrics(),
        pg(),
        flight(),
        security(),
        setup(),
        analyze(),
        statementLog(),
        tracing());
  }

  private ListenConfig listen() {
    ListenConfig d = defaults.listen();
    String host = reader.text("listen.host", d.host());
    int nativePort = reader.count("listen.native-port", d.nativePort(), 0, ListenConfig.PORT_MAX);
    int httpPort = reader.count("listen.http-port", d.httpPort(), 0, ListenConfig.PORT_MAX);
    return reader.valid("listen", () -> new ListenConfig(host, nativePort, httpPort));
  }

  private NetworkConfig network() {
    NetworkConfig d = defaults.network();
    int connections =
        reader.count(
            "network.connections-max", d.connectionsMax(), 1, NetworkConfig.CONNECTIONS_MAX);
    int outbound =
        reader.bytesOfInt(
            "network.outbound-max",
            d.outboundBytesMax(),
            NetworkConfig.OUTBOUND_BYTES_MIN,
            NetworkConfig.OUTBOUND_BYTES_MAX);
    int inbound =
        reader.bytesOfInt(
            "network.inbound-max",
            d.inboundBytesMax(),
            NetworkConfig.INBOUND_BYTES_MIN,
            NetworkConfig.INBOUND_BYTES_MAX);
    TransportKind transport = reader.choice("network.transport", d.transport());
    NetworkConfig.Timeouts timeouts = timeouts();
    ProtocolLimits protocol = protocol();
    return reader.valid(
        "network",
        () -> new NetworkConfig(connections, outbound, inbound, transport, timeouts, protocol));
  }

  private NetworkConfig.Timeouts timeouts() {
    NetworkConfig.Timeouts d = defaults.network().timeouts();
    Duration handshake =
        reader.time(
            "network.handshake-timeout",
            d.handshake(),
            NetworkConfig.Timeouts.HANDSHAKE_MIN,
            NetworkConfig.Timeouts.HANDSHAKE_MAX);
    Duration idle =
        reader.time(
            "network.idle-timeout", d.idle(), Duration.ZERO, NetworkConfig.Timeouts.IDLE_MAX);
    Duration drain =
        reader.time(
            "network.drain-timeout", d.drain(), Duration.ZERO, NetworkConfig.Timeouts.DRAIN_MAX);
    return reader.valid("network", () -> new NetworkConfig.Timeouts(handshake, idle, drain));
  }

  private ProtocolLimits protocol() {
    ProtocolLimits d = defaults.network().protocol();
    int frame =
        reader.bytesOfInt(
            "network.frame-max",
            d.frameBytesMax(),
            ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX,
            Integer.MAX_VALUE / 2);
    int text = reader.bytesOfInt("network.text-max", d.textBytesMax(), 1, Integer.MAX_VALUE / 2);
    int key = reader.bytesOfInt("network.key-max", d.keyBytesMax(), 1, Integer.MAX_VALUE / 2);
    int columns = reader.count("network.columns-max", d.columnsMax(), 1, Integer.MAX_VALUE);
    int items = reader.count("network.items-max", d.itemsMax(), 1, Integer.MAX_VALUE);
    int requests =
        reader.count(
            "network.requests-in-flight-max", d.requestsInFlightMax(), 1, Integer.MAX_VALUE);
    return reader.valid(
        "network", () -> new ProtocolLimits(frame, text, key, columns, items, requests));
  }

  private ThreadConfig threads() {
    ThreadConfig d = defaults.threads();
    int io = reader.count("threads.io", d.ioThreads(), 1, ThreadConfig.THREADS_MAX);
    int requests =
        reader.count("threads.requests", d.requestThreads(), 1, ThreadConfig.THREADS_MAX);
    int queue =
        reader.count(
            "threads.request-queue-max", d.requestQueueMax(), 1, ThreadConfig.REQUEST_QUEUE_MAX);
    return reader.valid("threads", () -> new ThreadConfig(io, requests, queue));
  }

  private HttpConfig http() {
    HttpConfig d = defaults.http();
    int connections =
        reader.count("http.connections-max", d.connectionsMax(), 1, HttpConfig.CONNECTIONS_MAX);
    int request =
        reader.bytesOfInt(
            "http.request-max",
            d.requestBytesMax(),
            HttpConfig.REQUEST_BYTES_MIN,
            HttpConfig.REQUEST_BYTES_MAX);
    Duration requestTimeout = httpTimeout("http.request-timeout", d.requestTimeout());
    Duration idleTimeout = httpTimeout("http.idle-timeout", d.idleTimeout());
    Duration responseTimeout = httpTimeout("http.response-timeout", d.responseTimeout());
    List<String> hosts =
        reader
            .text("http.hosts")
            .map(text -> Stream.of(text.split(",", -1)).map(String::strip).toList())
            .orElse(d.hosts());
    return reader.valid(
        "http",
        () ->
            new HttpConfig(
                connections, request, requestTimeout, idleTimeout, responseTimeout, hosts));
  }

  private MetricsConfig metrics() {
    int sequences =
        reader.count(
            "metrics.sequences-max",
            defaults.metrics().sequencesMax(),
            0,
            MetricsConfig.SEQUENCES_MAX);
    return reader.valid("metrics", () -> new MetricsConfig(sequences));
  }

  private PgConfig pg() {
    PgConfig d = defaults.pg();
    int port = reader.count("pg.port", d.port(), 0, ListenConfig.PORT_MAX);
    int connections =
        reader.count("pg.connections-max", d.connectionsMax(), 1, PgConfig.CONNECTIONS_MAX);
    int message =
        reader.bytesOfInt(
            "pg.message-max",
            d.messageBytesMax(),
            PgConfig.MESSAGE_BYTES_MIN,
            PgConfig.MESSAGE_BYTES_MAX);
    Duration authentication =
        reader.time(
            "pg.authentication-timeout",
            d.timeouts().authentication(),
            PgConfig.Timeouts.AUTHENTICATION_MIN,
            PgConfig.Timeouts.AUTHENTICATION_MAX);
    Duration idle =
        reader.time(
            "pg.idle-timeout", d.timeouts().idle(), Duration.ZERO, PgConfig.Timeouts.IDLE_MAX);
    PgConfig.Timeouts timeouts = new PgConfig.Timeouts(authentication, idle);
    return reader.valid("pg", () -> new PgConfig(port, connections, message, timeouts));
  }

  private FlightConfig flight() {
    FlightConfig d = defaults.flight();
    int port = reader.count("flight.port", d.port(), FlightConfig.OFF, ListenConfig.PORT_MAX);
    int sessions =
        reader.count("flight.sessions-max", d.sessionsMax(), 1, FlightConfig.SESSIONS_MAX);
    int message =
        reader.bytesOfInt(
            "flight.message-max",
            d.messageBytesMax(),
            FlightConfig.MESSAGE_BYTES_MIN,
            FlightConfig.MESSAGE_BYTES_MAX);
    Duration idle =
        reader.time(
            "flight.session-idle-timeout",
            d.sessionIdle(),
            FlightConfig.SESSION_IDLE_MIN,
            FlightConfig.SESSION_IDLE_MAX);
    return reader.valid("flight", () -> new FlightConfig(port, sessions, message, idle));
  }

  private SecurityConfig security() {
    SecurityConfig d = defaults.security();
    AuthenticationMode authentication =
        reader.choice("security.authentication", d.authentication());
    Optional<Path> users = reader.text("security.users-file").map(Path::of);
    Optional<Path> rules = reader.text("security.rules-file").map(Path::of);
    Optional<Path> certificate = reader.text("security.tls-certificate").map(Path::of);
    Optional<Path> key = reader.text("security.tls-key").map(Path::of);
    Optional<Path> clients = reader.text("security.tls-client-ca").map(Path::of);
    return reader.valid(
        "security",
        () -> {
          if (certificate.isPresent() != key.isPresent()) {
            throw new IllegalArgumentException("tls-certificate and tls-key must be set together");
          }
          if (clients.isPresent() && certificate.isEmpty()) {
            throw new IllegalArgumentException("tls-client-ca requires tls-certificate");
          }
          return new SecurityConfig(
              authentication,
              users,
              rules,
              certificate.map(
                  file -> new SecurityConfig.TlsFiles(file, key.orElseThrow(), clients)));
        });
  }

  private SetupConfig setup() {
    return new SetupConfig(
        reader.text("setup.password-file").map(Path::of),
        reader.text("setup.scripts").map(Path::of));
  }

  private AnalyzeConfig analyze() {
    AnalyzeConfig d = defaults.analyze();
    boolean isAutomatic = reader.flag("analyze.automatic", d.isAutomatic());
    int threshold =
        reader.count("analyze.threshold", (int) d.limits().changedRowsMin(), 0, Integer.MAX_VALUE);
    int percent =
        reader.count(
            "analyze.scale-percent", d.limits().scalePercent(), 0, AnalyzeConfig.SCALE_PERCENT_MAX);
    Duration interval =
        reader.time(
            "analyze.interval",
            d.limits().interval(),
            AnalyzeConfig.INTERVAL_MIN,
            AnalyzeConfig.INTERVAL_MAX);
    return reader.valid(
        "analyze",
        () -> new AnalyzeConfig(isAutomatic, new AnalyzeLimits(threshold, percent, interval)));
  }

  private StatementLogConfig statementLog() {
    return new StatementLogConfig(
        reader.count(
            "log.min-duration-statement",
            defaults.statementLog().durationMillisMin(),
            -1,
            Integer.MAX_VALUE));
  }

  private TracerOptions tracing() {
    TracerOptions d = defaults.tracing();
    Optional<String> endpoint = reader.text("tracing.endpoint");
    double ratio = reader.part("tracing.sample-ratio", d.sampleRatio());
    String name = reader.text("tracing.service-name", d.serviceName());
    return reader.valid("tracing", () -> new TracerOptions(endpoint, ratio, name));
  }

  private Duration httpTimeout(String key, Duration otherwise) {
    return reader.time(key, otherwise, HttpConfig.TIMEOUT_MIN, HttpConfig.TIMEOUT_MAX);
  }
}
