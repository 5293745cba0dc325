package dev.colonnade.jdbc.text;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Translation of JDBC escape sequences such as <code>{d '2024-01-01'}</code> to SQL. Unknown
 * escapes are left as they are and rejected by the server.
 */
public final class EscapeSyntax {
  private static final Pattern CALL_WITH_RESULT =
      Pattern.compile("^\\?\\s*=\\s*call\\b", Pattern.CASE_INSENSITIVE);

  private EscapeSyntax() {}

  /**
   * Returns whether a statement is <code>{? = call ...}</code>, whose first parameter is an output
   * parameter.
   */
  public static boolean isCallWithResult(String sql) {
    String stripped = sql.strip();
    return stripped.startsWith("{")
        && CALL_WITH_RESULT.matcher(stripped.substring(1).strip()).find();
  }

  /** Returns a statement with its escapes translated. */
  public static String translate(String sql) {
    return sql.indexOf('{') < 0 ? sql : translated(sql);
  }

  /**
   * Returns a statement with {@code ??}, the escape of a question mark that is not a parameter,
   * replaced by {@code ?}.
   */
  public static String unescapeQuestionMarks(String sql) {
    if (!sql.contains("??")) {
      return sql;
    }
    StringBuilder out = new StringBuilder(sql.length());
    int at = 0;
    while (at < sql.length()) {
      if (sql.startsWith("??", at)) {
        out.append('?');
        at += 2;
        continue;
      }
      int next = Math.min(sql.length(), SqlScanner.skip(sql, at));
      out.append(sql, at, next);
      at = next;
    }
    return out.toString();
  }

  private static String translated(String sql) {
    StringBuilder out = new StringBuilder(sql.length());
    int at = 0;
    while (at < sql.length()) {
      if (sql.charAt(at) == '{') {
        int close = closing(sql, at + 1);
        if (close >= 0) {
          out.append(replacement(sql.substring(at + 1, close)));
          at = close + 1;
          continue;
        }
      }
      int next = Math.min(sql.length(), SqlScanner.skip(sql, at));
      out.append(sql, at, next);
      at = next;
    }
    return out.toString();
  }

  private static int closing(String sql, int from) {
    int depth = 1;
    int at = from;
    while (at < sql.length()) {
      char next = sql.charAt(at);
      if (next == '}' && --depth == 0) {
        return at;
      }
      if (next == '{') {
        depth++;
      }
      at = SqlScanner.skip(sql, at);
    }
    return -1;
  }

  private static String replacement(String content) {
    String stripped = CALL_WITH_RESULT.matcher(content.strip()).replaceFirst("call");
    int wordEnd = 0;
    while (wordEnd < stripped.length() && Character.isLetter(stripped.charAt(wordEnd))) {
      wordEnd++;
    }
    String rest = translate(stripped.substring(wordEnd).strip());
    return switch (stripped.substring(0, wordEnd).toLowerCase(Locale.ROOT)) {
      case "d" -> "DATE " + rest;
      case "t" -> "TIME " + rest;
      case "ts" -> "TIMESTAMP " + rest;
      case "escape" -> "ESCAPE " + rest;
      case "limit" -> "LIMIT " + rest;
      case "fn" -> EscapeFunctions.translate(rest);
      case "oj" -> rest;
      case "call" -> "SELECT * FROM " + (rest.endsWith(")") ? rest : rest + "()") + " AS result";
      default -> "{" + translate(content) + "}";
    };
  }
}
