package dev.colonnade.sql.block.parse;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A variable that a block declares, or that is there by itself.
 *
 * @param index its place among all variables of the text
 * @param initial what it is at first; null for NULL
 */
public record Variable(
    int index, String name, DeclaredType type, Terms terms, @Nullable Fragment initial) {
  public Variable {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(terms, "terms is null");
  }

  /** Whether it has fields. */
  public boolean isRow() {
    return type.form() == Form.RECORD || type.form() == Form.OF_ROW;
  }

  /**
   * What may become of it.
   *
   * @param position where it is declared, counted from 1; 0 if it is not
   */
  public record Terms(boolean constant, boolean notNull, int position) {
    /** Can be anything. */
    static final Terms NONE = new Terms(false, false, 0);
  }

  /** How its type is said. */
  public enum Form {
    /** By a name of SQL's. */
    PLAIN,
    /** As that of a column. */
    OF_COLUMN,
    /** A row of a table. */
    OF_ROW,
    /** A row of any query. */
    RECORD
  }

  /**
   * The type as it is declared.
   *
   * @param text the type's name, or that of the column or table
   */
  public record DeclaredType(Form form, String text, int position) {
    /** A type of SQL's. */
    static DeclaredType plain(String text) {
      return new DeclaredType(Form.PLAIN, text, 0);
    }

    public DeclaredType {
      requireNonNull(form, "form is null");
      requireNonNull(text, "text is null");
    }
  }
}
