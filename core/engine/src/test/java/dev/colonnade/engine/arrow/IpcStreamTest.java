package dev.colonnade.engine.arrow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.ipc.BatchEncoder;
import dev.colonnade.scan.ipc.BatchMessage;
import dev.colonnade.scan.ipc.BufferCompression;
import dev.colonnade.scan.ipc.StreamHeader;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.arrow.compression.CommonsCompressionFactory;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Streams of column pages, read by the reader of the Arrow library. */
class IpcStreamTest {
  private static final int ROWS = 300;
  private static final int END_OF_STREAM_BYTES = 8;

  private final Random random = Seed.random("IpcStreamTest");
  @TempDir private Path folder;
  private Database database;
  private Session session;

  /** The rows of {@link #everyType} in the form in which they are stored. */
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  @BeforeEach
  void open() {
    database = Database.open(StorageConfig.at(folder));
    session = database.session("test");
  }

  @AfterEach
  void close() {
    session.close();
    database.close();
  }

  /** Returns a table with a column of every type, nullable and not, and an integer as key. */
  private Table everyType() {
    TableSchemaBuilder schema = TableSchema.builder().required("id", Plain.INTEGER);
    List<ColumnType> types = new ArrayList<>(List.of(Plain.values()));
    types.add(ColumnType.numeric(12, 3));
    types.add(ColumnType.numeric(30, 7));
    types.add(ColumnType.varchar(9));
    types.add(ColumnType.character(5));
    types.add(ColumnType.enumerated(createEnum("color", "red", "green", "dark blue")));
    types.add(ColumnType.enumerated(createEnum("size", "s", "m", "l")));
    for (int i = 0; i < types.size(); i++) {
      schema.required("r" + i, types.get(i)).nullable("n" + i, types.get(i));
    }
    Table table = create(schema.key("id").build());
    RowBatch batch = session.newBatch(table);
    for (int row = 0; row < ROWS; row++) {
      List<@Nullable Object> values = new ArrayList<>(List.of(row));
      for (ColumnType type : types) {
        values.add(value(type));
        values.add(random.nextInt(3) == 0 ? null : value(type));
      }
      batch.row().putAll(values.toArray());
      batch.insert();
      rows.add(stored(table, values));
    }
    session.write(batch).join();
    return table;
  }

  private static @Nullable Object[] stored(Table table, List<@Nullable Object> values) {
    @Nullable Object[] stored = new @Nullable Object[values.size()];
    for (int i = 0; i < stored.length; i++) {
      Object value = values.get(i);
      stored[i] =
          value == null
              ? null
              : StoredForm.normalized(table.schema().columns().get(i).type(), value);
    }
    return stored;
  }

  private EnumType createEnum(String name, String... labels) {
    return session.define(catalog -> catalog.createEnum(name, List.of(labels)));
  }

  private Table create(TableSchema schema) {
    return session.define(catalog -> catalog.createTable("t", schema));
  }

  /** Returns a table with one row, whose value has these bytes. */
  private Table oneValue(byte[] bytes) {
    Table table =
        create(
            TableSchema.builder()
                .required("id", Plain.INTEGER)
                .required("value", Plain.BYTEA)
                .key("id")
                .build());
    RowBatch batch = session.newBatch(table);
    batch.row().putAll(1, bytes);
    batch.insert();
    session.write(batch).join();
    return table;
  }

  private Object value(ColumnType type) {
    return switch (type) {
      case Plain.BOOLEAN -> random.nextBoolean();
      case Plain.SMALLINT -> (short) random.nextInt();
      case Plain.INTEGER -> random.nextInt();
      case Plain.BIGINT -> random.nextLong();
      case Plain.REAL -> random.nextInt(5) == 0 ? Float.NEGATIVE_INFINITY : random.nextFloat();
      case Plain.DOUBLE -> random.nextInt(5) == 0 ? -0.0 : random.nextGaussian();
      case Plain.TEXT -> "t\u00e9xt \ud83d\ude00".repeat(random.nextInt(4));
      case Plain.BYTEA -> bytes(random.nextInt(20));
      case Plain.DATE -> LocalDate.ofEpochDay(random.nextInt(40_000) - 20_000);
      case Plain.TIME -> LocalTime.ofNanoOfDay(1000L * random.nextInt(1_000_000_000));
      case Plain.TIMESTAMP ->
          LocalDateTime.ofEpochSecond(random.nextInt(), 123_456_000, ZoneOffset.UTC);
      case Plain.TIMESTAMPTZ -> Instant.ofEpochSecond(random.nextInt(), 1000);
      case Plain.UUID -> new UUID(random.nextLong(), random.nextLong());
      case Numeric(int precision, int scale) ->
          new BigDecimal(new BigInteger(precision * 3, random), scale).negate();
      case Varchar _ -> "varchar".substring(random.nextInt(8));
      case Char _ -> "char ";
      case Enumerated(EnumType labels) ->
          labels.labels().get(random.nextInt(labels.labels().size())).label();
      case Packed _, ColumnType.Composite _ -> throw new IllegalArgumentException("type=" + type);
    };
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private ColumnPage page(Table table, Selection selection, List<KeySpan> spans) {
    ScanRequest request =
        ScanRequest.of(
            ScanTarget.rows(table.format()), spans, session.latestTimestamp(), selection);
    PageLimits limits = PageLimits.DEFAULT.withEncodedBytes(PageLimits.ENCODED_BYTES_MAX);
    return (ColumnPage)
        session.page(
            table,
            request.withLimits(request.limits().withPage(limits)),
            Cancellation.withoutDeadline());
  }

  private ColumnPage all(Table table) {
    return page(
        table, Selection.all(table.schema()), List.of(ScanTarget.rows(table.format()).span()));
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeReadByArrowsOwnReader(BufferCompression compression) throws IOException {
    Table table = everyType();
    List<String> expected = new ArrayList<>();
    ColumnPage page = all(table);
    BatchSchema schema = page.batch().schema();
    try (VectorSchemaRoot root = ArrowVectors.of(page, database.allocator())) {
      assertThat(root.getRowCount()).isEqualTo(ROWS);
    }
    long charged = page.usage().encodedBytes();
    byte[] stream;
    try (BatchMessage message = new BatchEncoder(compression).encode(page)) {
      stream = stream(StreamHeader.encode(schema), message);
      if (compression == BufferCompression.NONE) {
        assertThat(message.bytes()).isEqualTo(charged);
      } else {
        assertThat(message.bytes()).isLessThan(charged);
      }
    }
    for (@Nullable Object[] row : rows) {
      expected.add(ArrowCells.display(ArrowCells.row(row)));
    }
    assertThat(read(stream, schema)).isEqualTo(expected);
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

  private List<String> read(byte[] stream, BatchSchema schema) throws IOException {
    List<String> rows = new ArrayList<>();
    try (ArrowStreamReader reader =
        new ArrowStreamReader(
            new ByteArrayInputStream(stream),
            database.allocator(),
            CommonsCompressionFactory.INSTANCE)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.getSchema().getFields().stream().map(Field::getName))
          .isEqualTo(schema.columns().stream().map(Column::name).toList());
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

  @Test
  void shouldWriteTheBytesThatArrowsOwnWriterWrites() throws IOException {
    Table table = everyType();
    try (ColumnPage page = all(table);
        VectorSchemaRoot root = ArrowVectors.of(page, database.allocator());
        ArrowRecordBatch records = new VectorUnloader(root).getRecordBatch()) {
      ByteBuffer flatbuffer = MessageSerializer.serializeMetadata(records, IpcOption.DEFAULT);
      try (BatchMessage message = new BatchEncoder(BufferCompression.NONE).encode(all(table))) {
        ByteBuffer metadata = message.metadata().position(8);
        assertThat(metadata.remaining()).isEqualTo((flatbuffer.remaining() + 7) & -8);
      }
    }
  }

  @Test
  void shouldChargeTheBytesThatTheMessageHas() {
    Table table = everyType();
    List<Integer> ids = table.schema().columns().stream().map(Column::id).toList();
    List<KeySpan> spans = List.of(ScanTarget.rows(table.format()).span());
    for (int count = 0; count <= ids.size(); count++) {
      ColumnPage page = page(table, Selection.of(ids.subList(0, count)), spans);
      long charged = page.usage().encodedBytes();
      try (BatchMessage message = new BatchEncoder(BufferCompression.NONE).encode(page)) {
        assertThat(message.bytes()).as("columns %s", count).isEqualTo(charged);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldStoreIncompressibleBytesAsTheyAre(BufferCompression compression) throws IOException {
    shouldReadBack(compression, bytes(5000));
  }

  @ParameterizedTest
  @EnumSource
  void shouldCompressBuffersOfSeveralBlocks(BufferCompression compression) throws IOException {
    byte[] large = new byte[7 * 1024 * 1024 + 17];
    for (int i = 0; i < large.length; i++) {
      large[i] = (byte) (i / 1000 * 31 + i % 7);
    }
    shouldReadBack(compression, large);
  }

  private void shouldReadBack(BufferCompression compression, byte[] value) throws IOException {
    Table table = oneValue(value);
    int column = table.schema().columns().getLast().id();
    ColumnPage page =
        page(table, Selection.of(List.of(column)), List.of(ScanTarget.rows(table.format()).span()));
    BatchSchema schema = page.batch().schema();
    try (BatchMessage message = new BatchEncoder(compression).encode(page)) {
      byte[] stream = stream(StreamHeader.encode(schema), message);
      assertThat(read(stream, schema))
          .containsExactly(ArrowCells.display(ArrowCells.row((Object) value)));
    }
  }

  @Test
  void shouldSendRowsWithoutColumnsAndColumnsWithoutRows() throws IOException {
    Table table = everyType();
    List<KeySpan> spans = List.of(ScanTarget.rows(table.format()).span());
    for (ColumnPage page :
        List.of(
            page(table, Selection.of(List.of()), spans),
            page(table, Selection.all(table.schema()), List.of()))) {
      BatchSchema schema = page.batch().schema();
      int rowCount = page.rowCount();
      try (BatchMessage message = new BatchEncoder(BufferCompression.NONE).encode(page)) {
        assertThat(read(stream(StreamHeader.encode(schema), message), schema)).hasSize(rowCount);
      }
    }
  }
}
