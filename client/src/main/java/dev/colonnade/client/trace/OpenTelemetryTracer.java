package dev.colonnade.client.trace;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.frame.WireTraceContext;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Tracer of OpenTelemetry, with its names of attributes for databases. Texts of statements are not
 * among them: the spans of the server have them without literals.
 */
public final class OpenTelemetryTracer implements ClientTracer {
  private static final String SCOPE = "dev.colonnade.client";

  private final Tracer tracer;
  private final String database;

  private OpenTelemetryTracer(Tracer tracer, String database) {
    this.tracer = requireNonNull(tracer, "tracer is null");
    this.database = requireNonNull(database, "database is null");
  }

  /** Returns a tracer of an application's OpenTelemetry. */
  public static ClientTracer of(OpenTelemetry openTelemetry, String database) {
    return new OpenTelemetryTracer(openTelemetry.getTracer(SCOPE), database);
  }

  /** Returns a tracer of the OpenTelemetry that the application has registered globally. */
  public static ClientTracer global(String database) {
    return of(GlobalOpenTelemetry.getOrNoop(), database);
  }

  @Override
  public ClientSpan start(String operation) {
    Span span =
        tracer
            .spanBuilder(operation)
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute("db.system.name", "colonnade")
            .setAttribute("db.namespace", database)
            .setAttribute("db.operation.name", operation)
            .startSpan();
    return new RecordedSpan(span);
  }

  /** Span of OpenTelemetry. */
  private static final class RecordedSpan implements ClientSpan {
    private final Span span;
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    RecordedSpan(Span span) {
      this.span = span;
    }

    @Override
    public @Nullable WireTraceContext context() {
      SpanContext context = span.getSpanContext();
      return context.isValid()
          ? WireTraceContext.of(
              context.getTraceIdBytes(), context.getSpanIdBytes(), context.getTraceFlags().asByte())
          : null;
    }

    @Override
    public void operation(String name) {
      span.updateName(name).setAttribute("db.operation.name", name);
    }

    @Override
    public void server(InetSocketAddress address) {
      span.setAttribute("server.address", address.getHostString());
      span.setAttribute("server.port", (long) address.getPort());
    }

    @Override
    public void end(@Nullable String sqlState) {
      if (!hasEnded.compareAndSet(false, true)) {
        return;
      }
      if (sqlState != null) {
        span.setStatus(StatusCode.ERROR)
            .setAttribute("db.response.status_code", sqlState)
            .setAttribute("error.type", sqlState);
      }
      span.end();
    }
  }
}
