package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Options of EXPLAIN. SETTINGS and WAL are accepted and show nothing.
 *
 * @param isPlain whether no option is given
 */
public record ExplainOptions(
    boolean isPlain,
    boolean analyze,
    boolean verbose,
    boolean costs,
    boolean buffers,
    boolean timing,
    boolean summary,
    boolean json) {
  /** Collects options as they are read. */
  public static Builder builder() {
    return new Builder();
  }

  /** The options of one EXPLAIN, by their names in small letters. */
  public static final class Builder {
    private final Map<String, Boolean> switches = new HashMap<>();
    private boolean json;
    private boolean isPlain = true;

    /**
     * An option as it was written.
     *
     * @param value empty if there is none
     * @throws ColonnadeException SYNTAX_ERROR or INVALID_ARGUMENT, as in PostgreSQL
     */
    public void set(String name, String value) {
      isPlain = false;
      String key = name.toLowerCase(Locale.ROOT).replace("\"", "");
      String word = value.toLowerCase(Locale.ROOT).replace("'", "");
      switch (key) {
        case "analyze", "verbose", "costs", "settings", "buffers", "wal", "timing", "summary" ->
            switches.put(key, booleanOf(key, word));
        case "format" -> json = isJson(word);
        default ->
            throw new ColonnadeException(
                ErrorCode.SYNTAX_ERROR, "unrecognized EXPLAIN option \"%s\"".formatted(key));
      }
    }

    private static boolean booleanOf(String key, String word) {
      return switch (word) {
        case "", "on", "true", "1" -> true;
        case "off", "false", "0" -> false;
        default ->
            throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, key + " requires a Boolean value");
      };
    }

    private static boolean isJson(String word) {
      return switch (word) {
        case "text" -> false;
        case "json" -> true;
        case "xml", "yaml" ->
            throw new ColonnadeException(
                ErrorCode.UNSUPPORTED, "EXPLAIN has no such format here: format=" + word);
        case "" ->
            throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "format requires a parameter");
        default ->
            throw new ColonnadeException(
                ErrorCode.INVALID_ARGUMENT,
                "unrecognized value for EXPLAIN option \"format\": \"%s\"".formatted(word));
      };
    }

    /** Returns the options; WAL and TIMING require ANALYZE. */
    public ExplainOptions build() {
      boolean analyze = isOn("analyze", false);
      require("WAL", analyze || !isOn("wal", false));
      require("TIMING", analyze || !isOn("timing", false));
      return new ExplainOptions(
          isPlain,
          analyze,
          isOn("verbose", false),
          isOn("costs", true),
          isOn("buffers", analyze),
          isOn("timing", analyze),
          isOn("summary", analyze),
          json);
    }

    private boolean isOn(String key, boolean otherwise) {
      return switches.getOrDefault(key, otherwise);
    }

    private static void require(String option, boolean holds) {
      if (!holds) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "EXPLAIN option %s requires ANALYZE".formatted(option));
      }
    }
  }
}
