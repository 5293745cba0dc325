package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Type by its name. Types with keywords of their own have the name of their type in {@code
 * pg_catalog}.
 *
 * @param modifiers what stands in parentheses behind the name
 * @param intervalFields fields of an interval, such as {@code YEAR TO MONTH}
 * @param array dimensions of an array
 * @param position offset of the type
 */
public record TypeName(
    QualifiedName name,
    List<Expression> modifiers,
    @Nullable String intervalFields,
    Array array,
    int position) {
  /**
   * Dimensions of an array type.
   *
   * @param bounds a size for each dimension, -1 if none is written; empty for no array
   * @param setOf whether SETOF precedes the type
   * @param ofColumn whether %TYPE follows the name
   */
  public record Array(List<Integer> bounds, boolean setOf, boolean ofColumn) {
    /** A type that is no array. */
    public static final Array NONE = new Array(List.of(), false, false);
  }

  public TypeName {
    modifiers = List.copyOf(modifiers);
  }

  public TypeName withArray(Array other, int otherPosition) {
    return new TypeName(name, modifiers, intervalFields, other, otherPosition);
  }
}
