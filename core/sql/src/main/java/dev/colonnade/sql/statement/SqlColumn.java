package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result.
 *
 * @param tableId the OID of the table or view that it comes from, 0 if from none
 * @param columnId the number of the column in that table, 0 if from none
 * @param typeModifier PostgreSQL's number for the limits of the type, -1 for none
 * @param definedType the OIDs of an enum or of an array of enums; {@link DefinedType#NONE} for
 *     other types
 */
public record SqlColumn(
    String name,
    SqlType type,
    int tableId,
    int columnId,
    int typeModifier,
    DefinedType definedType) {
  /**
   * Type that was created by a statement, whose values clients see as those of another type.
   *
   * @param elementOid OID of the element type of an array; 0 for other types
   */
  public record DefinedType(int oid, int elementOid) {
    /** Absence of such a type. */
    public static final DefinedType NONE = new DefinedType(0, 0);
  }

  /** PostgreSQL counts a header of so many bytes in. */
  private static final int MODIFIER_OFFSET = 4;

  public SqlColumn {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
    requireNonNull(definedType, "definedType is null");
  }

  /** A column of a type of the system. */
  public SqlColumn(String name, SqlType type, int tableId, int columnId, int typeModifier) {
    this(name, type, tableId, columnId, typeModifier, DefinedType.NONE);
  }

  /** A column that comes from no table. */
  public SqlColumn(String name, SqlType type) {
    this(name, type, 0, 0, modifierOf(type));
  }

  /**
   * Returns a value of the column as clients see it, of one in its internal representation: CHAR
   * has the blanks that are not stored.
   */
  public @Nullable Object shown(@Nullable Object held) {
    return type.kind() == TypeKind.CHAR && held instanceof String text
        ? Texts.padded(text, type.precision())
        : ValueConverter.toJava(type, held);
  }

  private static int modifierOf(SqlType type) {
    if (type.precision() == SqlType.NONE) {
      return -1;
    }
    return switch (type.kind()) {
      case VARCHAR, CHAR -> type.precision() + MODIFIER_OFFSET;
      case NUMERIC -> TypeModifiers.ofNumeric(type.precision(), type.scale());
      default -> -1;
    };
  }
}
