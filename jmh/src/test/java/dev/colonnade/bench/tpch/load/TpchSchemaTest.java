package dev.colonnade.bench.tpch.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import io.trino.tpch.TpchEntity;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TpchSchemaTest {
  private static final Scale SCALE = new Scale(0.01);

  @ParameterizedTest
  @EnumSource(TpchTable.class)
  void shouldHaveTheColumnsOfTheGenerator(TpchTable table) {
    TableDefinition definition = TpchSchema.of(table).definition();
    var generated = io.trino.tpch.TpchTable.getTable(table.tableName()).getColumns();

    assertThat(definition.name()).isEqualTo(table.tableName());
    assertThat(definition.columns())
        .extracting(ColumnDefinition::name)
        .containsExactlyElementsOf(
            generated.stream().map(column -> column.getColumnName()).toList());
    for (int i = 0; i < generated.size(); i++) {
      assertFits(definition.columns().get(i).type(), generated.get(i).getType());
    }
  }

  @ParameterizedTest
  @EnumSource(TpchTable.class)
  void shouldGenerateTheSameRowsInAnyNumberOfPartitions(TpchTable table) {
    TpchTableSource<?> rows = TpchSchema.of(table);

    assertThat(lines(rows, 1)).isNotEmpty().isEqualTo(lines(rows, 3));
  }

  @ParameterizedTest
  @EnumSource(TpchTable.class)
  void shouldHaveUniqueKeys(TpchTable table) {
    TpchTableSource<?> rows = TpchSchema.of(table);
    List<Integer> keyColumns = keyColumns(rows.definition());
    Set<List<String>> keys = new HashSet<>();

    for (String line : lines(rows, 1)) {
      List<String> fields = List.of(line.split("\\|", -1));
      List<String> key = keyColumns.stream().map(fields::get).toList();
      assertThat(keys.add(key)).as("key is new: %s", key).isTrue();
    }
  }

  private static void assertFits(WireType type, io.trino.tpch.TpchColumnType generated) {
    switch (generated.getBase()) {
      case INTEGER -> assertThat(type).isEqualTo(WireType.INTEGER);
      case IDENTIFIER -> assertThat(type).isIn(WireType.INTEGER, WireType.BIGINT);
      case DATE -> assertThat(type).isEqualTo(WireType.DATE);
      case DOUBLE -> assertThat(type).isEqualTo(WireType.numeric(15, 2));
      case VARCHAR -> {
        assertThat(type.kind().isText()).isTrue();
        assertThat((long) type.length()).isEqualTo(generated.getPrecision().orElseThrow());
      }
    }
  }

  private static List<Integer> keyColumns(TableDefinition definition) {
    List<String> names = definition.columns().stream().map(ColumnDefinition::name).toList();
    return definition.primaryKey().stream()
        .map(KeyColumnDefinition::name)
        .map(names::indexOf)
        .toList();
  }

  private static List<String> lines(TpchTableSource<?> rows, int partCount) {
    List<String> lines = new ArrayList<>();
    for (int part = 1; part <= partCount; part++) {
      for (TpchEntity row : rows.part(SCALE, part, partCount)) {
        lines.add(row.toLine());
      }
    }
    return lines;
  }
}
