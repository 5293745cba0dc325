package dev.colonnade.sql.block.tree;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Variable that a block declares, or that is predefined.
 *
 * @param index among all variables of the text
 * @param initial expression of its initial value; null for NULL
 */
public record BlockVariable(
    int index,
    String name,
    DeclaredType type,
    Restrictions restrictions,
    @Nullable SqlFragment initial) {
  public BlockVariable {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(restrictions, "restrictions is null");
  }

  /** Returns whether the variable has fields. */
  public boolean isRow() {
    return type.form() == Form.RECORD || type.form() == Form.OF_ROW;
  }

  /**
   * Restrictions of a variable.
   *
   * @param position of its declaration, counted from 1; 0 if it is predefined
   */
  public record Restrictions(boolean constant, boolean notNull, int position) {
    /** No restriction. */
    public static final Restrictions NONE = new Restrictions(false, false, 0);
  }

  /** Form of a type declaration. */
  public enum Form {
    /** Name of a SQL type. */
    PLAIN,
    /** {@code %TYPE}: the type of a column. */
    OF_COLUMN,
    /** {@code %ROWTYPE}: a row of a table. */
    OF_ROW,
    /** RECORD: a row of any query. */
    RECORD
  }

  /**
   * Declared type.
   *
   * @param text the name of the type, the column or the table
   */
  public record DeclaredType(Form form, String text, int position) {
    /** Returns the declaration of a SQL type. */
    public static DeclaredType plain(String text) {
      return new DeclaredType(Form.PLAIN, text, 0);
    }

    public DeclaredType {
      requireNonNull(form, "form is null");
      requireNonNull(text, "text is null");
    }
  }
}
