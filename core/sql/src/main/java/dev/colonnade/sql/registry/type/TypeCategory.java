package dev.colonnade.sql.registry.type;

/**
 * Category of a type, as {@code pg_type.typcategory} has it. Resolution prefers candidates by the
 * category of the arguments, and types of different categories have no common type.
 */
public enum TypeCategory {
  ARRAY('A'),
  BOOLEAN('B'),
  COMPOSITE('C'),
  DATE_TIME('D'),
  ENUM('E'),
  GEOMETRIC('G'),
  NETWORK('I'),
  NUMERIC('N'),
  PSEUDO('P'),
  RANGE('R'),
  STRING('S'),
  TIME_SPAN('T'),
  USER('U'),
  BIT_STRING('V'),
  UNKNOWN('X'),
  INTERNAL('Z');

  private final char letter;

  TypeCategory(char letter) {
    this.letter = letter;
  }

  /** Returns the letter in {@code pg_type}. */
  public char letter() {
    return letter;
  }

  /** Returns the category of a letter in {@code pg_type}. */
  static TypeCategory of(char letter) {
    for (TypeCategory category : values()) {
      if (category.letter == letter) {
        return category;
      }
    }
    throw new IllegalArgumentException("no such category of types: letter=" + letter);
  }
}
