package dev.colonnade.type.schema;

import static dev.colonnade.type.ColumnType.Plain.BIGINT;
import static dev.colonnade.type.ColumnType.Plain.TEXT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.NameLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TableSchemaTest {
  private static final Column K = new Column(1, "k", BIGINT, false);
  private static final Column A = new Column(2, "a", TEXT, true);
  private static final List<KeyColumn> KEY = List.of(KeyColumn.ascending(1));

  @Test
  void shouldFindColumnsAndFamilies() {
    TableSchema schema =
        TableSchema.builder()
            .required("k", BIGINT)
            .nullable("a", TEXT)
            .nullable("b", TEXT)
            .nullable("c", TEXT)
            .key("k")
            .family("f", "c")
            .family("g", "b")
            .build();

    assertThat(schema.column("b").id()).isEqualTo(3);
    assertThat(schema.column(3).name()).isEqualTo("b");
    assertThat(schema.ordinal(3)).isEqualTo(2);
    assertThat(schema.isKey(1)).isTrue();
    assertThat(schema.isKey(2)).isFalse();
    assertThat(schema.keyColumns()).extracting(Column::name).containsExactly("k");
    assertThat(schema.familyOf(3).name()).isEqualTo("g");
    assertThat(schema.columnsOf(schema.family(0)))
        .extracting(Column::name)
        .containsExactly("c", "a");
    assertThat(schema.hasFamilyByte()).isTrue();
    assertThat(schema.hasColumn("a")).isTrue();
    assertThat(schema.hasColumn("x")).isFalse();
    assertThat(schema.hasColumn(9)).isFalse();
  }

  @Test
  void shouldRejectUnknownColumnsAndFamilies() {
    TableSchema schema = schema(List.of(K, A), KEY, List.of(2));
    assertCode(ErrorCode.UNKNOWN_COLUMN, () -> schema.column("x"));
    assertCode(ErrorCode.UNKNOWN_COLUMN, () -> schema.column(9));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> schema.familyOf(1));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> schema.family(1));
    assertCode(
        ErrorCode.UNKNOWN_COLUMN,
        () -> TableSchema.builder().required("k", BIGINT).key("x").build());
  }

  @Test
  void shouldRejectDuplicateColumns() {
    Column sameName = new Column(3, "a", TEXT, true);
    Column sameId = new Column(2, "b", TEXT, true);
    assertCode(
        ErrorCode.DUPLICATE_COLUMN, () -> schema(List.of(K, A, sameName), KEY, List.of(2, 3)));
    assertCode(ErrorCode.DUPLICATE_COLUMN, () -> schema(List.of(K, A, sameId), KEY, List.of(2)));
    assertCode(ErrorCode.DUPLICATE_COLUMN, () -> schema(List.of(K, A), KEY, List.of(2, 2)));
    List<KeyColumn> twice = List.of(KeyColumn.ascending(1), KeyColumn.descending(1));
    assertCode(ErrorCode.DUPLICATE_COLUMN, () -> schema(List.of(K, A), twice, List.of(2)));
  }

  @Test
  void shouldRejectColumnsWithoutFamilyAndUnknownColumns() {
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> schema(List.of(K, A), KEY, List.of()));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> schema(List.of(K, A), KEY, List.of(1, 2)));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> schema(List.of(K, A), List.of(), List.of(1, 2)));
    assertCode(ErrorCode.UNKNOWN_COLUMN, () -> schema(List.of(K, A), KEY, List.of(2, 3)));
    assertCode(
        ErrorCode.UNKNOWN_COLUMN,
        () -> schema(List.of(K, A), List.of(KeyColumn.ascending(7)), List.of(1, 2)));
  }

  @Test
  void shouldRejectFamiliesOutOfOrder() {
    ColumnFamily first = new ColumnFamily(0, "f", List.of(2));
    assertFamilies(ErrorCode.INVALID_ARGUMENT, List.of());
    assertFamilies(ErrorCode.INVALID_ARGUMENT, List.of(new ColumnFamily(1, "f", List.of(2))));
    assertFamilies(ErrorCode.INVALID_ARGUMENT, List.of(first, new ColumnFamily(0, "g", List.of())));
    assertFamilies(ErrorCode.DUPLICATE_OBJECT, List.of(first, new ColumnFamily(1, "f", List.of())));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new ColumnFamily(255, "f", List.of()));
  }

  private static void assertFamilies(ErrorCode code, List<ColumnFamily> families) {
    assertCode(code, () -> new TableSchema(1, List.of(K, A), KEY, families));
  }

  @Test
  void shouldEnforceLimits() {
    assertThat(columns(TableSchema.COLUMNS_MAX).columns()).hasSize(TableSchema.COLUMNS_MAX);
    assertCode(ErrorCode.TOO_MANY_COLUMNS, () -> columns(TableSchema.COLUMNS_MAX + 1));
    assertThat(hiddenKey(TableSchema.COLUMNS_MAX).columns()).hasSize(TableSchema.COLUMNS_MAX + 1);
    assertCode(ErrorCode.TOO_MANY_COLUMNS, () -> hiddenKey(TableSchema.COLUMNS_MAX + 1));
    assertThat(families(TableSchema.FAMILIES_MAX).families()).hasSize(TableSchema.FAMILIES_MAX);
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> families(TableSchema.FAMILIES_MAX + 1));
    assertThat(keyColumns(TableSchema.KEY_COLUMNS_MAX).primaryKey())
        .hasSize(TableSchema.KEY_COLUMNS_MAX);
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> keyColumns(TableSchema.KEY_COLUMNS_MAX + 1));
    List<ColumnFamily> families = List.of(new ColumnFamily(0, "f", List.of(2)));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new TableSchema(0, List.of(K, A), KEY, families));
    assertCode(
        ErrorCode.INVALID_ARGUMENT,
        () -> new TableSchema(TableSchema.VERSION_MAX + 1, List.of(K, A), KEY, families));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new Column(0, "x", TEXT, true));
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new Column(1, "", TEXT, true));
    String longName = "x".repeat(NameLimits.BYTES_MAX + 1);
    assertCode(ErrorCode.INVALID_ARGUMENT, () -> new Column(1, longName, TEXT, true));
    assertThat(new Column(1, longName.substring(1), TEXT, true).name())
        .hasSize(NameLimits.BYTES_MAX);
  }

  private static TableSchema columns(int count) {
    TableSchemaBuilder builder = TableSchema.builder().required("k", BIGINT).key("k");
    IntStream.range(1, count).forEach(i -> builder.nullable("c" + i, TEXT));
    return builder.build();
  }

  /** Returns a schema of visible columns and a hidden key. */
  private static TableSchema hiddenKey(int count) {
    TableSchemaBuilder builder =
        TableSchema.builder().required(Column.HIDDEN_KEY, BIGINT).key(Column.HIDDEN_KEY);
    IntStream.range(0, count).forEach(i -> builder.nullable("c" + i, TEXT));
    return builder.build();
  }

  private static TableSchema keyColumns(int count) {
    TableSchemaBuilder builder = TableSchema.builder();
    IntStream.range(0, count).forEach(i -> builder.required("k" + i, BIGINT).key("k" + i));
    return builder.build();
  }

  private static TableSchema families(int count) {
    List<ColumnFamily> families = new ArrayList<>(List.of(new ColumnFamily(0, "f0", List.of(2))));
    IntStream.range(1, count).forEach(i -> families.add(new ColumnFamily(i, "f" + i, List.of())));
    return new TableSchema(1, List.of(K, A), KEY, families);
  }

  @Test
  void shouldCompareByContent() {
    assertThat(schema(List.of(K, A), KEY, List.of(2)))
        .isEqualTo(schema(List.of(K, A), KEY, List.of(2)))
        .hasSameHashCodeAs(schema(List.of(K, A), KEY, List.of(2)));
    byte[] bytes = {1};
    assertThat(new Column(1, "b", ColumnType.Plain.BYTEA, true, bytes))
        .isEqualTo(new Column(1, "b", ColumnType.Plain.BYTEA, true, bytes.clone()))
        .isNotEqualTo(new Column(1, "b", ColumnType.Plain.BYTEA, true, new byte[] {2}));
  }

  private static TableSchema schema(
      List<Column> columns, List<KeyColumn> key, List<Integer> family) {
    return new TableSchema(1, columns, key, List.of(new ColumnFamily(0, "f", family)));
  }

  private static void assertCode(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
