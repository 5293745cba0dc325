package dev.colonnade.sql.parse;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes the forms that PostgreSQL's users write around words that have a syntax of their own in
 * the grammar: the prefix of the system schema, as in {@code pg_catalog.unnest(x)}, and the
 * parentheses of {@code current_schema()}.
 */
final class SystemPrefix {
  /** Texts and names in quotes, and comments, which are passed over; or what is looked for. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "'[^']*+'|\"[^\"]*+\"|--[^\\n]*+|/\\*.*?\\*/"
              + "|\\b(pg_catalog\\s*\\.\\s*)(?=(?:unnest|current_schema|\\w+_agg)\\s*\\()"
              + "|\\bcurrent_schema\\s*(\\(\\s*\\))",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** Statements without these need no second look. */
  private static final Pattern MENTION =
      Pattern.compile("pg_catalog|current_schema", Pattern.CASE_INSENSITIVE);

  private SystemPrefix() {}

  /** The text with blanks in the place of these, so that positions stay what they are. */
  static String blanked(String sql) {
    if (!MENTION.matcher(sql).find()) {
      return sql;
    }
    Matcher matcher = TOKEN.matcher(sql);
    StringBuilder text = new StringBuilder(sql);
    while (matcher.find()) {
      for (int group = 1; group <= matcher.groupCount(); group++) {
        if (matcher.group(group) != null) {
          int length = matcher.end(group) - matcher.start(group);
          text.replace(matcher.start(group), matcher.end(group), " ".repeat(length));
        }
      }
    }
    return text.toString();
  }
}
