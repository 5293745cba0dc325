package dev.colonnade.sql.execute.modify.row;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.execute.TestRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // rows with NULLs
final class EncodedVectorsTest {
  private static final int ROW_COUNT = 300;

  private static final List<ColumnType> TYPES =
      List.of(
          Plain.BOOLEAN,
          Plain.SMALLINT,
          Plain.INTEGER,
          Plain.BIGINT,
          Plain.REAL,
          Plain.DOUBLE,
          new Numeric(15, 2),
          new Numeric(5, 1),
          new Numeric(30, 2),
          Plain.DATE,
          Plain.TIME,
          Plain.TIMESTAMP,
          Plain.TIMESTAMPTZ,
          Plain.TEXT,
          ColumnType.varchar(4),
          ColumnType.character(4),
          new ColumnType.Enumerated(EnumType.create(7, "color", List.of("red", "green"))),
          Plain.UUID);

  private final Random random = Seed.random("EncodedVectorsTest");

  /** A row has the bytes that its values have; a row that is refused has to be refused by both. */
  @Test
  void shouldEncodeRowsAsTheirValues() {
    for (int scale = 1; scale <= 2; scale++) {
      int encoded = 0;
      Target target = new Target();
      TestRows rows = rows(target, scale);
      VectorBatch batch = rows.batch();
      EncodedVectors source = target.encoded(batch, rows.types());
      assertThat(source.count()).isEqualTo(ROW_COUNT);
      for (int i = 0; i < ROW_COUNT; i++) {
        List<byte @Nullable []> expected = target.byValues(batch, rows.types(), i);
        List<byte @Nullable []> actual = target.byVectors(source, i);
        if (actual.isEmpty()) {
          continue; // left to the values
        }
        encoded++;
        assertThat(actual).as("%s", rows.rows().get(i)).hasSameSizeAs(expected);
        for (int part = 0; part < actual.size(); part++) {
          assertThat(actual.get(part)).as("%s", rows.rows().get(i)).isEqualTo(expected.get(part));
        }
      }
      assertThat(encoded).isGreaterThan(ROW_COUNT / 2);
    }
  }

  @Test
  void shouldLeaveNumbersThatStandForOtherValuesToTheValues() {
    Target target = new Target();
    List<VectorType> types = List.of(VectorType.of(TypeKind.BIGINT));
    Column id = target.schema.column("id");
    for (long value : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
      EncodedVectors source =
          new InsertedColumns(target.schema, new ColumnValues(List.of(id), types, 0))
              .encoded(TestRows.of(types, TestRows.row(value)).batch(), none(), 0);
      assertThat(source.put(0, target.writer.reset())).isFalse();
    }
  }

  @Test
  void shouldPutValuesOfSequences() {
    Target target = new Target();
    Column id = target.schema.column("id");
    AllocatedValues allocated =
        AllocatedValues.of(
            List.of(new ModifyPlan.AllocatedColumn(id, 0, 4)),
            3,
            (_, count) -> List.of(new ValueRun(70, 1, count)));
    List<VectorType> types = List.of(VectorType.of(TypeKind.INTEGER));
    EncodedVectors source =
        new InsertedColumns(
                target.schema, new ColumnValues(List.of(target.schema.column("c2")), types, 0))
            .encoded(TestRows.of(types, TestRows.row(1)).batch(), allocated, 2);
    assertThat(source.put(0, target.writer.reset())).isTrue();
    @Nullable Object[] row = new @Nullable Object[TYPES.size() + 1];
    row[0] = 72L;
    row[3] = 1;
    assertThat(target.writer.finish()).isEqualTo(new RowWriter(target.format).putAll(row).finish());
  }

  private static AllocatedValues none() {
    return AllocatedValues.of(List.of(), 1, (_, _) -> List.of());
  }

  /** Returns rows for all columns but the key, and the key last. */
  private TestRows rows(Target target, int scale) {
    List<VectorType> types = new ArrayList<>();
    for (Column column : target.columns) {
      TypeKind kind = TypeMapping.sqlType(column.type()).kind();
      types.add(
          kind == TypeKind.NUMERIC
                  && column.type() instanceof Numeric(int precision, int _)
                  && precision <= Numeric.LONG_PRECISION_MAX
              ? VectorType.decimal(scale)
              : VectorType.of(kind));
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROW_COUNT; i++) {
      List<@Nullable Object> row = new ArrayList<>();
      for (Column column : target.columns) {
        boolean isNull = column.nullable() && random.nextInt(6) == 0;
        row.add(isNull ? null : value(column.type(), scale, i));
      }
      rows.add(row);
    }
    return new TestRows(types, rows);
  }

  private Object value(ColumnType type, int scale, int row) {
    return switch (TypeMapping.sqlType(type).kind()) {
      case BOOLEAN -> random.nextBoolean();
      case SMALLINT -> (short) random.nextInt();
      case INTEGER -> random.nextInt();
      case DATE -> random.nextInt(-700_000, 2_900_000);
      case BIGINT -> (long) row << random.nextInt(40);
      case TIME -> random.nextLong(86_400_000_000L);
      case TIMESTAMP, TIMESTAMPTZ -> random.nextLong(-60_000_000_000_000_000L, 1L << 57);
      case REAL -> random.nextFloat();
      case DOUBLE -> random.nextInt(5) == 0 ? Double.NaN : random.nextDouble();
      case NUMERIC ->
          random.nextInt(40) == 0
              ? SpecialNumeric.NAN
              : BigDecimal.valueOf(random.nextInt(100_000), Math.min(scale, scaleOf(type)))
                  .setScale(scale);
      case UUID -> new UUID(random.nextLong(), random.nextLong());
      default ->
          type instanceof ColumnType.Enumerated
              ? List.of("red", "green").get(random.nextInt(2))
              : List.of("", "a", "ä b", "a  ", "日本", "abcd").get(random.nextInt(6));
    };
  }

  private static int scaleOf(ColumnType type) {
    return type instanceof Numeric numeric ? numeric.scale() : 0;
  }

  /** Table with a key, and one column for each type. */
  private static final class Target {
    final TableSchema schema;
    final RowFormat format;
    final RowWriter writer;
    final List<Column> columns;

    Target() {
      TableSchemaBuilder builder = TableSchema.builder().required("id", Plain.BIGINT);
      for (int i = 0; i < TYPES.size(); i++) {
        builder.nullable("c" + i, TYPES.get(i));
      }
      schema = builder.key("id").build();
      format = new RowFormat(200, new SchemaHistory(schema));
      writer = new RowWriter(format);
      columns = new ArrayList<>(schema.columns().subList(1, schema.columns().size()));
      columns.add(schema.columns().getFirst());
    }

    private InsertedColumns inserted(List<VectorType> types) {
      return new InsertedColumns(schema, new ColumnValues(columns, types, 0));
    }

    EncodedVectors encoded(VectorBatch batch, List<VectorType> types) {
      return inserted(types).encoded(batch, none(), 0);
    }

    /** Returns the key and the values of a row; an empty list if it is not encoded. */
    List<byte @Nullable []> byVectors(EncodedVectors source, int row) {
      try {
        return source.put(row, writer.reset()) ? bytes() : List.of();
      } catch (ColonnadeException _) {
        return List.of();
      }
    }

    List<byte @Nullable []> byValues(VectorBatch batch, List<VectorType> types, int row) {
      try {
        writer.reset().putAll(inserted(types).row(batch, row));
        return bytes();
      } catch (ColonnadeException _) {
        return List.of();
      }
    }

    private List<byte @Nullable []> bytes() {
      return Arrays.asList(
          requireNonNull(writer.finish(), "key is null").bytes(), writer.familyValue(0));
    }
  }
}
