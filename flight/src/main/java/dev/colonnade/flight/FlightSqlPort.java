package dev.colonnade.flight;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.flight.ingest.IngestService;
import dev.colonnade.flight.login.LoginInterceptor;
import dev.colonnade.flight.metadata.MetadataService;
import dev.colonnade.flight.metadata.ServerInfo;
import dev.colonnade.flight.session.FlightSessions;
import dev.colonnade.flight.statement.StatementExecutor;
import dev.colonnade.flight.statement.StatementService;
import dev.colonnade.server.auth.TlsContext;
import dev.colonnade.server.flight.FlightObserver;
import dev.colonnade.server.flight.FlightPort;
import dev.colonnade.server.flight.FlightPortDependencies;
import io.grpc.Context;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Port of Arrow Flight SQL: the composition root of this module. Calls run on virtual threads, of
 * which each may wait for its statement and its client. With a certificate all connections are
 * encrypted.
 */
final class FlightSqlPort implements FlightPort {
  /** Name of the server for clients. */
  private static final String NAME = "Colonnade";

  /** Bytes of a stream that wait for the client before its statement is paused. */
  private static final int OUTBOUND_BYTES_HIGH = 4 << 20;

  private static final int HEADER_BYTES_MAX = 64 * 1024;
  private static final Duration IDLE_CHECK_MAX = Duration.ofSeconds(10);
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(10);
  private static final Logger LOG = LoggerFactory.getLogger(FlightSqlPort.class);

  /** Logger of gRPC, which would otherwise report messages that are too long to standard error. */
  private static final java.util.logging.Logger GRPC_LOG =
      java.util.logging.Logger.getLogger("io.grpc");

  private final ExecutorService threads;
  private final ScheduledExecutorService timer;
  private final BufferAllocator allocator;
  private final FlightSessions sessions;
  private final FlightServer server;
  private final String host;

  /**
   * Opens the port.
   *
   * @throws ColonnadeException PORT_UNAVAILABLE, INVALID_CONFIGURATION
   */
  FlightSqlPort(FlightPortDependencies dependencies) {
    host = dependencies.host();
    GRPC_LOG.setLevel(java.util.logging.Level.SEVERE);
    threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("colonnade-flight-", 0).factory());
    timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("colonnade-flight-timer").factory());
    allocator = dependencies.database().allocator().newChildAllocator("flight", 0, Long.MAX_VALUE);
    sessions =
        new FlightSessions(
            dependencies.database(),
            dependencies.authenticator().secureRandom(),
            dependencies.ticker(),
            dependencies.config().sessionIdle(),
            dependencies.config().sessionsMax());
    dependencies.observer().sessions(sessions::count);
    try {
      server = start(dependencies);
    } catch (RuntimeException | Error e) {
      timer.shutdownNow();
      threads.shutdownNow();
      allocator.close();
      throw e;
    }
    long period =
        Math.min(IDLE_CHECK_MAX.toMillis(), dependencies.config().sessionIdle().toMillis() / 2);
    scheduleIdleChecks(Math.max(1, period));
  }

  @SuppressWarnings("FutureReturnValueIgnored") // ends with the timer
  private void scheduleIdleChecks(long periodMillis) {
    timer.scheduleWithFixedDelay(this::endIdle, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
  }

  /** Ends idle sessions on a thread that may wait: an open transaction is rolled back. */
  private void endIdle() {
    threads.execute(
        () -> {
          try {
            sessions.endIdle();
          } catch (RuntimeException e) {
            LOG.error("idle sessions cannot be ended", e);
          }
        });
  }

  private FlightServer start(FlightPortDependencies dependencies) {
    LoginInterceptor logins = new LoginInterceptor(dependencies.authenticator(), sessions);
    CallTracers tracers = new CallTracers(dependencies.observer(), dependencies.ticker());
    TlsContext tls = dependencies.authenticator().tls();
    Consumer<NettyServerBuilder> change =
        builder -> {
          builder.intercept(logins).addStreamTracerFactory(tracers);
          if (tls != null) {
            builder.sslContext(new CurrentSslContext(tls.withProtocol(CurrentSslContext.PROTOCOL)));
          }
        };
    int port = dependencies.config().port();
    FlightServer.Builder builder =
        FlightServer.builder(allocator, Location.forGrpcInsecure(host, port), service(dependencies))
            .executor(threads)
            .maxInboundMessageSize(dependencies.config().messageBytesMax())
            .setMaxHeaderListSize(HEADER_BYTES_MAX)
            .backpressureThreshold(OUTBOUND_BYTES_HIGH)
            .transportHint("grpc.builderConsumer", change);
    try {
      return builder.build().start();
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.PORT_UNAVAILABLE,
          "cannot listen: host=%s port=%d cause=%s".formatted(host, port, causeOf(e)),
          e);
    }
  }

  private static String causeOf(IOException failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    return String.valueOf(cause.getMessage());
  }

  private FlightSqlService service(FlightPortDependencies dependencies) {
    FlightObserver observer = dependencies.observer();
    StatementExecutor executor = new StatementExecutor(allocator);
    Executor calls = Context.currentContextExecutor(threads); // with the trace of the call
    return new FlightSqlService(
        new StatementService(executor, allocator, calls, observer),
        new IngestService(observer),
        new MetadataService(allocator, calls),
        new ServerInfo(NAME, dependencies.version(), arrowVersion()),
        new SessionService(sessions));
  }

  private static String arrowVersion() {
    String version = FlightServer.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  @Override
  public InetSocketAddress address() {
    return new InetSocketAddress(host, server.getPort());
  }

  @Override
  public int sessionCount() {
    return sessions.count();
  }

  @Override
  public void drain(Duration timeout) {
    server.shutdown();
    try {
      if (!server.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.info("calls of Flight SQL are canceled, because the server stops");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    server.shutdown();
    sessions.close();
    closeServer();
    threads.shutdown();
    if (!areThreadsEnded()) {
      threads.shutdownNow();
      if (!areThreadsEnded()) {
        throw new IllegalStateException("sessions still execute statements: port=flight");
      }
    }
    allocator.close();
  }

  private void closeServer() {
    try {
      server.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean areThreadsEnded() {
    try {
      return threads.awaitTermination(CLOSE_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return threads.isTerminated();
    }
  }
}
