package dev.colonnade.error;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What is known of an error beside its message, for programs and for people.
 *
 * @param position the character of the statement's text that it is about, counted from 1; 0 if none
 *     is
 * @param table the table that it is about
 * @param column the column
 * @param constraint the constraint that does not hold
 * @param detail more about what was met
 * @param hint what could be done about it
 * @param origin where inside of the statement it came from
 */
public record ErrorFields(
    int position,
    @Nullable String table,
    @Nullable String column,
    @Nullable String constraint,
    @Nullable String detail,
    @Nullable String hint,
    ErrorOrigin origin) {
  /** Nothing. */
  public static final ErrorFields NONE =
      new ErrorFields(0, null, null, null, null, null, ErrorOrigin.NONE);

  public ErrorFields {
    requireNonNull(origin, "origin is null");
    if (position < 0) {
      throw new IllegalArgumentException("position below 0 position=" + position);
    }
  }

  /** Only a position. */
  public static ErrorFields at(int position) {
    return position == 0 ? NONE : NONE.withPosition(position);
  }

  public ErrorFields withPosition(int other) {
    return new ErrorFields(other, table, column, constraint, detail, hint, origin);
  }

  public ErrorFields withTable(String other) {
    return new ErrorFields(position, other, column, constraint, detail, hint, origin);
  }

  public ErrorFields withColumn(String other) {
    return new ErrorFields(position, table, other, constraint, detail, hint, origin);
  }

  public ErrorFields withConstraint(String other) {
    return new ErrorFields(position, table, column, other, detail, hint, origin);
  }

  public ErrorFields withDetail(String other) {
    return new ErrorFields(position, table, column, constraint, other, hint, origin);
  }

  public ErrorFields withHint(String other) {
    return new ErrorFields(position, table, column, constraint, detail, other, origin);
  }

  public ErrorFields withOrigin(ErrorOrigin other) {
    return new ErrorFields(position, table, column, constraint, detail, hint, other);
  }
}
