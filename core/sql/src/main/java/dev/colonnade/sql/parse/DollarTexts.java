package dev.colonnade.sql.parse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts between dollar signs, as in {@code $$it's$$} or {@code $tag$ ... $tag$}, as the grammar
 * knows texts. Blanks behind them keep what follows where it stood.
 */
final class DollarTexts {
  private static final Pattern MENTION = Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*+)?\\$");

  /** Texts and names in quotes, and comments, which are passed over; or what is looked for. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_$])[eE]'[^'\\\\]*+(?:(?:\\\\.|'')[^'\\\\]*+)*+'"
              + "|'[^']*+'|\"[^\"]*+\"|--[^\\n]*+|/\\*.*?\\*/"
              + "|(?<![\\p{L}\\p{N}_$])(?<mark>\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*+)?\\$)"
              + "(?<text>.*?)\\k<mark>",
          Pattern.DOTALL);

  private DollarTexts() {}

  /** The statement with such texts in single quotes. */
  static String quoted(String sql) {
    if (sql.indexOf('$') < 0 || !MENTION.matcher(sql).find()) {
      return sql;
    }
    Matcher matcher = TOKEN.matcher(sql);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String text = matcher.group("text");
      matcher.appendReplacement(
          result, Matcher.quoteReplacement(text == null ? matcher.group() : padded(matcher, text)));
    }
    return matcher.appendTail(result).toString();
  }

  private static String padded(Matcher matcher, String text) {
    String literal = "'" + text.replace("'", "''") + "'";
    int missing = matcher.end() - matcher.start() - literal.length();
    return missing > 0 ? literal + " ".repeat(missing) : literal;
  }
}
