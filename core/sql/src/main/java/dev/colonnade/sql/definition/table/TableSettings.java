package dev.colonnade.sql.definition.table;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.syntax.Option;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Settings of a table: {@code range_max_bytes}, and those of PostgreSQL, which have no effect. */
public final class TableSettings {
  /** Size at which a range of the table is split, in bytes. */
  public static final String RANGE_MAX_BYTES = "range_max_bytes";

  /** Storage parameters in dumps of PostgreSQL that have no effect. */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "fillfactor",
          "autovacuum_enabled",
          "autovacuum_vacuum_scale_factor",
          "autovacuum_analyze_scale_factor",
          "toast_tuple_target",
          "parallel_workers",
          "user_catalog_table",
          "oids");

  private static final long RANGE_BYTES_MIN = 1L << 16;
  private static final long RANGE_BYTES_MAX = 1L << 40;

  private TableSettings() {}

  /** Returns the settings of options by their names; INVALID_ARGUMENT for an unknown option. */
  public static Map<String, String> of(List<Option> options) {
    Map<String, String> settings = new TreeMap<>();
    for (Option option : options) {
      if (option.name().equals(RANGE_MAX_BYTES)) {
        String value = option.value() == null ? "true" : option.value();
        settings.put(RANGE_MAX_BYTES, Long.toString(rangeBytes(value)));
      } else if (!WITHOUT_EFFECT.contains(option.name())) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "unrecognized parameter \"%s\"".formatted(option.name()));
      }
    }
    return settings;
  }

  private static long rangeBytes(String text) {
    try {
      long bytes = Long.parseLong(text);
      if (bytes >= RANGE_BYTES_MIN && bytes <= RANGE_BYTES_MAX) {
        return bytes;
      }
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "value %s out of bounds for option \"%s\"".formatted(text, RANGE_MAX_BYTES));
    } catch (NumberFormatException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "invalid value for integer option \"%s\": %s".formatted(RANGE_MAX_BYTES, text),
          e);
    }
  }
}
