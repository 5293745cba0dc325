package dev.colonnade.server.pg.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Equality of the fast path for vectors and the encoding of objects. */
final class VectorValueEncoderTest {
  private record Column(SqlType type, VectorType vector, List<@Nullable Object> values) {}

  static Stream<Column> columns() {
    long day = LocalDate.of(2024, 2, 29).toEpochDay();
    return Stream.of(
        plain(TypeKind.SMALLINT, (short) 7, Short.MIN_VALUE, Short.MAX_VALUE),
        plain(TypeKind.INTEGER, 0, -12, Integer.MIN_VALUE, Integer.MAX_VALUE),
        plain(TypeKind.BIGINT, 0L, 99L, Long.MIN_VALUE, Long.MAX_VALUE),
        plain(TypeKind.DATE, 0, (int) day, -25_567, -800_000, 2_000_000),
        plain(TypeKind.TIME, 0L, 86_399_999_999L),
        plain(TypeKind.TIMESTAMP, 0L, 1_700_000_000_123_456L, -1L),
        plain(TypeKind.TIMESTAMPTZ, 0L, 1_700_000_000_123_000L, -1L),
        plain(TypeKind.DOUBLE, 0.0, -1.5, 1e300, Double.NaN, Double.POSITIVE_INFINITY),
        plain(TypeKind.BOOLEAN, true, false),
        plain(TypeKind.TEXT, "", "text", "Zürich 東京 😀"),
        plain(TypeKind.VARCHAR, "a", "b"),
        plain(TypeKind.UUID, new java.util.UUID(1, -2)),
        column(new SqlType(TypeKind.CHAR, 5, SqlType.NONE), "", "ab", "abcde", "äö", "😀"),
        decimal(2, "0.00", "0.05", "-0.05", "12345.67", "-1.00"),
        decimal(0, "0", "-17"),
        decimal(18, "0.000000000000000001", "-9.223372036854775808", "9.223372036854775807"),
        // Values that exceed a long are objects.
        decimal(2, "99999999999999999999.99", "1.00"),
        // NUMERIC without precision, as expressions return it.
        new Column(
            SqlType.of(TypeKind.NUMERIC),
            VectorType.decimal(4),
            List.of(new BigDecimal("1.2500"), new BigDecimal("-0.0001"))));
  }

  private static Column plain(TypeKind kind, Object... values) {
    return column(SqlType.of(kind), values);
  }

  private static Column column(SqlType type, Object... values) {
    return new Column(type, VectorType.of(type.kind()), List.of(values));
  }

  private static Column decimal(int scale, String... values) {
    return new Column(
        new SqlType(TypeKind.NUMERIC, 38, scale),
        VectorType.decimal(scale),
        List.<@Nullable Object>copyOf(Stream.of(values).map(BigDecimal::new).toList()));
  }

  @ParameterizedTest
  @MethodSource("columns")
  void shouldWriteTheBytesOfObjects(Column column) {
    for (boolean isBinary : new boolean[] {false, true}) {
      SqlColumn described = new SqlColumn("c", column.type);
      ValueFormat format = new ValueFormat(PgType.of(column.type), isBinary, TextStyle.DEFAULT);
      @Nullable Object[] values = new @Nullable Object[column.values.size() + 1];
      for (int i = 1; i < values.length; i++) {
        values[i] = column.values.get(i - 1);
      }
      Vector vector = VectorBuilder.vectorOf(values, column.vector);
      VectorValueEncoder writer = new VectorValueEncoder(format, described, column.vector);
      for (int row = 0; row < values.length; row++) {
        ByteBuf expected = Unpooled.buffer();
        format.write(expected, described.shown(values[row]));
        ByteBuf written = Unpooled.buffer(1);
        writer.write(written, vector, row);
        assertThat(ByteBufUtil.hexDump(written))
            .as("type=%s binary=%s value=%s", column.type, isBinary, values[row])
            .isEqualTo(ByteBufUtil.hexDump(expected));
      }
    }
  }
}
