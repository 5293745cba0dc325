package dev.colonnade.sql.system.object;

import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.system.SystemTypes;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Formatter of catalog expressions in the form in which users write them. */
final class ExpressionText {
  /** String literal, quoted identifier, or keyword that PostgreSQL writes in lower case. */
  private static final Pattern SPECIAL =
      Pattern.compile(
          "(?<charset>_UTF16)(?=')|'[^']*+'|\"(?<name>[^\"]*+(?:\"\"[^\"]*+)*+)\"|\\b(?<word>TRUE|FALSE)\\b");

  private static final Pattern LITERAL = Pattern.compile("'[^']*+(?:''[^']*+)*+'");

  private ExpressionText() {}

  /** Returns the expression without unnecessary quotes around identifiers. */
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
          boolean isPlain = name != null && DdlText.quoted(name).equals(name);
          return Matcher.quoteReplacement(isPlain ? name : found.group());
        });
  }

  /** Returns the default expression of a column of an enum type. */
  static String ofEnum(String expression, String type) {
    String plain = plain(expression);
    return LITERAL.matcher(plain).matches() ? plain + "::" + type : plain;
  }

  /** Returns the default expression of a column; a string literal and NULL get an explicit cast. */
  static String ofDefault(String expression, long typeOid) {
    String plain = plain(expression);
    SystemTypes.Type known = SystemTypes.find(typeOid);
    boolean isLiteral = plain.equals("NULL") || LITERAL.matcher(plain).matches();
    if (known == null || !isLiteral) {
      return plain;
    }
    return plain
        + "::"
        + (known.isTrueArray()
            ? SystemTypes.format(known, SystemTypes.NO_MODIFIER)
            : known.oid() == TypeOids.BPCHAR
                ? "bpchar" // character would be one character
                : SystemTypes.sqlName(known));
  }
}
