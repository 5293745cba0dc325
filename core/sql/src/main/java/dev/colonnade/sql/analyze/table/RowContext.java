package dev.colonnade.sql.analyze.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.datetime.DateStyle;
import java.time.ZoneId;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Context of the functions in expressions of rows: the time zone and the clock of the session that
 * writes the row.
 */
final class RowContext implements FunctionContext {
  private final Supplier<ZoneId> timeZone;
  private final LongSupplier clockMicros;

  /**
   * Creates the context.
   *
   * @param clockMicros microseconds since 1970-01-01 00:00 UTC
   */
  RowContext(Supplier<ZoneId> timeZone, LongSupplier clockMicros) {
    this.timeZone = requireNonNull(timeZone, "timeZone is null");
    this.clockMicros = requireNonNull(clockMicros, "clockMicros is null");
  }

  @Override
  public ZoneId timeZone() {
    return timeZone.get();
  }

  static ColonnadeException unsupported(String what) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED, what + " is not supported in expressions of rows");
  }

  @Override
  public long startMicros() {
    return clockMicros();
  }

  @Override
  public long clockMicros() {
    return clockMicros.getAsLong();
  }

  @Override
  public long readTimestamp() {
    throw unsupported("the snapshot of the transaction");
  }

  @Override
  public int sessionNumber() {
    throw unsupported("the number of the session");
  }

  @Override
  public boolean cancelSession(int number) {
    throw unsupported("pg_cancel_backend");
  }

  @Override
  public boolean terminateSession(int number) {
    throw unsupported("pg_terminate_backend");
  }

  @Override
  public void warn(String message) {
    throw unsupported("a warning");
  }

  @Override
  public boolean isOpen(int number) {
    throw unsupported("the number of a session");
  }

  @Override
  public String setting(String name) {
    if (name.equals("DateStyle")) {
      return DateStyle.DEFAULT.toString();
    }
    if (name.equals("IntervalStyle")) {
      return "postgres";
    }
    throw unsupported("a setting");
  }

  @Override
  public double random() {
    throw unsupported("random");
  }

  @Override
  public void sleep(double seconds) {
    throw unsupported("pg_sleep");
  }
}
