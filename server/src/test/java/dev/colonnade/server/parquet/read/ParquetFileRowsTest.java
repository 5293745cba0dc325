package dev.colonnade.server.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.copy.CopyValueRows;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Reads files of other writers, and refuses damaged ones. */
class ParquetFileRowsTest {
  private static final long MEMORY = 64 << 20;

  private static List<Object[]> rows(String file, Map<String, SqlType> columns, int batch) {
    List<Object[]> rows = new ArrayList<>();
    try (ParquetFileRows reader =
        new ParquetFileRows(
            ParquetFiles.terms(columns), new ByteChannel(ParquetFiles.read(file)), MEMORY)) {
      for (CopyValueRows next = reader.next(batch); next != null; next = reader.next(batch)) {
        assertThat(next.size()).isBetween(1, batch);
        rows.addAll(next.rows());
      }
      assertThat(reader.bytesRead()).isPositive();
    }
    return rows;
  }

  @ParameterizedTest
  @FieldSource("dev.colonnade.server.parquet.read.ParquetFiles#SAME_ROWS")
  void shouldReadTheRowsOfOtherWriters(String file) {
    List<Object[]> rows = rows(file, ParquetFiles.COLUMNS, 97);
    assertThat(rows).hasSize(ParquetFiles.ROW_COUNT);
    for (int id = 1; id <= rows.size(); id++) {
      assertThat(rows.get(id - 1)).as("id=" + id).isEqualTo(expected(id));
    }
  }

  private static Object[] expected(int id) {
    if (id % 7 == 0) {
      Object[] row = new Object[ParquetFiles.COLUMNS.size()];
      row[row.length - 1] = (long) id;
      return row;
    }
    LocalDateTime time = LocalDateTime.of(2020, 1, 1, 0, 0).plusSeconds(id);
    return new Object[] {
      id % 7 == 1 ? List.of() : Arrays.asList("" + id, null, "" + (id + 1)),
      time.toInstant(ZoneOffset.UTC),
      time,
      LocalTime.of(id % 24, id % 60),
      LocalDate.of(2020, 1, 1).plusDays(id),
      id % 3 == 0,
      new byte[] {(byte) id, 0},
      "text ü" + id,
      BigDecimal.valueOf(id * 7L - 1000, 2),
      id / 8.0,
      id / 4.0f,
      new BigDecimal(BigInteger.ONE.shiftLeft(64).subtract(BigInteger.valueOf(id))),
      id * 1_000_000_000_000L,
      (long) (id % 100),
      (long) id
    };
  }

  @Test
  void shouldReadListsOfLists() {
    Map<String, SqlType> columns =
        Map.of("a", SqlType.arrayOf(SqlType.of(TypeKind.INTEGER)), "id", type(TypeKind.BIGINT));
    assertThat(rows("nested", columns, 10))
        .extracting(row -> row[new ArrayList<>(columns.keySet()).indexOf("a")])
        .containsExactly(List.of(List.of("1", "2"), List.of("3", "4")), null, List.of());
  }

  private static SqlType type(TypeKind kind) {
    return SqlType.of(kind);
  }

  @Test
  void shouldRefuseOtherColumnsThanThoseOfTheStatement() {
    Map<String, SqlType> one = Map.of("id", type(TypeKind.INTEGER));
    assertFailure("nested", one, ErrorCode.BAD_COPY_DATA)
        .hasMessage("the Parquet file has the column \"a\", which is not copied");
    Map<String, SqlType> two =
        Map.of("id", type(TypeKind.INTEGER), "other", type(TypeKind.INTEGER));
    assertFailure("brotli", two, ErrorCode.BAD_COPY_DATA)
        .hasMessage("the Parquet file has no column \"other\"");
  }

  @Test
  void shouldNameWhatItDoesNotRead() {
    Map<String, SqlType> columns = Map.of("id", type(TypeKind.BIGINT), "s", type(TypeKind.TEXT));
    assertFailure("struct", columns, ErrorCode.UNSUPPORTED)
        .hasMessageContaining("column \"s\" contains neither values nor lists of values");
    assertFailure("brotli", Map.of("id", type(TypeKind.INTEGER)), ErrorCode.UNSUPPORTED)
        .hasMessageContaining("compressed by Brotli");
  }

  @Test
  void shouldRefusePagesThatNeedMoreMemoryThanAllowed() {
    assertThatThrownBy(
            () ->
                new ParquetFileRows(
                        ParquetFiles.terms(ParquetFiles.COLUMNS),
                        new ByteChannel(ParquetFiles.read("gzip")),
                        20_000)
                    .next(1))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED))
        .hasMessageContaining("bytesMax=20000");
  }

  /** The file of 1.4 kB has one row: a list of 12,000 texts of 100 kB, three of them different. */
  @Test
  void shouldRefuseListsThatNeedMoreMemoryThanAllowed() {
    Map<String, SqlType> columns = Map.of("x", SqlType.arrayOf(type(TypeKind.TEXT)));
    assertThatThrownBy(
            () ->
                new ParquetFileRows(
                        ParquetFiles.terms(columns),
                        new ByteChannel(ParquetFiles.read("largelist")),
                        10_000_000)
                    .next(1))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
  }

  private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> assertFailure(
      String file, Map<String, SqlType> columns, ErrorCode code) {
    return assertThatThrownBy(() -> rows(file, columns, 10))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
