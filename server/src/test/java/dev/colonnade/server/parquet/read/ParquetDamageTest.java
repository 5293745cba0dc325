package dev.colonnade.server.parquet.read;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.copy.CopyValueRows;
import dev.colonnade.testing.Seed;
import java.util.Arrays;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Damaged files end in an error of the statement, with little memory. */
@Timeout(300)
class ParquetDamageTest {
  private static final int ROUNDS = Integer.getInteger("colonnade.rounds", 1) * 3_000;
  private static final long MEMORY = 16 << 20;

  /** A damaged count may state any number of rows, which a cancellation would end. */
  private static final long ROWS_MAX = 20_000;

  private static final Set<ErrorCode> EXPECTED =
      Set.of(
          ErrorCode.BAD_COPY_DATA,
          ErrorCode.UNSUPPORTED,
          ErrorCode.LIMIT_EXCEEDED,
          ErrorCode.INVALID_TEXT,
          ErrorCode.DATETIME_OUT_OF_RANGE);

  @ParameterizedTest
  @FieldSource("dev.colonnade.server.parquet.read.ParquetFiles#SAME_ROWS")
  void shouldRefuseFilesThatAreCut(String file) {
    byte[] whole = ParquetFiles.read(file);
    for (int length = 0; length < whole.length; length++) {
      assertThat(outcome(Arrays.copyOf(whole, length)))
          .as("length=" + length)
          .isEqualTo("BAD_COPY_DATA");
    }
  }

  @ParameterizedTest
  @FieldSource("dev.colonnade.server.parquet.read.ParquetFiles#SAME_ROWS")
  void shouldSurviveChangedBytes(String file) {
    byte[] whole = ParquetFiles.read(file);
    Random random = Seed.random("ParquetDamageTest." + file);
    int failures = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] damaged = whole.clone();
      int changes = 1 + random.nextInt(3);
      boolean isFooter = random.nextBoolean();
      for (int i = 0; i < changes; i++) {
        int span = isFooter ? Math.min(whole.length, 4_000) : whole.length;
        int at = whole.length - 1 - random.nextInt(span);
        damaged[at] =
            (byte) (random.nextBoolean() ? random.nextInt() : damaged[at] ^ 1 << random.nextInt(8));
      }
      failures += outcome(damaged).equals("rows") ? 0 : 1;
    }
    assertThat(failures).isGreaterThan(ROUNDS / 20);
  }

  /** Reads a file; returns "rows", or the code of the error. */
  private static String outcome(byte[] bytes) {
    try (ParquetFileRows rows =
        new ParquetFileRows(
            ParquetFiles.terms(ParquetFiles.COLUMNS), new ByteChannel(bytes), MEMORY)) {
      long count = 0;
      CopyValueRows next = rows.next(100);
      while (next != null && count < ROWS_MAX) {
        count += next.size();
        next = rows.next(100);
      }
      return "rows";
    } catch (ColonnadeException e) {
      assertThat(EXPECTED).as(e.toString()).contains(e.code());
      return e.code().name();
    }
  }
}
