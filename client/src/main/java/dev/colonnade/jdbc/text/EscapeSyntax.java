package dev.colonnade.jdbc.text;

import java.util.Locale;

/**
 * JDBC's escapes, <code>{d '2024-01-01'}</code> and its like, as SQL. What is not known stays as it
 * is, for the server to refuse.
 */
public final class EscapeSyntax {
  private EscapeSyntax() {}

  /** The statement without escapes. */
  public static String translate(String sql) {
    return sql.indexOf('{') < 0 ? sql : translated(sql);
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
      int next = Math.min(sql.length(), SqlText.skip(sql, at));
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
      at = SqlText.skip(sql, at);
    }
    return -1;
  }

  private static String replacement(String content) {
    String stripped = content.strip();
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
      case "call" -> "SELECT * FROM " + (rest.endsWith(")") ? rest : rest + "()");
      default -> "{" + translate(content) + "}";
    };
  }
}
