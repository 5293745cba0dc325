package dev.colonnade.sql.lexer;

import java.util.Arrays;

/** Hash table of the keywords, searched by characters of the text without copying them. */
final class KeywordTable {
  private static final int SLOTS = 2048;
  private static final int LENGTH_MAX = 17;
  private static final Keyword[] KEYWORDS = Keyword.values();
  private static final short[] TABLE = table();

  private KeywordTable() {}

  /** Returns the ordinal of a keyword in either case, -1 if the characters are none. */
  static int find(CharSequence text, int start, int end) {
    int length = end - start;
    if (length > LENGTH_MAX || length < 2) {
      return -1;
    }
    int hash = 0;
    for (int i = start; i < end; i++) {
      hash = hash * 31 + lower(text.charAt(i));
    }
    for (int slot = slot(hash); TABLE[slot] >= 0; slot = (slot + 1) % SLOTS) {
      if (matches(KEYWORDS[TABLE[slot]].word(), text, start, length)) {
        return TABLE[slot];
      }
    }
    return -1;
  }

  /** Returns the keyword of an ordinal. */
  static Keyword keyword(int ordinal) {
    return KEYWORDS[ordinal];
  }

  private static boolean matches(String word, CharSequence text, int start, int length) {
    if (word.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (word.charAt(i) != lower(text.charAt(start + i))) {
        return false;
      }
    }
    return true;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
  }

  private static int slot(int hash) {
    return (hash ^ hash >>> 11) & SLOTS - 1;
  }

  private static short[] table() {
    short[] table = new short[SLOTS];
    Arrays.fill(table, (short) -1);
    for (Keyword keyword : KEYWORDS) {
      int hash = 0;
      for (int i = 0; i < keyword.word().length(); i++) {
        hash = hash * 31 + keyword.word().charAt(i);
      }
      int slot = slot(hash);
      while (table[slot] >= 0) {
        slot = (slot + 1) % SLOTS;
      }
      table[slot] = (short) keyword.number();
    }
    return table;
  }
}
