package dev.colonnade.sql.registry.cast;

/** Method of a cast. */
public enum CastMethod {
  /** A function converts the value. */
  FUNCTION('f'),
  /** Both types have the same representation. */
  BINARY('b'),
  /** The text of the value is read as one of the other type. */
  IN_OUT('i');

  private final char letter;

  CastMethod(char letter) {
    this.letter = letter;
  }

  /** Returns the letter in {@code pg_cast}. */
  public char letter() {
    return letter;
  }

  static CastMethod of(char letter) {
    return switch (letter) {
      case 'f' -> FUNCTION;
      case 'b' -> BINARY;
      case 'i' -> IN_OUT;
      default -> throw new IllegalArgumentException("no such method of casts: letter=" + letter);
    };
  }
}
