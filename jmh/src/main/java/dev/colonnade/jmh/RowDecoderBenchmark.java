package dev.colonnade.jmh;

import dev.colonnade.key.Key;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Decoding of all columns of a row, and of three of them: half of the columns are text. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {
      "--enable-native-access=ALL-UNNAMED",
      "--add-opens=java.base/java.nio=ALL-UNNAMED",
      "--sun-misc-unsafe-memory-access=allow"
    })
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class RowDecoderBenchmark {
  /** Number of columns beside the key. */
  @Param({"3", "30", "1000"})
  public int columns;

  private RowDecoder decoder;
  private Key rowKey;
  private Map<Integer, byte[]> values;
  private List<Column> three;

  @Setup
  public void write() {
    TableSchemaBuilder schema = TableSchema.builder().required("k", Plain.BIGINT);
    @Nullable Object[] row = new @Nullable Object[columns + 1];
    row[0] = 1L;
    for (int i = 1; i <= columns; i++) {
      boolean isText = i % 2 == 0;
      schema.nullable("c" + i, isText ? Plain.TEXT : Plain.BIGINT);
      row[i] = isText ? "value " + i : (Object) (long) i;
    }
    RowFormat format = new RowFormat(1, new SchemaHistory(schema.key("k").build()));
    RowWriter writer = new RowWriter(format).reset().putAll(row);
    rowKey = writer.finish();
    values = Map.of(0, writer.familyValue(0));
    decoder = new RowDecoder(format);
    List<Column> all = format.latest().columns();
    three = List.of(all.get(1), all.get(columns / 2), all.get(columns));
  }

  @Benchmark
  public @Nullable Object[] allColumns() {
    return decoder.decode(rowKey, values);
  }

  @Benchmark
  public @Nullable Object[] threeColumns() {
    return decoder.decode(rowKey, values, three);
  }
}
