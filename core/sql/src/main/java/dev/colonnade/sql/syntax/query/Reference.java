package dev.colonnade.sql.syntax.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reference to a value: column, parameter, field, element. */
public sealed interface Reference extends Expression {
  /** Column, or a field of one, or a whole row: names with dots between them. */
  record Column(List<String> names, int position) implements Reference {}

  /** All columns: {@code *} of a select list, {@code t.*}. */
  record Star(List<String> qualifier, int position) implements Reference {}

  /** Parameter: {@code $1}. */
  record Parameter(int number, int position) implements Reference {}

  /** {@code DEFAULT} as a value. */
  record DefaultValue(int position) implements Reference {}

  /** Row of a cursor: {@code WHERE CURRENT OF}. */
  record CurrentOf(String cursor, int position) implements Reference {}

  /** Field of a composite value: {@code (x).name}. */
  record Field(Expression base, String name, int position) implements Reference {}

  /** All fields of a composite value: {@code (x).*}. */
  record AllFields(Expression base, int position) implements Reference {}

  /**
   * Element: {@code a[1]}.
   *
   * @param isFurther whether the base is the subscript before this one, in {@code a[1][2]}, and not
   *     a value of its own, in {@code (a[1])[2]}
   */
  record Subscript(Expression base, Expression index, boolean isFurther, int position)
      implements Reference {}

  /**
   * Slice: {@code a[1:2]}; a bound that is not written is null.
   *
   * @param isFurther as for {@link Subscript}
   */
  record Slice(
      Expression base,
      @Nullable Expression lower,
      @Nullable Expression upper,
      boolean isFurther,
      int position)
      implements Reference {}
}
