package dev.colonnade.bench.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.KeyColumn;
import dev.colonnade.protocol.schema.TableDefinition;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.tuple.TupleReader;
import dev.colonnade.protocol.tuple.TupleShape;
import dev.colonnade.protocol.tuple.TupleWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.trino.tpch.TpchEntity;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TpchSchemaTest {
  private static final Scale SCALE = new Scale(0.01);

  @ParameterizedTest
  @EnumSource(TpchTable.class)
  void shouldHaveTheColumnsThatTheGeneratorNames(TpchTable table) {
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
  void shouldGenerateTheSameRowsInAnyNumberOfParts(TpchTable table) {
    TpchRows<?> rows = TpchSchema.of(table);

    ByteBuf inOnePart = tuples(rows, 1);

    assertThat(inOnePart.isReadable()).isTrue();
    assertThat(tuples(rows, 3)).isEqualTo(inOnePart);
  }

  @ParameterizedTest
  @EnumSource(TpchTable.class)
  void shouldHaveKeysThatAreUnique(TpchTable table) {
    TpchRows<?> rows = TpchSchema.of(table);
    List<Integer> keyColumns = keyColumns(rows.definition());
    TupleReader reader = new TupleReader(shape(rows), tuples(rows, 1));
    Set<List<Long>> keys = new HashSet<>();

    while (reader.hasNext()) {
      reader.next();
      List<Long> key = keyColumns.stream().map(column -> wholeNumber(reader, column)).toList();
      assertThat(keys.add(key)).as("key is new: %s", key).isTrue();
    }
    assertThat(keys).isNotEmpty();
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
    return definition.primaryKey().stream().map(KeyColumn::name).map(names::indexOf).toList();
  }

  private static long wholeNumber(TupleReader reader, int column) {
    return reader.shape().type(column).equals(WireType.BIGINT)
        ? reader.longAt(column)
        : reader.intAt(column);
  }

  private static <E extends TpchEntity> ByteBuf tuples(TpchRows<E> rows, int partCount) {
    ByteBuf buffer = Unpooled.buffer();
    TupleWriter writer = new TupleWriter(shape(rows), buffer);
    for (int part = 1; part <= partCount; part++) {
      for (E row : rows.part(SCALE, part, partCount)) {
        writer.beginTuple();
        rows.put(row, writer);
        writer.endTuple();
      }
    }
    return buffer;
  }

  private static TupleShape shape(TpchRows<?> rows) {
    return TupleShape.of(rows.definition().columns().stream().map(ColumnDefinition::type).toList());
  }
}
