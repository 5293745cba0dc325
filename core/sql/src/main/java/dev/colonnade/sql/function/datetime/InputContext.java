package dev.colonnade.sql.function.datetime;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.FunctionContext;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Properties of a session on which the meaning of a text of a date, a time or an interval depends.
 *
 * @param startMicros start of the transaction in microseconds since 1970-01-01 00:00 UTC
 */
public record InputContext(
    DateOrder order, ZoneId zone, long startMicros, IntervalStyle intervalStyle) {
  /** Context of texts that no session has entered. */
  public static final InputContext DEFAULT =
      new InputContext(DateOrder.MDY, ZoneOffset.UTC, 0, IntervalStyle.POSTGRES);

  public InputContext {
    requireNonNull(order, "order is null");
    requireNonNull(zone, "zone is null");
    requireNonNull(intervalStyle, "intervalStyle is null");
  }

  /** Returns the context of a running statement. */
  public static InputContext of(FunctionContext context) {
    return new InputContext(
        DateStyle.of(context.setting("DateStyle")).order(),
        context.timeZone(),
        context.startMicros(),
        IntervalStyle.of(context.setting("IntervalStyle")));
  }
}
