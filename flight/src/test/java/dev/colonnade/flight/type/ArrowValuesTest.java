package dev.colonnade.flight.type;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeStampNanoTZVector;
import org.apache.arrow.vector.TimeStampNanoVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArrowValuesTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void close() {
    allocator.close();
  }

  private static @Nullable Object read(
      org.apache.arrow.vector.FieldVector vector, TypeKind target) {
    vector.setValueCount(2);
    ArrowValues values = ArrowValues.of(vector, SqlType.of(target));
    assertThat(values.read(1)).isNull();
    return values.read(0);
  }

  @Test
  void shouldReadIntegers() {
    try (BigIntVector vector = new BigIntVector("v", allocator)) {
      vector.setSafe(0, -7);
      assertThat(read(vector, TypeKind.INTEGER)).isEqualTo(-7L);
      assertThat(read(vector, TypeKind.NUMERIC)).isEqualTo(-7L);
      assertThat(read(vector, TypeKind.TEXT)).isEqualTo("-7");
      assertThat(read(vector, TypeKind.DATE)).isEqualTo("-7");
    }
  }

  @Test
  void shouldReadUnsignedIntegers() {
    try (UInt4Vector vector = new UInt4Vector("v", allocator)) {
      vector.setSafe(0, -1);
      assertThat(read(vector, TypeKind.BIGINT)).isEqualTo(4_294_967_295L);
    }
    try (UInt8Vector vector = new UInt8Vector("v", allocator)) {
      vector.setSafe(0, -1);
      assertThat(read(vector, TypeKind.NUMERIC)).isEqualTo(new BigDecimal("18446744073709551615"));
      assertThat(read(vector, TypeKind.BIGINT)).isEqualTo("18446744073709551615");
    }
  }

  @Test
  void shouldReadNumbersAndBooleans() {
    try (Float8Vector vector = new Float8Vector("v", allocator)) {
      vector.setSafe(0, 1.5);
      assertThat(read(vector, TypeKind.REAL)).isEqualTo(1.5);
      assertThat(read(vector, TypeKind.NUMERIC)).isEqualTo("1.5");
      assertThat(read(vector, TypeKind.INTEGER)).isEqualTo("1.5");
    }
    try (DecimalVector vector = new DecimalVector("v", allocator, 10, 2)) {
      vector.setSafe(0, new BigDecimal("12.50"));
      assertThat(read(vector, TypeKind.NUMERIC)).isEqualTo(new BigDecimal("12.50"));
      assertThat(read(vector, TypeKind.TEXT)).isEqualTo("12.50");
    }
    try (BitVector vector = new BitVector("v", allocator)) {
      vector.setSafe(0, 1);
      assertThat(read(vector, TypeKind.BOOLEAN)).isEqualTo(true);
      assertThat(read(vector, TypeKind.TEXT)).isEqualTo("true");
    }
  }

  @Test
  void shouldReadTextsAndBytes() {
    try (VarCharVector vector = new VarCharVector("v", allocator)) {
      vector.setSafe(0, "häß".getBytes(UTF_8));
      assertThat(read(vector, TypeKind.TEXT)).isEqualTo("häß");
      assertThat(read(vector, TypeKind.JSONB)).isEqualTo("häß");
    }
    try (VarBinaryVector vector = new VarBinaryVector("v", allocator)) {
      vector.setSafe(0, new byte[] {1, -1});
      assertThat((byte[]) read(vector, TypeKind.BYTEA)).containsExactly(1, -1);
      assertThat(read(vector, TypeKind.TEXT)).isEqualTo("\\x01ff");
    }
    try (FixedSizeBinaryVector vector = new FixedSizeBinaryVector("v", allocator, 16)) {
      byte[] bytes = new byte[16];
      bytes[15] = 1;
      vector.setSafe(0, bytes);
      assertThat(read(vector, TypeKind.UUID)).isEqualTo(new UUID(0, 1));
    }
  }

  @Test
  void shouldReadDatesAndTimes() {
    try (DateDayVector vector = new DateDayVector("v", allocator)) {
      vector.setSafe(0, -1);
      assertThat(read(vector, TypeKind.DATE)).isEqualTo(LocalDate.of(1969, 12, 31));
      assertThat(read(vector, TypeKind.TIMESTAMP)).isEqualTo("1969-12-31");
    }
    try (TimeStampNanoVector vector = new TimeStampNanoVector("v", allocator)) {
      vector.setSafe(0, -1_000);
      assertThat(read(vector, TypeKind.TIMESTAMP))
          .isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_000));
    }
    try (TimeStampNanoTZVector vector = new TimeStampNanoTZVector("v", allocator, "Asia/Tokyo")) {
      vector.setSafe(0, 1_500_000_000L);
      assertThat(read(vector, TypeKind.TIMESTAMPTZ)).isEqualTo(Instant.ofEpochMilli(1_500));
    }
  }

  @Test
  void shouldReadListsAndNulls() {
    try (ListVector vector = ListVector.empty("v", allocator)) {
      UnionListWriter writer = vector.getWriter();
      writer.setPosition(0);
      writer.startList();
      writer.writeBigInt(1);
      writer.writeNull();
      writer.writeBigInt(3);
      writer.endList();
      vector.setValueCount(2);
      ArrowValues values = ArrowValues.of(vector, SqlType.arrayOf(SqlType.of(TypeKind.INTEGER)));
      assertThat(values.read(0)).isEqualTo(Arrays.asList("1", null, "3"));
      assertThat(values.read(1)).isNull();
    }
    try (NullVector vector = new NullVector("v", 2)) {
      assertThat(read(vector, TypeKind.TEXT)).isNull();
    }
  }

  @Test
  void shouldRefuseOtherVectors() {
    try (DurationVector vector =
        new DurationVector(
            "v", FieldType.nullable(new ArrowType.Duration(TimeUnit.SECOND)), allocator)) {
      assertThatThrownBy(() -> ArrowValues.of(vector, SqlType.of(TypeKind.INTERVAL)))
          .isInstanceOf(ColonnadeException.class)
          .hasMessageContaining("cannot be read: column=v");
    }
  }
}
