package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.registry.type.TypeModifiers;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result.
 *
 * @param tableId the OID of the table or view that it comes from, 0 if from none
 * @param columnId the number of the column in that table, 0 if from none
 * @param typeModifier PostgreSQL's number for the limits of the type, -1 for none
 */
public record SqlColumn(String name, SqlType type, int tableId, int columnId, int typeModifier) {
  /** PostgreSQL counts a header of so many bytes in. */
  private static final int MODIFIER_OFFSET = 4;

  public SqlColumn {
    requireNonNull(name, "name is null");
    requireNonNull(type, "type is null");
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
    return shown(type, held);
  }

  private static @Nullable Object shown(SqlType type, @Nullable Object held) {
    if (type.isRow() && held instanceof List<?> row) {
      List<@Nullable Object> fields = new ArrayList<>(row.size());
      for (int i = 0; i < row.size(); i++) {
        fields.add(shown(type.fields().get(i), row.get(i)));
      }
      return Collections.unmodifiableList(fields);
    }
    SqlType element = type.element();
    if (element != null && element.isRow() && held instanceof List<?> rows) {
      List<@Nullable Object> elements = new ArrayList<>(rows.size());
      rows.forEach(row -> elements.add(shown(element, row)));
      return ArrayValue.of(ArrayValue.shapeOf(rows), elements);
    }
    return type.kind() == TypeKind.CHAR && type.precision() >= 0 && held instanceof String text
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
