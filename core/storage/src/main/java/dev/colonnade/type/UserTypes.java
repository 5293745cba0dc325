package dev.colonnade.type;

import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import java.util.Set;

/** User-defined types within the types of columns. */
public final class UserTypes {
  private UserTypes() {}

  /** Returns the types that values of a type contain. */
  public static Set<UserType> within(ColumnType type) {
    return switch (type) {
      case Enumerated(EnumType labels) -> Set.of(labels);
      case Packed packed when packed.kind() == PackedKind.ARRAY -> within(packed.elementType());
      case Plain _, Numeric _, Varchar _, Char _, Packed _ -> Set.of();
    };
  }

  /** Returns a type over a newer version of a type that its values contain. */
  public static ColumnType over(ColumnType type, UserType changed) {
    return switch (type) {
      case Enumerated(EnumType labels) ->
          labels.id() == changed.id() && changed instanceof EnumType newer
              ? ColumnType.enumerated(newer)
              : type;
      case Packed packed when packed.kind() == PackedKind.ARRAY ->
          ColumnType.array(over(packed.elementType(), changed));
      case Plain _, Numeric _, Varchar _, Char _, Packed _ -> type;
    };
  }
}
