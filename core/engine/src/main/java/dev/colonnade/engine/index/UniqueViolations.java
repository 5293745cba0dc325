package dev.colonnade.engine.index;

import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.sql.function.value.TextOutputFormat;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unique violations with PostgreSQL's messages. */
public final class UniqueViolations {
  private UniqueViolations() {}

  /** Returns the violation for a key of the table or of one of its indexes. */
  public static ColonnadeException ofKey(Table table, Key key) {
    short indexId = ByteBuffer.wrap(key.bytes()).getShort(KeyLayout.INDEX_ID_OFFSET);
    TableIndex index = table.findIndex(Short.toUnsignedInt(indexId));
    if (index == null) {
      return of(
          table,
          keyName(table),
          table.schema().keyColumns().stream().map(UniqueViolations::partOf).toList(),
          table.format().keyCodec().decode(table.format().keyCodec().rowKeyOf(key)));
    }
    return ofKey(table, index, index.decode(key));
  }

  /** Returns the violation for values of an index's columns. */
  public static ColonnadeException ofKey(Table table, TableIndex index, @Nullable Object[] values) {
    return of(table, index.name(), partsOf(table, index), values);
  }

  /** Returns the name of a table's primary key constraint. */
  public static String keyName(Table table) {
    String name = table.descriptor().constraints().keyName();
    return name == null ? table.name() + "_pkey" : name;
  }

  /** Returns the violation for two existing rows with the same key in a new index. */
  static ColonnadeException whileBuilding(Table table, TableIndex index, @Nullable Object[] key) {
    return isDuplicated(table, index.name(), partsOf(table, index), key);
  }

  /** Returns the violation for two existing rows with the same new primary key. */
  static ColonnadeException whileMoving(
      Table table, String keyName, List<Column> columns, @Nullable Object[] key) {
    return isDuplicated(
        table, keyName, columns.stream().map(UniqueViolations::partOf).toList(), key);
  }

  private static ColonnadeException isDuplicated(
      Table table, String constraint, List<KeyPart> parts, @Nullable Object[] key) {
    return new ColonnadeException(
        ErrorCode.UNIQUE_VIOLATION,
        "could not create unique index \"%s\"".formatted(constraint),
        ErrorFields.NONE
            .withTable(table.name(), table.schemaId())
            .withConstraint(constraint)
            .withDetail("Key %s is duplicated.".formatted(keyText(parts, key))));
  }

  private static ColonnadeException of(
      Table table, String constraint, List<KeyPart> parts, @Nullable Object[] values) {
    return new ColonnadeException(
        ErrorCode.UNIQUE_VIOLATION,
        "duplicate key value violates unique constraint \"%s\"".formatted(constraint),
        ErrorFields.NONE
            .withTable(table.name(), table.schemaId())
            .withConstraint(constraint)
            .withDetail("Key %s already exists.".formatted(keyText(parts, values))));
  }

  /**
   * Column or expression of a key.
   *
   * @param name SQL text of the column or expression
   */
  private record KeyPart(String name, ColumnType type) {
    String text(@Nullable Object value) {
      return value == null ? "null" : TextOutputFormat.of(TypeMapping.sqlType(type).kind(), value);
    }
  }

  private static List<KeyPart> partsOf(Table table, TableIndex index) {
    List<KeyPart> parts = new ArrayList<>();
    for (KeyColumn column : index.columns()) {
      IndexExpression expression = index.descriptor().definition().expression(column);
      parts.add(
          expression == null
              ? partOf(table.schema().column(column.columnId()))
              : new KeyPart(
                  IndexExpression.asKeyPart(expression.displayText()), expression.type()));
    }
    return parts;
  }

  private static KeyPart partOf(Column column) {
    return new KeyPart(Identifiers.quote(column.name()), column.type());
  }

  private static String keyText(List<KeyPart> parts, @Nullable Object[] values) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      texts.add(parts.get(i).text(values[i]));
    }
    return "(%s)=(%s)"
        .formatted(
            String.join(", ", parts.stream().map(KeyPart::name).toList()),
            String.join(", ", texts));
  }
}
