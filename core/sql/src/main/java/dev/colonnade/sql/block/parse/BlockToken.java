package dev.colonnade.sql.block.parse;

import static java.util.Objects.requireNonNull;

/**
 * Token of PL/pgSQL: a word, text, number or operator.
 *
 * @param text of words in lower case, of quoted identifiers without quotes, otherwise as written
 * @param start offset of its first character, from 0
 * @param end offset behind its last character
 */
record BlockToken(Kind kind, String text, int start, int end) {
  enum Kind {
    WORD,
    /** Quoted identifier. */
    NAME,
    TEXT,
    NUMBER,
    SIGN,
    END
  }

  BlockToken {
    requireNonNull(kind, "kind is null");
    requireNonNull(text, "text is null");
  }

  /** Returns whether the token is this word or operator. */
  boolean is(String expected) {
    return (kind == Kind.WORD || kind == Kind.SIGN) && text.equals(expected);
  }

  boolean isOneOf(String... expected) {
    for (String one : expected) {
      if (is(one)) {
        return true;
      }
    }
    return false;
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.NAME;
  }

  boolean isEnd() {
    return kind == Kind.END;
  }

  /** Returns the value of a quoted text. */
  String value() {
    if (text.startsWith("$")) {
      int tag = text.indexOf('$', 1) + 1;
      return text.substring(tag, text.length() - tag);
    }
    boolean escapes = text.charAt(0) != '\'';
    String inner = text.substring(escapes ? 2 : 1, text.length() - 1).replace("''", "'");
    return escapes ? unescaped(inner) : inner;
  }

  private static String unescaped(String text) {
    StringBuilder result = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        c =
            switch (text.charAt(i)) {
              case 'n' -> '\n';
              case 't' -> '\t';
              case 'r' -> '\r';
              case 'b' -> '\b';
              case 'f' -> '\f';
              default -> text.charAt(i);
            };
      }
      result.append(c);
    }
    return result.toString();
  }
}
