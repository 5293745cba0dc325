package dev.colonnade.sql.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Options of a COPY statement.
 *
 * @param isFrom whether rows are copied in, and not out
 * @param delimiter between two values
 * @param nullText the text that represents NULL
 * @param header whether there is a header line
 * @param quoting the CSV quoting options
 */
public record CopyOptions(
    boolean isFrom,
    CopyFormat format,
    char delimiter,
    String nullText,
    Header header,
    Quoting quoting) {
  public CopyOptions {
    requireNonNull(format, "format is null");
    requireNonNull(nullText, "nullText is null");
    requireNonNull(header, "header is null");
    requireNonNull(quoting, "quoting is null");
  }

  /** Handling of a header line with the names of the columns. */
  public enum Header {
    /** No header line. */
    NONE,
    /** Header line whose names are ignored. */
    SKIP,
    /** Header line whose names must match the columns. */
    MATCH
  }

  /**
   * CSV quoting options. The sets contain column names; {@link #EVERY} alone means all columns.
   *
   * @param escape precedes a quote within quotes
   * @param forced columns that COPY TO always quotes
   * @param notNull columns whose values COPY FROM never reads as NULL
   * @param forcedNull columns whose quoted null text COPY FROM reads as NULL
   */
  public record Quoting(
      char quote, char escape, Set<String> forced, Set<String> notNull, Set<String> forcedNull) {
    /** Wildcard for all columns. */
    public static final String EVERY = "*";

    public Quoting {
      forced = Set.copyOf(forced);
      notNull = Set.copyOf(notNull);
      forcedNull = Set.copyOf(forcedNull);
    }

    /** Returns whether a set of columns contains this one. */
    public static boolean isIn(Set<String> columns, String name) {
      return columns.contains(EVERY) || columns.contains(name);
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Builder that collects options in statement order and rejects duplicates. */
  public static final class Builder {
    private static final Set<String> NAMES =
        Set.of(
            "format",
            "freeze",
            "delimiter",
            "null",
            "header",
            "quote",
            "escape",
            "encoding",
            "force_quote",
            "force_not_null",
            "force_null");
    private static final Set<String> LEGACY_KEYWORDS = Set.of("csv", "binary", "header", "freeze");
    private static final Set<String> OF_CSV =
        Set.of("quote", "escape", "force_quote", "force_not_null", "force_null");

    private final Map<String, String> values = new HashMap<>();
    private final Map<String, Set<String>> lists = new HashMap<>();

    private Builder() {}

    /** Adds an option with a value, or without one. */
    public void set(String name, @Nullable String value) {
      requireNew(name);
      values.put(name, value == null ? "true" : value);
    }

    /** Adds an option with column names; an empty list stands for all columns. */
    public void set(String name, List<String> columns) {
      requireNew(name);
      lists.put(name, columns.isEmpty() ? Set.of(Quoting.EVERY) : new HashSet<>(columns));
    }

    /** Adds an option in the syntax of PostgreSQL 8: a keyword, or a keyword and a text. */
    public void setOld(String name, @Nullable String value) {
      boolean isFormat = name.equals("csv") || name.equals("binary");
      boolean isWord = LEGACY_KEYWORDS.contains(name);
      String known = name.equals("delimiters") ? "delimiter" : name;
      if (isWord != (value == null) || (!isFormat && !NAMES.contains(known))) {
        throw failed(ErrorCode.SYNTAX_ERROR, "syntax error at or near \"" + name + "\"");
      }
      set(isFormat ? "format" : known, isFormat ? name : value);
    }

    private void requireNew(String name) {
      if (!NAMES.contains(name)) {
        throw failed(ErrorCode.SYNTAX_ERROR, "option \"" + name + "\" not recognized");
      }
      if (values.containsKey(name) || lists.containsKey(name)) {
        throw failed(ErrorCode.SYNTAX_ERROR, "conflicting or redundant options");
      }
    }

    /** Returns the options; throws if they conflict. */
    public CopyOptions build(boolean isFrom) {
      CopyFormat format = format();
      requireEncoding();
      if (format == CopyFormat.BINARY) {
        requireNone("delimiter", "null", "header");
      }
      if (format != CopyFormat.CSV) {
        OF_CSV.forEach(this::requireCsv);
      }
      boolean isCsv = format == CopyFormat.CSV;
      char delimiter = character("delimiter", isCsv ? "," : "\t", "COPY delimiter");
      char quote = character("quote", "\"", "COPY quote");
      char escape = character("escape", String.valueOf(quote), "COPY escape");
      String nullText = values.getOrDefault("null", isCsv ? "" : "\\N");
      requireDifferent(delimiter, quote, nullText, isCsv);
      return new CopyOptions(
          isFrom,
          format,
          delimiter,
          nullText,
          header(isFrom),
          new Quoting(
              quote, escape, list("force_quote"), list("force_not_null"), list("force_null")));
    }

    private CopyFormat format() {
      String format = values.getOrDefault("format", "text");
      return switch (format) {
        case "text" -> CopyFormat.TEXT;
        case "csv" -> CopyFormat.CSV;
        case "binary" -> CopyFormat.BINARY;
        default ->
            throw failed(
                ErrorCode.INVALID_ARGUMENT, "COPY format \"" + format + "\" not recognized");
      };
    }

    private void requireEncoding() {
      String encoding = values.getOrDefault("encoding", "UTF8").toUpperCase(Locale.ROOT);
      if (!encoding.equals("UTF8") && !encoding.equals("UTF-8")) {
        throw failed(
            ErrorCode.UNSUPPORTED, "COPY supports the encoding UTF8 only: encoding=" + encoding);
      }
    }

    private void requireNone(String... names) {
      for (String name : names) {
        if (values.containsKey(name)) {
          throw failed(
              ErrorCode.SYNTAX_ERROR,
              "cannot specify " + name.toUpperCase(Locale.ROOT) + " in BINARY mode");
        }
      }
    }

    private void requireCsv(String name) {
      if (values.containsKey(name) || lists.containsKey(name)) {
        String words = name.startsWith("force_") ? name.replace('_', ' ') : name;
        throw failed(ErrorCode.UNSUPPORTED, "COPY " + words + " available only in CSV mode");
      }
    }

    private char character(String name, String defaultValue, String label) {
      String value = values.getOrDefault(name, defaultValue);
      if (value.length() != 1 || value.charAt(0) > 0x7f) {
        throw failed(ErrorCode.UNSUPPORTED, label + " must be a single one-byte character");
      }
      if (value.equals("\n") || value.equals("\r")) {
        throw failed(ErrorCode.INVALID_ARGUMENT, label + " cannot be newline or carriage return");
      }
      return value.charAt(0);
    }

    private static void requireDifferent(
        char delimiter, char quote, String nullText, boolean isCsv) {
      if (nullText.indexOf('\n') >= 0 || nullText.indexOf('\r') >= 0) {
        throw failed(
            ErrorCode.INVALID_ARGUMENT,
            "COPY null representation cannot use newline or carriage return");
      }
      if (!isCsv && "\\.abcdefghijklmnopqrstuvwxyz0123456789".indexOf(delimiter) >= 0) {
        throw failed(ErrorCode.INVALID_ARGUMENT, "COPY delimiter cannot be \"" + delimiter + "\"");
      }
      if (isCsv && delimiter == quote) {
        throw failed(ErrorCode.INVALID_ARGUMENT, "COPY delimiter and quote must be different");
      }
      if (nullText.indexOf(delimiter) >= 0) {
        throw failed(
            ErrorCode.INVALID_ARGUMENT, "COPY delimiter must not appear in the NULL specification");
      }
      if (isCsv && nullText.indexOf(quote) >= 0) {
        throw failed(
            ErrorCode.INVALID_ARGUMENT,
            "CSV quote character must not appear in the NULL specification");
      }
    }

    private Header header(boolean isFrom) {
      String value = values.getOrDefault("header", "false").toLowerCase(Locale.ROOT);
      return switch (value) {
        case "true", "on", "1" -> Header.SKIP;
        case "false", "off", "0" -> Header.NONE;
        case "match" -> {
          if (!isFrom) {
            throw failed(ErrorCode.INVALID_ARGUMENT, "cannot use \"match\" with HEADER in COPY TO");
          }
          yield Header.MATCH;
        }
        default ->
            throw failed(
                ErrorCode.INVALID_ARGUMENT, "header requires a Boolean value or \"match\"");
      };
    }

    private Set<String> list(String name) {
      if (values.containsKey(name)) {
        throw failed(
            ErrorCode.INVALID_ARGUMENT,
            "argument to option \"" + name + "\" must be a list of column names");
      }
      return lists.getOrDefault(name, Set.of());
    }

    private static ColonnadeException failed(ErrorCode code, String message) {
      return new ColonnadeException(code, message);
    }
  }
}
