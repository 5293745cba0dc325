package dev.colonnade.sql.statement;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The settings of a table: {@code range_max_bytes}, and those of PostgreSQL's that do nothing. */
public final class TableSettings {
  /** The size at which a range of the table is split, in bytes. */
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

  /** The settings by names in small letters; INVALID_ARGUMENT for one that cannot be. */
  public static Map<String, String> checked(Map<String, String> settings) {
    Map<String, String> checked = new TreeMap<>();
    settings.forEach(
        (name, value) -> {
          String key = name.toLowerCase(Locale.ROOT);
          if (key.equals(RANGE_MAX_BYTES)) {
            checked.put(key, Long.toString(rangeBytes(value)));
          } else if (!WITHOUT_EFFECT.contains(key)) {
            throw new ColonnadeException(
                ErrorCode.INVALID_ARGUMENT, "unrecognized parameter \"%s\"".formatted(name));
          }
        });
    return checked;
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
