package dev.colonnade.type;

import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Composite;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Type that a statement has defined. Two types of the same id are versions of one type. */
public sealed interface UserType permits EnumType, DomainType, CompositeType {
  int id();

  String name();

  /** Returns the same type with another name. */
  UserType withName(String other);

  /** Returns the ids of the types of which this one is. */
  Set<Integer> references();

  /** Returns this type over a newer version of a type of which it is. */
  UserType over(UserType changed);

  /**
   * Returns the type with which values, or their elements, are declared; null if it is built in.
   */
  static @Nullable UserType declared(ColumnType type) {
    return switch (type) {
      case Enumerated(EnumType labels) -> labels;
      case Composite(CompositeType row) -> row;
      case Packed packed when packed.kind() == PackedKind.ARRAY -> declared(packed.elementType());
      case Plain _, Numeric _, Varchar _, Char _, Packed _ -> null;
    };
  }

  /** Returns the types that values of a type contain. */
  static Set<UserType> within(ColumnType type) {
    return switch (type) {
      case Enumerated(EnumType labels) -> Set.of(labels);
      case Composite(CompositeType row) -> withAttributes(row);
      case Packed packed when packed.kind() == PackedKind.ARRAY -> within(packed.elementType());
      case Plain _, Numeric _, Varchar _, Char _, Packed _ -> Set.of();
    };
  }

  private static Set<UserType> withAttributes(CompositeType row) {
    Set<UserType> found = new HashSet<>(Set.of(row));
    row.attributes().forEach(attribute -> found.addAll(within(attribute.type())));
    return found;
  }

  /** Returns a type over a newer version of a type that its values contain. */
  static ColumnType over(ColumnType type, UserType changed) {
    return switch (type) {
      case Enumerated(EnumType labels) ->
          labels.id() == changed.id() && changed instanceof EnumType newer
              ? ColumnType.enumerated(newer)
              : type;
      case Composite(CompositeType row) ->
          ColumnType.composite(
              row.id() == changed.id() && changed instanceof CompositeType newer
                  ? newer
                  : row.over(changed));
      case Packed packed when packed.kind() == PackedKind.ARRAY ->
          ColumnType.array(over(packed.elementType(), changed));
      case Plain _, Numeric _, Varchar _, Char _, Packed _ -> type;
    };
  }
}
