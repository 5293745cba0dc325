package dev.colonnade.sql.setting;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interval.IntervalInput;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.sql.syntax.command.SettingCommand;
import dev.colonnade.type.Interval;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Texts of the values in SET. */
public final class SettingValues {
  /** Settings that are lists of names. */
  private static final Set<String> NAME_LISTS =
      Set.of(
          "search_path",
          "temp_tablespaces",
          "local_preload_libraries",
          "session_preload_libraries",
          "shared_preload_libraries",
          "unix_socket_directories");

  /** Settings that are lists of other values. */
  private static final Set<String> VALUE_LISTS =
      Set.of("datestyle", "listen_addresses", "log_destination", "synchronous_standby_names");

  private static final String HOURS = " HOUR";
  private static final String HOURS_TO_MINUTES = " HOUR TO MINUTE";
  private static final long MICROS_PER_SECOND = 1_000_000;

  private SettingValues() {}

  /**
   * Returns the text of a setting's values.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if there are several and the setting is no list
   */
  public static String textOf(String name, List<SettingCommand.Value> values) {
    String key = name.toLowerCase(Locale.ROOT);
    if (NAME_LISTS.contains(key)) {
      return values.stream()
          .map(value -> NameScope.quoted(value.text()))
          .collect(Collectors.joining(", "));
    }
    if (values.size() > 1 && !VALUE_LISTS.contains(key)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "SET %s takes only one argument".formatted(name));
    }
    return values.stream().map(SettingValues::textOf).collect(Collectors.joining(", "));
  }

  private static String textOf(SettingCommand.Value value) {
    return switch (value.kind()) {
      case WORD, STRING, NUMBER -> value.text();
      case INTERVAL -> zoneOf(value.text());
    };
  }

  /** Returns the time zone whose offset is an interval. */
  private static String zoneOf(String text) {
    Interval offset = IntervalInput.parse(withUnit(text));
    if (offset.months() != 0 || offset.days() != 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "invalid value for parameter \"TimeZone\": \"INTERVAL '%s'\"".formatted(offset),
          ErrorFields.NONE.withDetail(
              "Cannot specify %s in time zone interval."
                  .formatted(offset.months() == 0 ? "days" : "months")));
    }
    return TimeZones.nameOfOffset((int) (offset.micros() / MICROS_PER_SECOND));
  }

  /** Returns an interval whose fields are a unit behind its number instead. */
  private static String withUnit(String text) {
    boolean isToMinute = text.endsWith(HOURS_TO_MINUTES);
    if (!isToMinute && !text.endsWith(HOURS)) {
      return text;
    }
    int fields = (isToMinute ? HOURS_TO_MINUTES : HOURS).length();
    String plain = text.substring(0, text.length() - fields);
    boolean isNumber = plain.strip().matches("[+-]?\\d+(\\.\\d+)?");
    return isNumber ? plain + (isToMinute ? " minutes" : " hours") : plain;
  }
}
