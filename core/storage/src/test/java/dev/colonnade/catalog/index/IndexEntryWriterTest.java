package dev.colonnade.catalog.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IndexEntryWriterTest {
  private static final TableSchema SCHEMA =
      new TableSchema(
          1,
          List.of(
              new Column(1, "id", ColumnType.Plain.INTEGER, false),
              new Column(2, "a", ColumnType.Plain.INTEGER, true)),
          List.of(KeyColumn.ascending(1)),
          List.of(new ColumnFamily(ColumnFamily.FIRST_ID, "main", List.of(2))));

  private static IndexEntryWriter.Entry entry(boolean nullsDistinct, int id, @Nullable Integer a) {
    Index.Definition definition =
        Index.Definition.of(IndexKind.UNIQUE, List.of(KeyColumn.ascending(2)))
            .withNullsDistinct(nullsDistinct);
    TableIndex index = TableIndex.of(100, SCHEMA, new Index(1, "i", definition, IndexState.READY));
    return new IndexEntryWriter(index, SCHEMA, List.of(), 1000)
        .entry(new @Nullable Object[] {id, a});
  }

  @Test
  void shouldDistinguishRowsWithNullsByTheirKeys() {
    IndexEntryWriter.Entry entry = entry(true, 1, null);
    assertThat(entry.isUnique()).isFalse();
    assertThat(entry.key()).isNotEqualTo(entry(true, 2, null).key());
    assertThat(entry(true, 1, 7).isUnique()).isTrue();
    assertThat(entry(true, 1, 7).key()).isEqualTo(entry(true, 2, 7).key());
  }

  @Test
  void shouldHaveOneKeyForNullsThatAreNotDistinct() {
    IndexEntryWriter.Entry entry = entry(false, 1, null);
    assertThat(entry.isUnique()).isTrue();
    assertThat(entry.key()).isEqualTo(entry(false, 2, null).key());
    assertThat(entry.value()).isNotEqualTo(entry(false, 2, null).value());
    assertThat(entry.key()).isNotEqualTo(entry(false, 1, 7).key());
  }
}
