package dev.colonnade.protocol.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.testing.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class SqlValueTest {
  private static final List<@Nullable Object> VALUES =
      Arrays.asList(
          null,
          true,
          false,
          (short) -3,
          70_000,
          Long.MIN_VALUE,
          1.5f,
          Double.NaN,
          new BigDecimal("-12345678901234567890123456789.0001"),
          new BigDecimal("1e20"),
          "héllo",
          "",
          new byte[] {1, -1},
          LocalDate.of(-44, 3, 15),
          LocalDate.MAX,
          LocalDate.MIN,
          LocalDateTime.MAX,
          LocalDateTime.MIN,
          Instant.MAX,
          Instant.MIN,
          LocalTime.of(23, 59, 59, 999_999_000),
          LocalDateTime.of(1969, 12, 31, 23, 59, 59, 1_000),
          Instant.parse("2024-02-29T12:00:00.000001Z"),
          UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"));

  @Test
  void shouldReadBackEveryValue() {
    SqlValueReader reader = new SqlValueReader(allValues());
    for (Object value : VALUES) {
      assertThat(reader.read()).isEqualTo(value);
    }
    reader.requireEnd();
  }

  @Test
  void shouldPreserveTheBytes() {
    assertThat(hexOf(null)).isEqualTo("00");
    assertThat(hexOf(true)).isEqualTo("02");
    assertThat(hexOf((short) 1)).isEqualTo("030100");
    assertThat(hexOf(1)).isEqualTo("0401000000");
    assertThat(hexOf(1L)).isEqualTo("050100000000000000");
    assertThat(hexOf(new BigDecimal("-1.00"))).isEqualTo("0802000000019c");
    assertThat(hexOf("a")).isEqualTo("090161");
    assertThat(hexOf(LocalDate.EPOCH.plusDays(2))).isEqualTo("0b02000000");
    assertThat(hexOf(LocalDate.MAX)).isEqualTo("0bffffff7f");
    assertThat(hexOf(LocalDate.MIN)).isEqualTo("0b00000080");
    assertThat(hexOf(LocalDateTime.MAX)).isEqualTo("0dffffffffffffff7f");
    assertThat(hexOf(Instant.MIN)).isEqualTo("0e0000000000000080");
    assertThat(hexOf(OffsetDateTime.MAX)).isEqualTo("0effffffffffffff7f");
    assertThat(hexOf(Instant.ofEpochSecond(1))).isEqualTo("0e40420f0000000000");
  }

  @Test
  void shouldRejectValuesThatAreTruncatedAnywhere() {
    for (Object value : VALUES) {
      ByteBuf whole = Unpooled.buffer();
      new SqlValueWriter(whole).write(value);
      for (int end = 0; end < whole.readableBytes(); end++) {
        SqlValueReader cut = new SqlValueReader(whole.copy(0, end));
        assertThatThrownBy(cut::read).as("value=%s", value).isInstanceOf(ProtocolException.class);
      }
    }
  }

  @Test
  void shouldReadOrRejectJunk() {
    long seed = Seed.of("SqlValueTest");
    Random random = new Random(seed);
    for (int round = 0; round < 20_000; round++) {
      byte[] junk = new byte[random.nextInt(1, 24)];
      random.nextBytes(junk);
      junk[0] = (byte) random.nextInt(18);
      try {
        assertThat(new SqlValueReader(Unpooled.wrappedBuffer(junk)).read()).isNotSameAs(junk);
      } catch (ProtocolException refused) {
        assertThat(refused.error()).as("seed=%d", seed).isNotNull();
      }
    }
  }

  @Test
  void shouldRejectInvalidParameterValues() {
    SqlValueWriter writer = new SqlValueWriter(Unpooled.buffer());
    assertThatThrownBy(() -> writer.write(new Object()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> writer.write(new BigDecimal(BigInteger.ONE.shiftLeft(200_000))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static ByteBuf allValues() {
    ByteBuf out = Unpooled.buffer();
    SqlValueWriter writer = new SqlValueWriter(out);
    VALUES.forEach(writer::write);
    return out;
  }

  private static String hexOf(@Nullable Object value) {
    ByteBuf out = Unpooled.buffer();
    new SqlValueWriter(out).write(value);
    return ByteBufUtil.hexDump(out);
  }
}
