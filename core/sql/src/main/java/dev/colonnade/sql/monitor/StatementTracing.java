package dev.colonnade.sql.monitor;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.prepared.SqlText;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingValue;
import dev.colonnade.trace.Span;
import dev.colonnade.trace.TraceContext;
import dev.colonnade.trace.Tracer;
import org.jspecify.annotations.Nullable;

/**
 * Tracing of the statements of one session: a span for each, with children for parsing, planning
 * and execution. Without a tracer each method compares it with null and returns. One thread.
 *
 * <p>The parent of a span is the context that came with the request, otherwise that in a comment of
 * the text (sqlcommenter), otherwise the setting {@code colonnade.traceparent}.
 */
public final class StatementTracing {
  private static final SettingValue<String> TRACEPARENT =
      SettingValue.text("colonnade.traceparent");

  private static final long NONE = Long.MIN_VALUE;

  private final @Nullable Tracer tracer;
  private final SqlSessionContext context;
  private final SessionSettings settings;

  private @Nullable TraceContext client;

  /** Time of the parsing of a text whose first statement has not begun yet. */
  private long parseStartNanos = NONE;

  private long parseEndNanos = NONE;

  public StatementTracing(
      @Nullable Tracer tracer, SqlSessionContext context, SessionSettings settings) {
    this.tracer = tracer;
    this.context = requireNonNull(context, "context is null");
    this.settings = requireNonNull(settings, "settings is null");
  }

  /** Sets the context that came with the request, until the next one; null if none came. */
  public void follow(@Nullable TraceContext request) {
    client = request;
  }

  /** Notes that the parsing of a text begins. */
  public void parsing() {
    if (tracer != null) {
      parseStartNanos = tracer.nanos();
      parseEndNanos = NONE;
    }
  }

  /** Notes that a text is parsed. */
  public void parsed() {
    if (tracer != null) {
      parseEndNanos = tracer.nanos();
    }
  }

  /** Notes the failure of parsing, or of planning a statement that is executed at once. */
  public void failed(String text, ColonnadeException failure) {
    if (tracer != null) {
      Span span = start("PARSE", TraceContext.ofComment(text), tracer);
      if (span != null) {
        span.failed(failure.code().sqlState()).end();
      }
    }
  }

  /** Notes that a statement is prepared, which is executed later. */
  public void prepared(SqlPrepared prepared) {
    if (tracer == null) {
      return;
    }
    long startNanos = parseStartNanos;
    Span span = start("PREPARE", TraceContext.ofComment(prepared.text().whole()), tracer);
    if (span != null) {
      describe(span, prepared);
      new StatementTrace(span, null, startNanos, prepared).end(0);
    }
  }

  /** Starts the trace of an execution; null if it is not traced. */
  public @Nullable StatementTrace begin(SqlPrepared prepared) {
    return tracer == null ? null : begin(prepared.measured(), tracer);
  }

  private @Nullable StatementTrace begin(SqlPrepared prepared, Tracer present) {
    long startNanos = parseStartNanos == NONE ? present.nanos() : parseStartNanos;
    SqlText text = prepared.text();
    Span span = start(prepared.command(), TraceContext.ofComment(text.whole()), present);
    if (span == null) {
      return null;
    }
    describe(span, prepared);
    return new StatementTrace(span, span.child("execute"), startNanos, prepared);
  }

  /** Traces the commit of an implicit transaction. */
  public void commit(Runnable work) {
    Span span = tracer == null ? null : start("COMMIT", null, tracer);
    if (span == null) {
      work.run();
      return;
    }
    span.set("db.operation.name", "COMMIT");
    StatementTrace trace = new StatementTrace(span, span.child("execute"), 0, null);
    trace.call(
        () -> {
          work.run();
          return true;
        });
    trace.end(0);
  }

  private @Nullable Span start(String name, @Nullable TraceContext comment, Tracer present) {
    boolean isParsed = parseStartNanos != NONE;
    long startNanos = isParsed ? parseStartNanos : present.nanos();
    Span span = present.start(name, parent(comment), startNanos);
    if (span != null) {
      span.set("db.system.name", "colonnade")
          .set("db.namespace", context.databaseName())
          .set("colonnade.session.id", context.sessionNumber());
      if (isParsed && parseEndNanos != NONE) {
        Span parse = span.child("parse", parseStartNanos);
        if (parse != null) {
          parse.end(parseEndNanos);
        }
      }
    }
    parseStartNanos = NONE;
    return span;
  }

  private @Nullable TraceContext parent(@Nullable TraceContext comment) {
    if (client != null) {
      return client;
    }
    return comment == null ? TraceContext.parse(settings.get(TRACEPARENT)) : comment;
  }

  private static void describe(Span span, SqlPrepared prepared) {
    span.set("db.operation.name", prepared.command())
        .set("db.query.text", prepared.text().shape().text())
        .set("colonnade.query.id", prepared.text().shape().id());
  }
}
