package dev.colonnade.sql.command.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.copy.CopyFormat;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.setting.SettingKind;
import dev.colonnade.sql.syntax.command.CopyCommand.CopyOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reader of the options of COPY. Its checks are in PostgreSQL's order. */
public final class CopyOptionReader {
  private static final Set<String> COLUMN_LISTS =
      Set.of("force_quote", "force_not_null", "force_null");
  private static final Set<String> TEXTS = Set.of("delimiter", "null", "quote", "escape");
  private static final String NOT_IN_TEXT = "\\.abcdefghijklmnopqrstuvwxyz0123456789";
  private static final String EVERY = CopyOptions.Quoting.EVERY;

  private final boolean isFrom;
  private final Map<String, CopyOption> given = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private CopyFormat format = CopyFormat.TEXT;
  private CopyOptions.Header header = CopyOptions.Header.NONE;

  private CopyOptionReader(boolean isFrom) {
    this.isFrom = isFrom;
  }

  /**
   * Returns the options.
   *
   * @throws ColonnadeException if one is invalid, or if some exclude each other
   */
  public static CopyOptions read(List<CopyOption> options, boolean isFrom) {
    CopyOptionReader reader = new CopyOptionReader(isFrom);
    options.forEach(reader::add);
    return reader.build();
  }

  private void add(CopyOption option) {
    String name = option.name();
    boolean isText = TEXTS.contains(name);
    boolean isList = COLUMN_LISTS.contains(name);
    if (!isText && !isList && !Set.of("format", "freeze", "header", "encoding").contains(name)) {
      throw at(option, ErrorCode.SYNTAX_ERROR, "option \"%s\" not recognized".formatted(name));
    }
    if (given.put(name, option) != null) {
      throw at(option, ErrorCode.SYNTAX_ERROR, "conflicting or redundant options");
    }
    if (isText) {
      texts.put(name, textOf(option));
    } else if (isList) {
      requireColumns(option);
    } else {
      switch (name) {
        case "format" -> format = formatOf(option);
        case "freeze" -> requireBoolean(option);
        case "header" -> header = headerOf(option);
        default -> requireEncoding(option);
      }
    }
  }

  private static String textOf(CopyOption option) {
    if (option.values().isEmpty()) {
      throw failed(ErrorCode.SYNTAX_ERROR, option.name() + " requires a parameter");
    }
    return String.join(".", option.values());
  }

  private static void requireColumns(CopyOption option) {
    boolean isEvery = option.name().equals("force_quote") && option.values().equals(List.of(EVERY));
    if (!option.list() && !isEvery) {
      throw at(
          option,
          ErrorCode.INVALID_ARGUMENT,
          "argument to option \"%s\" must be a list of column names".formatted(option.name()));
    }
  }

  private static CopyFormat formatOf(CopyOption option) {
    String name = textOf(option);
    return switch (name) {
      case "text" -> CopyFormat.TEXT;
      case "csv" -> CopyFormat.CSV;
      case "binary" -> CopyFormat.BINARY;
      case "jsonl" -> CopyFormat.JSON_LINES;
      case "arrow" -> CopyFormat.ARROW;
      case "arrow_stream" -> CopyFormat.ARROW_STREAM;
      case "parquet" -> CopyFormat.PARQUET;
      default ->
          throw at(
              option,
              ErrorCode.INVALID_ARGUMENT,
              "COPY format \"%s\" not recognized".formatted(name));
    };
  }

  private static @Nullable Boolean booleanOf(CopyOption option) {
    if (option.values().isEmpty()) {
      return true;
    }
    return switch (textOf(option).toLowerCase(Locale.ROOT)) {
      case "true", "on", "1" -> true;
      case "false", "off", "0" -> false;
      default -> null;
    };
  }

  private static void requireBoolean(CopyOption option) {
    if (booleanOf(option) == null) {
      throw failed(ErrorCode.SYNTAX_ERROR, option.name() + " requires a Boolean value");
    }
  }

  private CopyOptions.Header headerOf(CopyOption option) {
    Boolean isOn = booleanOf(option);
    if (isOn != null) {
      return isOn ? CopyOptions.Header.SKIP : CopyOptions.Header.NONE;
    }
    String value = textOf(option);
    if (!value.equalsIgnoreCase("match")) {
      throw failed(ErrorCode.SYNTAX_ERROR, "header requires a Boolean value or \"match\"");
    }
    if (!isFrom) {
      throw failed(
          ErrorCode.UNSUPPORTED, "cannot use \"%s\" with HEADER in COPY TO".formatted(value));
    }
    return CopyOptions.Header.MATCH;
  }

  private static void requireEncoding(CopyOption option) {
    String name = textOf(option);
    if (!SettingKind.isEncoding(name)) {
      throw at(
          option,
          ErrorCode.INVALID_ARGUMENT,
          "argument to option \"encoding\" must be a valid encoding name");
    }
    String plain = name.toUpperCase(Locale.ROOT);
    if (!Set.of("UTF8", "UTF-8", "UNICODE", "SQL_ASCII").contains(plain)) {
      throw at(
          option, ErrorCode.UNSUPPORTED, "COPY supports the encoding UTF8 only: encoding=" + plain);
    }
  }

  private CopyOptions build() {
    if (format == CopyFormat.BINARY) {
      requireNotBinary("delimiter");
      requireNotBinary("null");
    }
    if (format == CopyFormat.JSON_LINES || format.isColumnar()) {
      for (String name : List.of("delimiter", "null", "header")) {
        requireNone(name, format.name().toLowerCase(Locale.ROOT).replace("json_lines", "jsonl"));
      }
    }
    boolean isCsv = format == CopyFormat.CSV;
    String delimiter = texts.getOrDefault("delimiter", isCsv ? "," : "\t");
    String nullText = texts.getOrDefault("null", isCsv ? "" : "\\N");
    requireDelimiter(delimiter, nullText, isCsv);
    if (format == CopyFormat.BINARY && header != CopyOptions.Header.NONE) {
      throw failed(ErrorCode.UNSUPPORTED, "cannot specify HEADER in BINARY mode");
    }
    String quote = quoting("quote", "\"", isCsv);
    if (isCsv && delimiter.equals(quote)) {
      throw failed(ErrorCode.INVALID_ARGUMENT, "COPY delimiter and quote must be different");
    }
    String escape = quoting("escape", quote, isCsv);
    CopyOptions.Quoting quoting =
        new CopyOptions.Quoting(
            quote.charAt(0),
            escape.charAt(0),
            columns("force_quote", false),
            columns("force_not_null", true),
            columns("force_null", true));
    if (nullText.contains(delimiter)) {
      throw failed(
          ErrorCode.UNSUPPORTED, "COPY delimiter must not appear in the NULL specification");
    }
    if (isCsv && nullText.contains(quote)) {
      throw failed(
          ErrorCode.UNSUPPORTED, "CSV quote character must not appear in the NULL specification");
    }
    return new CopyOptions(isFrom, format, delimiter.charAt(0), nullText, header, quoting);
  }

  private void requireNotBinary(String name) {
    if (given.containsKey(name)) {
      throw failed(
          ErrorCode.SYNTAX_ERROR,
          "cannot specify %s in BINARY mode".formatted(name.toUpperCase(Locale.ROOT)));
    }
  }

  private void requireNone(String name, String label) {
    if (given.containsKey(name)) {
      throw failed(
          ErrorCode.SYNTAX_ERROR,
          "cannot specify %s with the format %s".formatted(name.toUpperCase(Locale.ROOT), label));
    }
  }

  private static void requireDelimiter(String delimiter, String nullText, boolean isCsv) {
    requireOneByte("delimiter", delimiter);
    if (isLineEnd(delimiter)) {
      throw failed(
          ErrorCode.INVALID_ARGUMENT, "COPY delimiter cannot be newline or carriage return");
    }
    if (isLineEnd(nullText)) {
      throw failed(
          ErrorCode.INVALID_ARGUMENT,
          "COPY null representation cannot use newline or carriage return");
    }
    if (!isCsv && NOT_IN_TEXT.contains(delimiter)) {
      throw failed(
          ErrorCode.INVALID_ARGUMENT, "COPY delimiter cannot be \"%s\"".formatted(delimiter));
    }
  }

  private static boolean isLineEnd(String text) {
    return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
  }

  private static void requireOneByte(String name, String text) {
    if (text.length() != 1 || text.charAt(0) > 0x7f) {
      throw failed(
          ErrorCode.UNSUPPORTED, "COPY %s must be a single one-byte character".formatted(name));
    }
  }

  private String quoting(String name, String otherwise, boolean isCsv) {
    String text = texts.get(name);
    if (text != null) {
      requireCsv(name, isCsv);
      requireOneByte(name, text);
    }
    return text == null ? otherwise : text;
  }

  private static void requireCsv(String words, boolean isCsv) {
    if (!isCsv) {
      throw failed(ErrorCode.UNSUPPORTED, "COPY %s available only in CSV mode".formatted(words));
    }
  }

  private Set<String> columns(String name, boolean ofFrom) {
    CopyOption option = given.get(name);
    if (option == null) {
      return Set.of();
    }
    String words = name.replace('_', ' ');
    requireCsv(words, format == CopyFormat.CSV);
    if (isFrom != ofFrom) {
      throw failed(
          ErrorCode.UNSUPPORTED,
          "COPY %s only available using COPY %s".formatted(words, ofFrom ? "FROM" : "TO"));
    }
    return new HashSet<>(option.values());
  }

  private static ColonnadeException at(CopyOption option, ErrorCode code, String message) {
    return new ColonnadeException(code, message, ErrorFields.at(option.position() + 1));
  }

  private static ColonnadeException failed(ErrorCode code, String message) {
    return new ColonnadeException(code, message);
  }
}
