package dev.colonnade.server.pg.session.result;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.sql.function.datetime.DateStyle;
import dev.colonnade.sql.function.datetime.IntervalStyle;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.sql.setting.SessionSettings;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cache of the text style that the settings of a session define. */
public final class SessionTextStyle {
  private static final List<String> NAMES =
      List.of("TimeZone", "bytea_output", "DateStyle", "IntervalStyle", "client_encoding");

  private final SessionSettings settings;
  private List<String> knownValues = List.of();
  private TextStyle style = TextStyle.DEFAULT;
  private SessionSettings.@Nullable State known;

  public SessionTextStyle(SessionSettings settings) {
    this.settings = settings;
  }

  /** Returns the current style. */
  @SuppressWarnings("ReferenceEquality") // a change of settings makes a new state
  public TextStyle current() {
    SessionSettings.State state = settings.state();
    if (state != known) {
      update();
      known = state;
    }
    return style;
  }

  private void update() {
    List<String> values = NAMES.stream().map(settings::show).toList();
    if (!values.equals(knownValues)) {
      knownValues = values;
      style =
          new TextStyle(
              zoneOf(values.get(0)),
              !values.get(1).equals("escape"),
              DateStyle.of(values.get(2)),
              IntervalStyle.of(values.get(3)),
              TextEncoding.of(values.get(4), "client"));
    }
  }

  private static ZoneId zoneOf(String name) {
    try {
      return TimeZones.named(name);
    } catch (ColonnadeException | DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }
}
