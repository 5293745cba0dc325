package dev.colonnade.error;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Additional fields of an error: position, object names, detail, hint and origin.
 *
 * @param position position in the statement's text, in characters from 1; 0 if the error has none
 * @param object schema of the table or type that the error concerns, and the type
 * @param table the table that the error concerns
 * @param column the column that the error concerns
 * @param constraint the violated constraint
 * @param detail secondary message with more detail
 * @param hint suggestion for a remedy
 * @param origin location of the error inside of the statement
 */
public record ErrorFields(
    int position,
    ErrorObject object,
    @Nullable String table,
    @Nullable String column,
    @Nullable String constraint,
    @Nullable String detail,
    @Nullable String hint,
    ErrorOrigin origin) {
  /** Fields of an error that has none. */
  public static final ErrorFields NONE =
      new ErrorFields(0, ErrorObject.NONE, null, null, null, null, null, ErrorOrigin.NONE);

  public ErrorFields {
    requireNonNull(object, "object is null");
    requireNonNull(origin, "origin is null");
    if (position < 0) {
      throw new IllegalArgumentException("position below 0 position=" + position);
    }
  }

  /** Returns fields with only a position, in characters from 1; {@link #NONE} for 0. */
  public static ErrorFields at(int position) {
    return position == 0 ? NONE : NONE.withPosition(position);
  }

  public ErrorFields withPosition(int other) {
    return new ErrorFields(other, object, table, column, constraint, detail, hint, origin);
  }

  public ErrorFields withTable(String other) {
    return new ErrorFields(position, object, other, column, constraint, detail, hint, origin);
  }

  /**
   * Returns fields with a table.
   *
   * @param schemaId id of its schema, of which the session finds the name
   */
  public ErrorFields withTable(String other, int schemaId) {
    return withObject(object.withSchemaId(schemaId)).withTable(other);
  }

  public ErrorFields withObject(ErrorObject other) {
    return new ErrorFields(position, other, table, column, constraint, detail, hint, origin);
  }

  public ErrorFields withColumn(String other) {
    return new ErrorFields(position, object, table, other, constraint, detail, hint, origin);
  }

  public ErrorFields withConstraint(String other) {
    return new ErrorFields(position, object, table, column, other, detail, hint, origin);
  }

  public ErrorFields withDetail(String other) {
    return new ErrorFields(position, object, table, column, constraint, other, hint, origin);
  }

  public ErrorFields withoutDetail() {
    return new ErrorFields(position, object, table, column, constraint, null, hint, origin);
  }

  public ErrorFields withHint(String other) {
    return new ErrorFields(position, object, table, column, constraint, detail, other, origin);
  }

  public ErrorFields withOrigin(ErrorOrigin other) {
    return new ErrorFields(position, object, table, column, constraint, detail, hint, other);
  }
}
