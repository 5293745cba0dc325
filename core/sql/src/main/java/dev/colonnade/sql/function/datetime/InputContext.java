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
public record InputContext(Settings settings, long startMicros) {
  /** Context of texts that no session has entered. */
  public static final InputContext DEFAULT = new InputContext(Settings.DEFAULT, 0);

  /** Settings of a session: DateStyle, TimeZone and IntervalStyle. */
  public record Settings(DateOrder order, ZoneId zone, IntervalStyle intervalStyle) {
    /** Settings without a session. */
    public static final Settings DEFAULT =
        new Settings(DateOrder.MDY, ZoneOffset.UTC, IntervalStyle.POSTGRES);

    public Settings {
      requireNonNull(order, "order is null");
      requireNonNull(zone, "zone is null");
      requireNonNull(intervalStyle, "intervalStyle is null");
    }
  }

  public InputContext {
    requireNonNull(settings, "settings is null");
  }

  /** Creates a context of settings. */
  public InputContext(DateOrder order, ZoneId zone, long startMicros, IntervalStyle intervalStyle) {
    this(new Settings(order, zone, intervalStyle), startMicros);
  }

  /** Returns the context of a running statement. */
  public static InputContext of(FunctionContext context) {
    return new InputContext(
        DateStyle.of(context.setting("DateStyle")).order(),
        context.timeZone(),
        context.startMicros(),
        IntervalStyle.of(context.setting("IntervalStyle")));
  }

  /** Returns the order of the fields of dates. */
  public DateOrder order() {
    return settings.order();
  }

  /** Returns the time zone of texts without one. */
  public ZoneId zone() {
    return settings.zone();
  }

  /** Returns the style of intervals. */
  public IntervalStyle intervalStyle() {
    return settings.intervalStyle();
  }

  /** Returns the context in a transaction with another start. */
  InputContext at(long otherStartMicros) {
    return new InputContext(settings, otherStartMicros);
  }
}
