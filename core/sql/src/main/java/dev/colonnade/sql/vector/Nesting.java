package dev.colonnade.sql.vector;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.CompositeType;
import java.util.List;

/**
 * Types of the values inside of arrays and rows, as far as they decide comparisons: {@code jsonb}
 * and {@code char(n)} are texts that do not compare as texts.
 *
 * @param kind JSONB or CHAR, ARRAY with its element as the only part, or UNKNOWN, which is a row
 *     with its fields as parts
 */
public record Nesting(TypeKind kind, List<Nesting> parts) {
  /** Values whose Java class decides comparisons. */
  public static final Nesting PLAIN = new Nesting(TypeKind.UNKNOWN, List.of());

  private static final Nesting JSONB = new Nesting(TypeKind.JSONB, List.of());
  private static final Nesting CHAR = new Nesting(TypeKind.CHAR, List.of());

  public Nesting {
    requireNonNull(kind, "kind is null");
    parts = List.copyOf(parts);
  }

  /** Returns the nesting of values that are neither arrays nor rows. */
  public static Nesting of(TypeKind kind) {
    return switch (kind) {
      case JSONB -> JSONB;
      case CHAR -> CHAR;
      default -> PLAIN;
    };
  }

  /** Returns the nesting of arrays. */
  public static Nesting arrayOf(Nesting element) {
    return element.isPlain() ? PLAIN : new Nesting(TypeKind.ARRAY, List.of(element));
  }

  /** Returns the nesting of rows. */
  public static Nesting rowOf(List<Nesting> fields) {
    return fields.stream().allMatch(Nesting::isPlain)
        ? PLAIN
        : new Nesting(TypeKind.UNKNOWN, fields);
  }

  /** Returns the nesting of stored values of a type. */
  public static Nesting of(ColumnType type) {
    return switch (type) {
      case ColumnType.Char _ -> CHAR;
      case ColumnType.Packed packed ->
          switch (packed.kind()) {
            case JSONB -> JSONB;
            case ARRAY -> arrayOf(of(packed.elementType()));
            default -> PLAIN;
          };
      case ColumnType.Composite(CompositeType row) ->
          rowOf(row.attributes().stream().map(attribute -> of(attribute.type())).toList());
      case ColumnType.Plain _,
          ColumnType.Numeric _,
          ColumnType.Varchar _,
          ColumnType.Enumerated _ ->
          PLAIN;
    };
  }

  /** Returns whether the Java class of values decides comparisons. */
  public boolean isPlain() {
    return kind == TypeKind.UNKNOWN && parts.isEmpty();
  }

  /** Returns the nesting of an element of a list, by its index. */
  public Nesting part(int index) {
    return switch (kind) {
      case ARRAY -> parts.getFirst();
      case UNKNOWN -> index < parts.size() ? parts.get(index) : PLAIN;
      default -> PLAIN;
    };
  }
}
