package dev.colonnade.shell.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.jdbc.text.SqlScanner;
import dev.colonnade.sql.command.copy.CopyOptionReader;
import dev.colonnade.sql.copy.CopyFormat;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.command.CopyCommand;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Parsed COPY between a table or query and the shell.
 *
 * @param subject text of the table, with its columns if they are listed, or of the query
 * @param isQuery whether the subject is a query
 * @param columns listed columns; empty for all
 * @param place file, program or stream
 */
public record CopyRequest(
    String subject, boolean isQuery, List<String> columns, Place place, CopyOptions options) {
  /** Kind of a place that rows come from or go to. */
  public enum PlaceKind {
    /** File of the shell's machine. */
    FILE,
    /** Command of the shell's machine. */
    PROGRAM,
    /** Input of the shell, or the destination of results. */
    STREAM,
    /** Standard input or output of the shell's process. */
    STANDARD_STREAM
  }

  /** Place that rows come from or go to; the name is that of a file, or a command. */
  public record Place(PlaceKind kind, String name) {}

  public CopyRequest {
    requireNonNull(subject, "subject is null");
    columns = List.copyOf(columns);
    requireNonNull(place, "place is null");
    requireNonNull(options, "options is null");
  }

  /**
   * Parses the arguments of {@code \copy}.
   *
   * @throws IllegalArgumentException if they are invalid; its message states why
   */
  public static CopyRequest parse(String arguments) {
    Split split = Split.of(arguments);
    int[] end = new int[1];
    Place place = place(split.rest, end);
    return parse(split, place, split.rest.substring(end[0]));
  }

  /**
   * Returns the request of a COPY statement whose rows are exchanged with the client; empty for
   * other statements.
   */
  public static Optional<CopyRequest> ofStatement(String sql) {
    if (!SqlScanner.firstKeyword(sql).equals("COPY")) {
      return Optional.empty();
    }
    try {
      if (!(SqlParser.parse(sql).getFirst().statement() instanceof CopyCommand copy)
          || copy.place().name() != null) {
        return Optional.empty();
      }
      return Optional.of(parse(sql.substring(sql.toUpperCase(Locale.ROOT).indexOf("COPY") + 4)));
    } catch (ColonnadeException | IllegalArgumentException invalid) {
      return Optional.empty(); // the server reports the error with its position
    }
  }

  private static CopyRequest parse(Split split, Place place, String rest) {
    String sql =
        "COPY %s %s %s %s"
            .formatted(
                split.subject,
                split.isFrom ? "FROM" : "TO",
                split.isFrom ? "STDIN" : "STDOUT",
                rest);
    CopyCommand command;
    CopyOptions options;
    try {
      command = (CopyCommand) SqlParser.parse(sql).getFirst().statement();
      options = CopyOptionReader.read(command.options(), split.isFrom);
    } catch (ColonnadeException invalid) {
      throw new IllegalArgumentException("\\copy: " + invalid.getMessage(), invalid);
    }
    if (command.condition() != null) {
      throw new IllegalArgumentException("\\copy: WHERE is not supported");
    }
    boolean isText = options.format() == CopyFormat.TEXT || options.format() == CopyFormat.CSV;
    if (!isText && !(split.isFrom && options.format().isColumnar())) {
      throw new IllegalArgumentException(
          "\\copy: the format must be text or csv, or parquet, arrow or arrow_stream to read");
    }
    if (!isText && place.kind() == PlaceKind.STREAM) {
      throw new IllegalArgumentException("\\copy: the format needs a file or a program");
    }
    boolean isQuery = command.subject().query() != null;
    String subject = split.subject.strip();
    return new CopyRequest(
        isQuery ? subject.substring(1, subject.length() - 1) : subject,
        isQuery,
        command.subject().columns(),
        place,
        options);
  }

  /** Returns the name of the table, without its columns. */
  String table() {
    int at = 0;
    while (at < subject.length() && subject.charAt(at) != '(') {
      at = SqlScanner.skip(subject, at);
    }
    return subject.substring(0, Math.min(at, subject.length())).strip();
  }

  private static Place place(String rest, int[] end) {
    int start = rest.length() - rest.stripLeading().length();
    int wordEnd = wordEnd(rest, start);
    String word = rest.substring(start, wordEnd);
    switch (word.toLowerCase(Locale.ROOT)) {
      case "" -> throw new IllegalArgumentException("\\copy: parse error at end of line");
      case "stdin", "stdout" -> {
        end[0] = wordEnd;
        return new Place(PlaceKind.STREAM, "");
      }
      case "pstdin", "pstdout" -> {
        end[0] = wordEnd;
        return new Place(PlaceKind.STANDARD_STREAM, "");
      }
      case "program" -> {
        int from = wordEnd + rest.substring(wordEnd).indexOf('\'');
        if (from < wordEnd) {
          throw new IllegalArgumentException("\\copy: a program must be a quoted text");
        }
        end[0] = wordEnd(rest, from);
        return new Place(PlaceKind.PROGRAM, unquoted(rest.substring(from, end[0])));
      }
      default -> {
        end[0] = wordEnd;
        return new Place(PlaceKind.FILE, unquoted(word));
      }
    }
  }

  private static int wordEnd(String text, int from) {
    int at = from;
    while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
      char next = text.charAt(at);
      at = next == '\'' || next == '"' ? SqlScanner.skip(text, at) : at + 1;
    }
    if (at > text.length()) {
      throw new IllegalArgumentException("\\copy: unterminated quoted string");
    }
    return at;
  }

  private static String unquoted(String word) {
    boolean isQuoted = word.length() > 1 && (word.charAt(0) == '\'' || word.charAt(0) == '"');
    String quote = word.substring(0, Math.min(1, word.length()));
    return isQuoted ? word.substring(1, word.length() - 1).replace(quote + quote, quote) : word;
  }

  /** Arguments, divided at FROM or TO. */
  private record Split(String subject, boolean isFrom, String rest) {
    static Split of(String arguments) {
      int depth = 0;
      int at = 0;
      while (at < arguments.length()) {
        char next = arguments.charAt(at);
        depth += next == '(' ? 1 : next == ')' ? -1 : 0;
        boolean isFrom = depth == 0 && isWord(arguments, at, "from");
        if (isFrom || (depth == 0 && isWord(arguments, at, "to"))) {
          int end = at + (isFrom ? "from" : "to").length();
          return new Split(arguments.substring(0, at), isFrom, arguments.substring(end));
        }
        at = SqlScanner.skip(arguments, at);
      }
      throw new IllegalArgumentException(
          "\\copy: arguments required: TABLE or (QUERY), FROM or TO");
    }

    private static boolean isWord(String text, int at, String word) {
      int end = at + word.length();
      return text.regionMatches(true, at, word, 0, word.length())
          && at > 0
          && isBoundary(text.charAt(at - 1))
          && (end == text.length() || isBoundary(text.charAt(end)));
    }

    private static boolean isBoundary(char next) {
      return Character.isWhitespace(next) || "()'\"".indexOf(next) >= 0;
    }
  }
}
