package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.explain.format.ExplainFormat;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.parser.SqlParserPos;

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
    ExplainFormat format) {
  /** Collects options as they are read. */
  public static Builder builder() {
    return new Builder();
  }

  /** The options of one EXPLAIN, by their names in lower case; the last of a name is valid. */
  public static final class Builder {
    private final Map<String, Boolean> switches = new HashMap<>();
    private ExplainFormat format = ExplainFormat.TEXT;
    private boolean isPlain = true;

    /** Adds an option that is written as a keyword. */
    public void set(String name, String value) {
      set(name, value, SqlParserPos.ZERO);
    }

    /**
     * Adds an option.
     *
     * @param name token of the name
     * @param value token of the value; empty if there is none
     * @param pos position of the name
     * @throws RuntimeException SYNTAX_ERROR or INVALID_ARGUMENT, as in PostgreSQL
     */
    public void set(String name, String value, SqlParserPos pos) {
      isPlain = false;
      String key = textOf(name);
      switch (key) {
        case "analyze", "verbose", "costs", "settings", "buffers", "wal", "timing", "summary" ->
            switches.put(key, booleanOf(key, textOf(value)));
        case "analyse" -> switches.put("analyze", booleanOf("analyze", textOf(value)));
        case "format" -> format = formatOf(value, pos);
        default ->
            throw SqlErrors.at(
                pos,
                new ColonnadeException(
                    ErrorCode.SYNTAX_ERROR, "unrecognized EXPLAIN option \"%s\"".formatted(key)));
      }
    }

    /** Returns the text of a token: in lower case unless it is quoted. */
    private static String textOf(String token) {
      if (token.length() > 1 && (token.startsWith("\"") || token.startsWith("'"))) {
        String quote = token.substring(0, 1);
        return token.substring(1, token.length() - 1).replace(quote + quote, quote);
      }
      return token.toLowerCase(Locale.ROOT);
    }

    private static boolean booleanOf(String key, String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "", "on", "true", "1" -> true;
        case "off", "false", "0" -> false;
        default ->
            throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, key + " requires a Boolean value");
      };
    }

    private static ExplainFormat formatOf(String value, SqlParserPos pos) {
      return switch (textOf(value)) {
        case "text" -> ExplainFormat.TEXT;
        case "xml" -> ExplainFormat.XML;
        case "json" -> ExplainFormat.JSON;
        case "yaml" -> ExplainFormat.YAML;
        case "" ->
            throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "format requires a parameter");
        case String other ->
            throw SqlErrors.at(
                pos,
                new ColonnadeException(
                    ErrorCode.INVALID_ARGUMENT,
                    "unrecognized value for EXPLAIN option \"format\": \"%s\"".formatted(other)));
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
          isOn("buffers", false),
          isOn("timing", analyze),
          isOn("summary", analyze),
          format);
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
