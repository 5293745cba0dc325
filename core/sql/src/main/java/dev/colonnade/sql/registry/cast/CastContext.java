package dev.colonnade.sql.registry.cast;

/** Context of a cast, from the one that allows the fewest casts to the one that allows all. */
public enum CastContext {
  /** Arguments and operands. */
  IMPLICIT('i'),
  /** Values that are assigned to columns. */
  ASSIGNMENT('a'),
  /** CAST and {@code ::}. */
  EXPLICIT('e');

  private final char letter;

  CastContext(char letter) {
    this.letter = letter;
  }

  /** Returns the letter in {@code pg_cast}. */
  public char letter() {
    return letter;
  }

  static CastContext of(char letter) {
    return switch (letter) {
      case 'i' -> IMPLICIT;
      case 'a' -> ASSIGNMENT;
      case 'e' -> EXPLICIT;
      default -> throw new IllegalArgumentException("no such context of casts: letter=" + letter);
    };
  }

  /** Returns whether a cast that is declared for a context applies in this one. */
  public boolean allows(CastContext declared) {
    return compareTo(declared) >= 0;
  }
}
