package dev.colonnade.sql.registry.type;

/** Form of a type, as {@code pg_type.typtype} has it. */
public enum TypeForm {
  BASE('b'),
  COMPOSITE('c'),
  DOMAIN('d'),
  ENUM('e'),
  MULTIRANGE('m'),
  PSEUDO('p'),
  RANGE('r');

  private final char letter;

  TypeForm(char letter) {
    this.letter = letter;
  }

  /** Returns the letter in {@code pg_type}. */
  public char letter() {
    return letter;
  }

  /** Returns the form of a letter in {@code pg_type}. */
  static TypeForm of(char letter) {
    for (TypeForm form : values()) {
      if (form.letter == letter) {
        return form;
      }
    }
    throw new IllegalArgumentException("no such form of types: letter=" + letter);
  }
}
