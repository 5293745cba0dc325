package dev.colonnade.server.admin.console;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.admin.http.HttpCommand;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Statements of the console: each runs in a session of its own, as the user that has logged in,
 * read-only unless requested otherwise, with limits of time, rows and bytes. At most {@link
 * #RUNNING_MAX} run at a time. The session leaves nothing behind.
 */
public final class ConsoleSql implements HttpCommand {
  static final int RUNNING_MAX = 4;

  /** Maximum size of the values of a response, in characters. */
  static final int VALUE_CHARACTERS_MAX = 8 << 20;

  private static final int OK = 200;
  private static final int BUSY = 503;
  private static final String TIMEOUT = "20s";
  private static final long EXACT_INTEGER_MAX = 1L << 53;
  private static final JsonFactory FACTORY = new JsonFactory();

  private final NanoTicker ticker = NanoTicker.system();
  private final Supplier<Database> database;
  private final Semaphore permits = new Semaphore(RUNNING_MAX);
  private final RunningStatements running = new RunningStatements();

  public ConsoleSql(Supplier<Database> database) {
    this.database = requireNonNull(database, "database is null");
  }

  @Override
  public PageResponse execute(String user, byte[] body) {
    ConsoleQuery query = ConsoleQuery.parse(body);
    if (!permits.tryAcquire()) {
      return PageResponse.text(
          BUSY, "too many statements of the console: max=" + RUNNING_MAX + "\n");
    }
    try {
      return run(user, query);
    } finally {
      permits.release();
    }
  }

  /**
   * Cancels a statement of a user.
   *
   * @param body {@code {"id": "7"}} with the id of the statement's request
   */
  public PageResponse cancel(String user, byte[] body) {
    boolean isCanceled = running.cancel(user, ConsoleQuery.parseId(body));
    return PageResponse.json(OK, ("{\"canceled\":" + isCanceled + "}").getBytes(UTF_8));
  }

  private PageResponse run(String user, ConsoleQuery query) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      run(user, query, json);
    } catch (ColonnadeException e) {
      return failed(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PageResponse.json(OK, bytes.toByteArray());
  }

  private void run(String user, ConsoleQuery query, JsonGenerator json) throws IOException {
    try (RunningStatements.Running statement = running.add(user, query.id());
        Session session = database.get().login(user, query.database())) {
      SqlSession sql = session.sql();
      sql.receiveSignals(statement);
      sql.settings().setInitial("application_name", "console");
      sql.settings().setInitial("statement_timeout", TIMEOUT);
      sql.settings().setInitial("default_transaction_read_only", query.mayWrite() ? "off" : "on");
      sql.began(query.sql());
      long start = ticker.nanos();
      try (SqlResult result = sql.execute(query.sql(), statement.cancellation())) {
        json.writeStartObject();
        json.writeStringField("command", result.command());
        columns(json, result);
        long count = rows(json, result, query.rowsMax());
        json.writeNumberField("count", result.columns().isEmpty() ? result.updateCount() : count);
      }
      json.writeNumberField("micros", TimeUnit.NANOSECONDS.toMicros(ticker.nanos() - start));
      json.writeEndObject();
    }
  }

  private static void columns(JsonGenerator json, SqlResult result) throws IOException {
    json.writeArrayFieldStart("columns");
    for (SqlColumn column : result.columns()) {
      json.writeStartObject();
      json.writeStringField("name", column.name());
      json.writeStringField("type", column.type().toString());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes the rows up to the limits; returns their number. */
  private static long rows(JsonGenerator json, SqlResult result, int rowsMax) throws IOException {
    json.writeArrayFieldStart("rows");
    long count = 0;
    long characters = 0;
    boolean isCut = false;
    if (!result.columns().isEmpty()) {
      for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
        if (count == rowsMax || characters > VALUE_CHARACTERS_MAX) {
          isCut = true;
          break;
        }
        json.writeStartArray();
        for (Object value : row) {
          characters += write(json, value);
        }
        json.writeEndArray();
        count++;
      }
    }
    json.writeEndArray();
    json.writeBooleanField("cut", isCut);
    return count;
  }

  /** Writes a value; numbers that JavaScript does not represent exactly are texts. */
  private static int write(JsonGenerator json, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case Boolean truth -> json.writeBoolean(truth);
      case Short number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case Long number when Math.abs(number) < EXACT_INTEGER_MAX -> json.writeNumber(number);
      case Double number when Double.isFinite(number) -> json.writeNumber(number);
      default -> {
        String text = value.toString();
        json.writeString(text);
        return text.length();
      }
    }
    return Long.BYTES;
  }

  private static PageResponse failed(ColonnadeException failure) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("error", failure.getMessage());
      json.writeStringField("sqlstate", failure.code().sqlState());
      json.writeNumberField("position", failure.position());
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PageResponse.json(OK, bytes.toByteArray());
  }
}
