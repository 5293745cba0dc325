package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.ipc.BatchEncoder;
import dev.colonnade.scan.ipc.BatchMessage;
import dev.colonnade.scan.ipc.BufferCompression;
import dev.colonnade.scan.ipc.StreamHead;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.Column;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.TableSchema;
import dev.colonnade.type.TableSchemaBuilder;
import dev.colonnade.type.row.RandomRows;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What we write as an Arrow stream is read by Arrow's own reader. */
class IpcStreamTest {
  private static final int ROWS = 300;
  private static final int END_OF_STREAM_BYTES = 8;

  private final Random random = Seed.random("IpcStreamTest");
  private final RandomRows values = new RandomRows(random);

  /** A column of every type, nullable and not, with an integer as key. */
  private ScanTable everyType() {
    TableSchemaBuilder schema = TableSchema.builder().required("id", ColumnType.Plain.INTEGER);
    List<ColumnType> types = new ArrayList<>(List.of(ColumnType.Plain.values()));
    types.add(ColumnType.numeric(12, 3));
    types.add(ColumnType.numeric(30, 7));
    types.add(ColumnType.varchar(9));
    types.add(ColumnType.character(5));
    types.add(ColumnType.enumerated(RandomRows.COLOR));
    types.add(ColumnType.enumerated(EnumType.create(9, "size", List.of("s", "m", "l"))));
    for (int i = 0; i < types.size(); i++) {
      schema.required("r" + i, types.get(i)).nullable("n" + i, types.get(i));
    }
    ScanTable table = ScanTable.of(schema.key("id").build());
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      @Nullable Object[] cells = values.row(table.schema());
      cells[0] = row;
      rows.add(cells);
    }
    table.putAll(rows);
    return table;
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeReadByArrowsOwnReader(BufferCompression compression) throws IOException {
    try (ScanTable table = everyType()) {
      ScanRequest request = table.all();
      List<String> expected;
      byte[] stream;
      try (ScanPage page = table.page(request)) {
        expected = display(Pages.rowsOf(page, request));
      }
      BatchEncoder encoder = new BatchEncoder(compression);
      ColumnPage page = (ColumnPage) table.page(request);
      BatchSchema schema = page.batch().schema();
      long charged = page.usage().encodedBytes();
      try (BatchMessage message = encoder.encode(page)) {
        stream = stream(StreamHead.encode(schema, table.memory), message);
        if (compression == BufferCompression.NONE) {
          assertThat(message.bytes()).isEqualTo(charged);
        } else {
          assertThat(message.bytes()).isLessThan(charged);
        }
      }
      assertThat(read(stream, table, schema)).isEqualTo(expected);
    }
  }

  private static byte[] stream(byte[] head, BatchMessage message) throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    stream.write(head);
    stream.write(bytes(message.metadata()));
    for (ByteBuffer buffer : message.body()) {
      stream.write(bytes(buffer));
    }
    stream.write(ByteBuffer.allocate(END_OF_STREAM_BYTES).putInt(-1).array());
    return stream.toByteArray();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static List<String> read(byte[] stream, ScanTable table, BatchSchema schema)
      throws IOException {
    List<String> rows = new ArrayList<>();
    try (ArrowStreamReader reader =
        new ArrowStreamReader(
            new ByteArrayInputStream(stream), table.memory, CommonsCompressionFactory.INSTANCE)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.getSchema().getFields().stream().map(Field::getName))
          .isEqualTo(Cells.names(schema.columns()));
      assertThat(root.getSchema().getFields().stream().map(Field::isNullable).toList())
          .isEqualTo(schema.columns().stream().map(Column::nullable).toList());
      while (reader.loadNextBatch()) {
        List<FieldVector> decoded = new ArrayList<>();
        try {
          for (FieldVector vector : root.getFieldVectors()) {
            decoded.add(decode(vector, reader));
          }
          for (int row = 0; row < root.getRowCount(); row++) {
            rows.add(ArrowCells.row(decoded, schema.columns(), row));
          }
        } finally {
          for (int i = 0; i < decoded.size(); i++) {
            if (decoded.get(i) != root.getVector(i)) {
              decoded.get(i).close();
            }
          }
        }
      }
    }
    return rows;
  }

  private static FieldVector decode(FieldVector vector, ArrowStreamReader reader)
      throws IOException {
    var encoding = vector.getField().getDictionary();
    return encoding == null
        ? vector
        : (FieldVector)
            DictionaryEncoder.decode(vector, reader.getDictionaryVectors().get(encoding.getId()));
  }

  private static List<String> display(List<List<@Nullable Object>> rows) {
    return rows.stream().map(ArrowCells::display).toList();
  }

  @Test
  void shouldChargeWhatTheMessageHas() {
    try (ScanTable table = everyType()) {
      List<Integer> ids = table.schema().columns().stream().map(Column::id).toList();
      for (int count = 0; count <= ids.size(); count++) {
        ScanRequest request = table.request(Selection.of(ids.subList(0, count)));
        ColumnPage page = (ColumnPage) table.page(request);
        long charged = page.usage().encodedBytes();
        try (BatchMessage message = new BatchEncoder(BufferCompression.NONE).encode(page)) {
          assertThat(message.bytes()).as("columns %s", count).isEqualTo(charged);
        }
      }
    }
  }

  @Test
  void shouldStoreWhatDoesNotCompressAsItIs() throws IOException {
    for (BufferCompression compression : BufferCompression.values()) {
      try (ScanTable table =
          ScanTable.of(
              TableSchema.builder()
                  .required("id", ColumnType.Plain.INTEGER)
                  .required("junk", ColumnType.Plain.BYTEA)
                  .key("id")
                  .build())) {
        byte[] junk = new byte[5000];
        random.nextBytes(junk);
        table.put(1, junk);
        ColumnPage page = (ColumnPage) table.page(table.request("junk"));
        BatchSchema schema = page.batch().schema();
        try (BatchMessage message = new BatchEncoder(compression).encode(page)) {
          byte[] stream = stream(StreamHead.encode(schema, table.memory), message);
          assertThat(read(stream, table, schema))
              .containsExactly(ArrowCells.display(Cells.row((Object) junk)));
        }
      }
    }
  }

  @Test
  void shouldCompressBuffersOfSeveralBlocks() throws IOException {
    for (BufferCompression compression : BufferCompression.values()) {
      try (ScanTable table =
          ScanTable.of(
              TableSchema.builder()
                  .required("id", ColumnType.Plain.INTEGER)
                  .required("text", ColumnType.Plain.BYTEA)
                  .key("id")
                  .build())) {
        byte[] large = new byte[9 * 1024 * 1024 + 17];
        for (int i = 0; i < large.length; i++) {
          large[i] = (byte) (i / 1000 * 31 + i % 7);
        }
        table.put(1, large);
        ColumnPage page = (ColumnPage) table.page(table.request("text"));
        BatchSchema schema = page.batch().schema();
        try (BatchMessage message = new BatchEncoder(compression).encode(page)) {
          byte[] stream = stream(StreamHead.encode(schema, table.memory), message);
          assertThat(read(stream, table, schema))
              .containsExactly(ArrowCells.display(Cells.row((Object) large)));
        }
      }
    }
  }

  @Test
  void shouldSendRowsWithoutColumnsAndColumnsWithoutRows() throws IOException {
    try (ScanTable table = everyType()) {
      for (ScanRequest request : List.of(table.request(), table.all().withSpans(List.of()))) {
        ColumnPage page = (ColumnPage) table.page(request);
        BatchSchema schema = page.batch().schema();
        int rowCount = page.rowCount();
        try (BatchMessage message = new BatchEncoder(BufferCompression.NONE).encode(page)) {
          byte[] stream = stream(StreamHead.encode(schema, table.memory), message);
          assertThat(read(stream, table, schema)).hasSize(rowCount);
        }
      }
    }
  }
}
