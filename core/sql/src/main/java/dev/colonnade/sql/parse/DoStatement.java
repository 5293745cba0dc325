package dev.colonnade.sql.parse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Reads DO: a text, before or behind which its language may stand. */
final class DoStatement {
  private static final String DEFAULT_LANGUAGE = "plpgsql";

  private static final Pattern PART =
      Pattern.compile(
          "(?:\\s++|--[^\\n]*+(?:\\n|$)|/\\*.*?\\*/)*+(?:"
              + "(?<mark>\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*+)?\\$)(?<body>.*?)\\k<mark>"
              + "|(?<quote>')"
              + "|LANGUAGE\\s+(?<language>\"[^\"]+\"|'[^']+'|[\\p{L}_][\\p{L}\\p{N}_]*+)"
              + "|(?<end>;*+\\s*+$))",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  private DoStatement() {}

  /**
   * The statement of a text.
   *
   * @param start of what follows behind DO
   */
  static SqlNode read(String sql, int start) {
    String language = DEFAULT_LANGUAGE;
    String body = null;
    int offset = -1;
    Matcher part = PART.matcher(sql);
    int at = start;
    while (at < sql.length()) {
      if (!part.region(at, sql.length()).lookingAt()) {
        throw SqlErrors.syntax(sql, firstOf(sql, at) + 1);
      }
      at = part.end();
      if (part.group("end") != null) {
        break;
      }
      if (part.group("language") != null) {
        language = name(part.group("language"));
      } else if (body != null) {
        throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "conflicting or redundant options");
      } else if (part.group("body") != null) {
        body = part.group("body");
        offset = part.start("body");
      } else {
        int end = endOfQuoted(sql, at);
        String quoted = sql.substring(at, end - 1);
        body = quoted.replace("''", "'");
        // Only where nothing was doubled do places in it stand as far apart as in the text.
        offset = body.length() == quoted.length() ? at : -1;
        at = end;
      }
    }
    if (body == null) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, "no inline code specified");
    }
    return new SqlSessionCommand(
        SqlParserPos.ZERO, new SessionCommand.Block(language, body, offset));
  }

  /** Behind the quote that ends what begins at an offset. */
  private static int endOfQuoted(String sql, int from) {
    int end = sql.indexOf('\'', from);
    while (end >= 0 && sql.startsWith("''", end)) {
      end = sql.indexOf('\'', end + 2);
    }
    if (end < 0) {
      throw SqlErrors.syntax(sql, from);
    }
    return end + 1;
  }

  private static int firstOf(String sql, int from) {
    int at = from;
    while (at < sql.length() - 1 && Character.isWhitespace(sql.charAt(at))) {
      at++;
    }
    return at;
  }

  private static String name(String written) {
    boolean isQuoted = written.startsWith("\"") || written.startsWith("'");
    return isQuoted ? written.substring(1, written.length() - 1) : written.toLowerCase(Locale.ROOT);
  }
}
