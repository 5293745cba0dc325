package dev.colonnade.server.admin.metrics;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.session.PgSessionObserver;
import dev.colonnade.server.pg.wire.FrontendMessage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Meters of the sessions of the PostgreSQL protocol. */
final class PgMeters implements PgSessionObserver {
  private static final int CLASS_LENGTH = 2;

  /** Label values of message types. */
  private enum Kind {
    STARTUP,
    ENCRYPTION,
    CANCEL,
    PASSWORD,
    QUERY,
    PARSE,
    BIND,
    DESCRIBE,
    EXECUTE,
    CLOSE,
    FLUSH,
    SYNC,
    FUNCTION_CALL,
    COPY_DATA,
    COPY_DONE,
    COPY_FAIL,
    MALFORMED,
    TERMINATE
  }

  private final Map<Kind, LongAdder> messages = new EnumMap<>(Kind.class);

  /** Counters of errors by SQLSTATE class, the first two characters of the SQLSTATE. */
  private final Map<String, LongAdder> errors = new HashMap<>();

  private final LongAdder otherErrors;
  private final Timer simple;
  private final Timer extended;

  PgMeters(MeterRegistry registry) {
    for (Kind kind : Kind.values()) {
      messages.put(
          kind,
          counter(
              registry,
              "colonnade.pg.messages",
              "Messages received from PostgreSQL clients",
              "type",
              kind.name().toLowerCase(Locale.ROOT)));
    }
    for (ErrorCode code : ErrorCode.values()) {
      errors.computeIfAbsent(classOf(code.sqlState()), name -> errors(registry, name));
    }
    otherErrors = errors(registry, "other");
    simple = timer(registry, "simple");
    extended = timer(registry, "extended");
  }

  private static LongAdder errors(MeterRegistry registry, String name) {
    return counter(
        registry,
        "colonnade.pg.errors",
        "Errors reported to PostgreSQL clients, by SQLSTATE class",
        "class",
        name);
  }

  private static Timer timer(MeterRegistry registry, String kind) {
    return Timer.builder("colonnade.pg.request")
        .description("Time from the first message of a request to the end of its response")
        .tag("kind", kind)
        .serviceLevelObjectives(RequestMeters.BOUNDS)
        .register(registry);
  }

  /** Returns a registered counter. The registry references it weakly: the caller must retain it. */
  private static LongAdder counter(
      MeterRegistry registry, String name, String description, String label, String value) {
    LongAdder count = new LongAdder();
    FunctionCounter.builder(name, count, LongAdder::sum)
        .description(description)
        .tag(label, value)
        .register(registry);
    return count;
  }

  @Override
  public void received(FrontendMessage message) {
    LongAdder count = messages.get(kindOf(message));
    if (count != null) {
      count.increment();
    }
  }

  private static Kind kindOf(FrontendMessage message) {
    return switch (message) {
      case FrontendMessage.Startup _ -> Kind.STARTUP;
      case FrontendMessage.SslRequest _, FrontendMessage.GssEncRequest _ -> Kind.ENCRYPTION;
      case FrontendMessage.CancelRequest _ -> Kind.CANCEL;
      case FrontendMessage.Password _ -> Kind.PASSWORD;
      case FrontendMessage.Query _ -> Kind.QUERY;
      case FrontendMessage.Parse _ -> Kind.PARSE;
      case FrontendMessage.Bind _ -> Kind.BIND;
      case FrontendMessage.DescribeStatement _, FrontendMessage.DescribePortal _ -> Kind.DESCRIBE;
      case FrontendMessage.Execute _ -> Kind.EXECUTE;
      case FrontendMessage.CloseStatement _, FrontendMessage.ClosePortal _ -> Kind.CLOSE;
      case FrontendMessage.Flush _ -> Kind.FLUSH;
      case FrontendMessage.Sync _ -> Kind.SYNC;
      case FrontendMessage.FunctionCall _ -> Kind.FUNCTION_CALL;
      case FrontendMessage.CopyData _ -> Kind.COPY_DATA;
      case FrontendMessage.CopyDone _ -> Kind.COPY_DONE;
      case FrontendMessage.CopyFail _ -> Kind.COPY_FAIL;
      case FrontendMessage.Malformed _ -> Kind.MALFORMED;
      case FrontendMessage.Terminate _ -> Kind.TERMINATE;
    };
  }

  @Override
  public void completed(boolean isSimple, long nanos) {
    (isSimple ? simple : extended).record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void failed(String sqlState) {
    errors.getOrDefault(classOf(sqlState), otherErrors).increment();
  }

  private static String classOf(String sqlState) {
    return sqlState.substring(0, Math.min(CLASS_LENGTH, sqlState.length()));
  }
}
