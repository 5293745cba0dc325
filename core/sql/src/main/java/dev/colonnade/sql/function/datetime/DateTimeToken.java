package dev.colonnade.sql.function.datetime;

import static java.util.Objects.requireNonNull;

/** Part of the text of a date or time. */
record DateTimeToken(Kind kind, String text) {
  /** Kind of a part, by its characters. */
  enum Kind {
    /** Digits, perhaps with a point. */
    NUMBER,
    /** Letters. */
    WORD,
    /** Numbers, or a number and a word, with separators; also the name of a zone. */
    DATE,
    /** Numbers with colons. */
    TIME,
    /** Sign and number. */
    ZONE,
    /** Sign and letters. */
    SIGNED_WORD
  }

  DateTimeToken {
    requireNonNull(kind, "kind is null");
    requireNonNull(text, "text is null");
  }

  boolean startsWithDigit() {
    return !text.isEmpty() && isDigit(text.charAt(0));
  }

  static boolean isDigit(int letter) {
    return letter >= '0' && letter <= '9';
  }
}
