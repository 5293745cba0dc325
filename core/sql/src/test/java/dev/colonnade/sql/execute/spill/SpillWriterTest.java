package dev.colonnade.sql.execute.spill;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.RandomBatches;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillWriterTest {
  @TempDir Path path;

  private SpillFixture fixture;

  @BeforeEach
  void open() {
    fixture = new SpillFixture(path, 0);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void shouldReadWhatWasWritten() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      RandomBatches batches = new RandomBatches(seed);
      List<VectorType> types =
          seed < 5 ? RandomBatches.allTypes() : batches.types(random.nextInt(6));
      List<VectorBatch> written = new ArrayList<>();
      try (SpillWriter writer = new SpillWriter(fixture.space, types)) {
        for (int i = random.nextInt(4); i >= 0; i--) {
          VectorBatch batch = batches.batch(types, random.nextInt(4) * random.nextInt(200));
          written.add(batch);
          writer.append(batch);
        }
        List<List<@Nullable Object>> expected = RandomBatches.rows(written, types);
        assertThat(writer.rowCount()).isEqualTo(expected.size());
        for (int reading = 0; reading < 2; reading++) {
          List<VectorBatch> read = readAll(writer.reader());
          assertThat(RandomBatches.rows(read, types)).as("seed=%d", seed).isEqualTo(expected);
          for (VectorBatch batch : read) {
            assertThat(batch.rowCount()).isPositive();
            assertThat(BatchMemory.bytes(batch)).isLessThanOrEqualTo(writer.batchBytesMax());
          }
        }
      }
    }
  }

  @Test
  void shouldKeepScalesAndFieldsOfValues() {
    VectorType type = VectorType.of(TypeKind.NUMERIC);
    VectorBatch batch =
        batch(type, new BigDecimal("1.00"), new BigDecimal("1E+3"), null, new BigDecimal("0.0"));
    try (SpillWriter writer = new SpillWriter(fixture.space, List.of(type))) {
      writer.append(batch);
      assertThat(RandomBatches.rows(readAll(writer.reader()), List.of(type)))
          .isEqualTo(RandomBatches.rows(List.of(batch), List.of(type)));
    }
  }

  @Test
  void shouldKeepLongNumbersAndLargeOnesInOneColumn() {
    VectorType type = VectorType.decimal(1);
    VectorBatch small = batch(type, new BigDecimal("1.5"), null);
    VectorBatch large = batch(type, null, new BigDecimal("123456789012345678901.5"));
    try (SpillWriter writer = new SpillWriter(fixture.space, List.of(type))) {
      writer.append(small);
      writer.append(large);
      writer.append(small);
      List<VectorBatch> read = readAll(writer.reader());
      assertThat(read.get(0).column(0)).isInstanceOf(LongVector.class);
      assertThat(read.get(1).column(0)).isInstanceOf(ObjectVector.class);
      assertThat(RandomBatches.rows(read, List.of(type)))
          .isEqualTo(RandomBatches.rows(List.of(small, large, small), List.of(type)));
    }
  }

  @Test
  void shouldWriteOnlyTheTextsOfTheRows() {
    byte[] shared = new byte[10_000_000];
    new Random(1).nextBytes(shared);
    VectorType type = VectorType.of(TypeKind.TEXT);
    TextVector texts =
        new TextVector(shared, new int[] {9_000_000, 5, 77}, new int[] {10, 0, 3}, null);
    try (SpillWriter writer = new SpillWriter(fixture.space, List.of(type))) {
      writer.append(new VectorBatch(3, texts));
      assertThat(writer.bytes()).isLessThan(1000);
      TextVector read = (TextVector) readAll(writer.reader()).getFirst().column(0);
      assertThat(read.bytes()).hasSize(13);
      for (int row = 0; row < 3; row++) {
        assertThat(TextVector.compare(read, row, texts, row)).isZero();
      }
    }
  }

  @Test
  void shouldWriteLargeBatchesInParts() {
    VectorType type = VectorType.of(TypeKind.TEXT);
    byte[] shared = new byte[300_000];
    Arrays.fill(shared, (byte) 'x');
    int count = 4096;
    int[] lengths = new int[count];
    Arrays.fill(lengths, shared.length);
    VectorBatch batch =
        new VectorBatch(count, new TextVector(shared, new int[count], lengths, null));
    try (SpillWriter writer = new SpillWriter(fixture.space, List.of(type))) {
      writer.append(batch);
      assertThat(writer.batchBytesMax()).isLessThanOrEqualTo(SpillWriter.BATCH_BYTES_MAX);
      assertThat(writer.memoryBytes()).isGreaterThan(count * 300_000L);
      SpillReader reader = writer.reader();
      int rows = 0;
      for (VectorBatch read = reader.next(); read != null; read = reader.next()) {
        rows += read.rowCount();
        assertThat(((TextVector) read.column(0)).length(0)).isEqualTo(shared.length);
      }
      assertThat(rows).isEqualTo(count);
    }
  }

  @Test
  void shouldKeepLargeValues() {
    byte[] text = new byte[40 << 20];
    new Random(3).nextBytes(text);
    Arrays.fill(text, 0, 20 << 20, (byte) 'a');
    VectorType textType = VectorType.of(TypeKind.TEXT);
    VectorType binaryType = VectorType.of(TypeKind.BYTEA);
    VectorBatch batch =
        new VectorBatch(
            1,
            new TextVector(text, new int[] {1}, new int[] {text.length - 1}, null),
            ObjectVector.of(new @Nullable Object[] {Bytes.of(text)}, 1));
    try (SpillWriter writer = new SpillWriter(fixture.space, List.of(textType, binaryType))) {
      writer.append(batch);
      VectorBatch read = readAll(writer.reader()).getFirst();
      TextVector texts = (TextVector) read.column(0);
      assertThat(Arrays.equals(texts.bytes(), 0, texts.length(0), text, 1, text.length)).isTrue();
      assertThat(read.column(1).held(0, binaryType)).isEqualTo(Bytes.of(text));
    }
  }

  @Test
  void shouldReadRowsThatAreAppendedLater() {
    VectorType type = VectorType.of(TypeKind.INTEGER);
    try (SpillWriter writer = new SpillWriter(fixture.space, List.of(type))) {
      SpillReader reader = writer.reader();
      assertThat(reader.next()).isNull();
      for (int i = 0; i < 3; i++) {
        writer.append(batch(type, i));
        VectorBatch read = reader.next();
        assertThat(requireNonNull(read, "read is null").column(0).held(0, type)).isEqualTo(i);
        assertThat(reader.next()).isNull();
      }
      writer.finish();
      assertThat(readAll(writer.reader())).hasSize(3);
    }
  }

  @Test
  void shouldNotReadATruncatedFile() throws IOException {
    List<VectorType> types = RandomBatches.allTypes();
    SpillWriter writer = new SpillWriter(fixture.space, types);
    writer.append(new RandomBatches(5).batch(types, 50));
    Path file;
    try (Stream<Path> files = Files.list(path)) {
      file = files.findFirst().orElseThrow();
    }
    long length = Files.size(file);
    for (long cut = length - 1; cut >= 0; cut -= 97) {
      try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
        out.setLength(cut);
      }
      assertThatThrownBy(() -> writer.reader().next())
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_IO));
    }
    writer.close();
  }

  private static List<VectorBatch> readAll(SpillReader reader) {
    List<VectorBatch> batches = new ArrayList<>();
    for (VectorBatch batch = reader.next(); batch != null; batch = reader.next()) {
      batches.add(batch);
    }
    return batches;
  }

  private static VectorBatch batch(VectorType type, @Nullable Object... values) {
    return new VectorBatch(values.length, VectorBuilder.vectorOf(values, type));
  }
}
