package dev.colonnade.sql.system;

import dev.colonnade.type.ColumnType;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Expressions of the catalogue as users would write them. */
final class ExpressionText {
  /** A text, a name in quotes, or a word that PostgreSQL writes in small letters. */
  private static final Pattern SPECIAL =
      Pattern.compile(
          "(?<charset>_UTF16)(?=')|'[^']*+'|\"(?<name>[^\"]*+)\"|\\b(?<word>TRUE|FALSE)\\b");

  private static final Pattern LITERAL = Pattern.compile("'[^']*+(?:''[^']*+)*+'");

  private ExpressionText() {}

  /** Without quotes around names that need none. */
  static String plain(String expression) {
    Matcher matcher = SPECIAL.matcher(expression);
    return matcher.replaceAll(
        found -> {
          String word = found.group("word");
          if (found.group("charset") != null) {
            return "";
          }
          if (word != null) {
            return word.toLowerCase(Locale.ROOT);
          }
          String name = found.group("name");
          boolean isPlain = name != null && Definitions.quoted(name).equals(name);
          return Matcher.quoteReplacement(isPlain ? name : found.group());
        });
  }

  /** The default of a column of an enum. */
  static String ofEnum(String expression, String type) {
    String plain = plain(expression);
    return LITERAL.matcher(plain).matches() ? plain + "::" + type : plain;
  }

  /** The default of a column; a text alone says what it is read as. */
  static String ofDefault(String expression, ColumnType type) {
    String plain = plain(expression);
    SystemTypes.Type known = SystemTypes.find(SystemTypes.oidOf(type));
    if (known == null || !LITERAL.matcher(plain).matches()) {
      return plain;
    }
    return plain
        + "::"
        + (known.isTrueArray()
            ? SystemTypes.format(known, SystemTypes.NO_MODIFIER)
            : SystemTypes.sqlName(known));
  }
}
